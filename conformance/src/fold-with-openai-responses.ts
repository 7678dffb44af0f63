import OpenAI from 'openai'

/** Response that OpenAI's own SDK folds from the text of a stream. Rejects if the SDK does, and for a response that did not end. */
export async function foldWithOpenAIResponses(text: string): Promise<unknown> {
  const client = new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
  })
  const stream = client.responses.stream({ model: 'demo', input: 'hello' })
  const response = await stream.finalResponse()
  if (response.status !== 'completed' && response.status !== 'incomplete') throw new Error(`the response is ${response.status}`)
  return JSON.parse(JSON.stringify(response)) as unknown
}
