import Anthropic from '@anthropic-ai/sdk'

/** Message that Anthropic's own SDK folds from the text of a stream. Rejects if the SDK does. */
export async function foldWithAnthropic(text: string): Promise<unknown> {
  const client = new Anthropic({
    apiKey: 'none',
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
  })
  const stream = client.beta.messages.stream({ model: 'demo', max_tokens: 1, messages: [{ role: 'user', content: 'hello' }] })
  return JSON.parse(JSON.stringify(await stream.finalMessage())) as unknown
}
