import OpenAI from 'openai'

/** Completion that OpenAI's own SDK folds from the text of a stream. Rejects if the SDK does. */
export async function foldWithOpenAI(text: string): Promise<unknown> {
  const client = new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
  })
  const stream = client.chat.completions.stream({ model: 'demo', messages: [{ role: 'user', content: 'hello' }] })
  return JSON.parse(JSON.stringify(await stream.finalChatCompletion())) as unknown
}
