import { createTestContext } from '@interlingua/testkit'
import { chat } from '../src/index.ts'

const body = {
  model: 'gpt-6',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
  stream_options: { include_usage: true },
} as const
const { context } = createTestContext()
const message = chat.parseRequest({ path: '/v1/chat/completions', query: {}, headers: {}, body }, context)

/** Decoded request that asks for usage in its stream. */
export const asked = { request: chat.decodeRequest(message, context) }
