import { jsonSchemaOf } from '@interlingua/adapter-kit'
import type { FormatEdge } from '@interlingua/core/edge'
import { messages as adapter } from './adapter.ts'
import type { MessagesAdapter } from './adapter.ts'
import { messages as inbound } from './inbound.ts'
import { notice } from './notices.ts'
import { messages as outbound } from './outbound.ts'
import type { DialectOptions } from './profiles.ts'
import { rateHeaders } from './rates.ts'
import { schemas } from './schemas.ts'
import { createStatusReader } from './status-reader.ts'

/** Anthropic Messages, as a gateway serves and calls it. https://docs.claude.com/en/api/messages */
export const messages: FormatEdge<MessagesAdapter, DialectOptions, never> = {
  ...inbound,
  ...outbound,
  adapter,
  stream: {
    patterns: { keys: [], words: ['message_start', 'message_delta', 'message_stop', '"error"'] },
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'Anthropic Messages',
    alias: 'anthropic',
    notices: Object.keys(notice.table).map((code) => `messages/${code}`),
    noticeTable: notice.table,
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders,
    telemetryOperation: 'chat',
  },
}
