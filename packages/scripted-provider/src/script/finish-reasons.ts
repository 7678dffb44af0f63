import type { FinishReason } from '@interlingua/core'

/** The reasons, with `true` for a reason that cuts the answer short. */
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
