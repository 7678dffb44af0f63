import OpenAI from 'openai'
import { answering } from './response-of.ts'

/** Output of the response that OpenAI's SDK makes of an answer. */
export async function foldResponse(body: string, isStream: boolean): Promise<unknown> {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answering(body, isStream) })
  const params = { model: 'm', input: 'go' }
  const response = isStream ? await client.responses.stream(params).finalResponse() : await client.responses.create(params)
  if (!Array.isArray(response.output)) throw new Error('the response has no output')
  if (response.status !== 'completed' && response.status !== 'incomplete') throw new Error(`the response is ${String(response.status)}`)
  return sendable(response.output)
}

/** Items without what the SDK parsed for its caller: the vendor refuses `parsed_arguments` and `parsed` in a request. */
function sendable(output: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(output, (key, value: unknown) => (key === 'parsed_arguments' || key === 'parsed' ? undefined : value)))
}
