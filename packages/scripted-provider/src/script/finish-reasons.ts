import type { FinishReason } from '@interlingua/core'

/** Every reason, and whether an answer that ends with it is cut short. */
export const finishReasons = {
  stop: false,
  'stop-sequence': false,
  length: true,
  'context-window': true,
  'tool-calls': false,
  refusal: false,
  'content-filter': true,
  recitation: true,
  'malformed-tool-call': false,
  pause: true,
  compaction: false,
  continuation: false,
  interrupted: true,
  other: false,
} as const satisfies Record<FinishReason, boolean>
