import { jsonSchemaOf, openaiRateHeaders } from '@interlingua/adapter-kit'
import type { FormatEdge } from '@interlingua/core/edge'
import { responses as adapter } from './adapter.ts'
import type { ResponsesAdapter } from './adapter.ts'
import { responses as inbound } from './inbound.ts'
import { notice } from './notices.ts'
import { responses as outbound } from './outbound.ts'
import { schemas } from './schemas.ts'
import { endOf, errorOf, readStatus, renumber } from './stream-status.ts'
import type { Dialect, dialects } from './profiles.ts'

/** OpenAI Responses, as a gateway serves and calls it. https://platform.openai.com/docs/api-reference/responses */
export const responses: FormatEdge<ResponsesAdapter, Dialect, keyof typeof dialects> = {
  ...inbound,
  ...outbound,
  adapter,
  stream: {
    patterns: {
      keys: ['"error"'],
      words: ['response.created', 'response.output_item.done', 'response.completed', 'response.incomplete', 'response.failed'],
    },
    createStatusReader: () => readStatus,
    // Some clients silently ignore the flat error, and response.failed.
    passesErrors: false,
    errorOf,
    renumber,
    endOf,
  },
  describe: {
    title: 'OpenAI Responses',
    alias: 'openai-responses',
    notices: Object.keys(notice.table).map((code) => `responses/${code}`),
    noticeTable: notice.table,
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders: openaiRateHeaders,
    telemetryOperation: 'chat',
  },
}
