import { jsonSchemaOf, openaiRateHeaders } from '@interlingua/adapter-kit'
import type { FormatEdge } from '@interlingua/core/edge'
import { chat as adapter } from './adapter.ts'
import type { ChatAdapter } from './adapter.ts'
import { chat as inbound } from './inbound.ts'
import { notice } from './notices.ts'
import { chat as outbound } from './outbound.ts'
import { schemas } from './schemas.ts'
import { createStatusReader, readsAll } from './status-reader.ts'
import type { Dialect, dialects } from './profiles.ts'

/** OpenAI Chat Completions, as a gateway serves and calls it. https://platform.openai.com/docs/api-reference/chat */
export const chat: FormatEdge<ChatAdapter, Dialect, keyof typeof dialects> = {
  ...inbound,
  ...outbound,
  adapter,
  stream: {
    patterns: { keys: ['"finish_reason"', '"usage"', '"error"'], words: ['[DONE]'] },
    readsAll,
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'OpenAI Chat Completions',
    alias: 'openai-chat',
    notices: Object.keys(notice.table).map((code) => `chat/${code}`),
    noticeTable: notice.table,
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
    }),
    rateHeaders: openaiRateHeaders,
    telemetryOperation: 'chat',
  },
}
