import type { FinishReason } from '@interlingua/core'

/** The finish reasons in this vendor's words. */
export const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  'stop-sequence': 'STOP',
  'tool-calls': 'STOP',
  compaction: 'STOP',
  length: 'MAX_TOKENS',
  'context-window': 'MAX_TOKENS',
  refusal: 'PROHIBITED_CONTENT',
  'content-filter': 'SAFETY',
  recitation: 'RECITATION',
  'malformed-tool-call': 'MALFORMED_FUNCTION_CALL',
  continuation: 'CONTINUATION',
  pause: 'OTHER',
  interrupted: 'OTHER',
  other: 'OTHER',
}
