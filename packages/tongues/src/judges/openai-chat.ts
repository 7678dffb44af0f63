import OpenAI from 'openai'
import { answering } from './response-of.ts'

/** Message of the completion that OpenAI's SDK makes of an answer. */
export async function foldCompletion(body: string, isStream: boolean): Promise<unknown> {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answering(body, isStream) })
  const params = { model: 'm', messages: [{ role: 'user' as const, content: 'go' }] }
  const completion = isStream
    ? await client.chat.completions.stream(params).finalChatCompletion()
    : await client.chat.completions.create(params)
  const message = completion.choices[0]?.message
  if (message === undefined) throw new Error('the completion has no message')
  return message
}
