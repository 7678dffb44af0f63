import { jsonSchemaOf } from '@interlingua/adapter-kit'
import type { FormatEdge } from '@interlingua/core/edge'
import { contents as adapter } from './adapter.ts'
import type { ContentsAdapter } from './adapter.ts'
import { contents as inbound } from './inbound.ts'
import { notice } from './notices.ts'
import { contents as outbound } from './outbound.ts'
import type { DialectOptions } from './profiles.ts'
import { schemas } from './schemas.ts'
import { createStatusReader, readsAll } from './status-reader.ts'

/** Gemini generateContent, as a gateway serves and calls it. https://ai.google.dev/api/generate-content */
export const contents: FormatEdge<ContentsAdapter, DialectOptions, never> = {
  ...inbound,
  ...outbound,
  adapter,
  stream: {
    patterns: { keys: ['"error"'], words: ['finishReason', 'finish_reason', 'promptFeedback', 'prompt_feedback'] },
    readsAll,
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'Gemini generateContent',
    alias: 'gemini',
    notices: Object.keys(notice.table).map((code) => `contents/${code}`),
    noticeTable: notice.table,
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders: [],
    telemetryOperation: 'generate_content',
  },
}
