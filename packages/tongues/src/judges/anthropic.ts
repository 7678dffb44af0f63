import Anthropic from '@anthropic-ai/sdk'
import { answering } from './response-of.ts'

/** Content of the message that Anthropic's SDK makes of an answer. */
export async function foldMessage(body: string, isStream: boolean): Promise<unknown> {
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch: answering(body, isStream) })
  const params = { model: 'm', max_tokens: 1, messages: [{ role: 'user' as const, content: 'go' }] }
  const message = isStream ? await client.messages.stream(params).finalMessage() : await client.messages.create(params)
  if (!Array.isArray(message.content)) throw new Error('the message has no content')
  return { role: 'assistant', content: message.content }
}
