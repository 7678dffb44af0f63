import type { Finish, FinishReason } from './response.ts'

const complete = {
  stop: true,
  'stop-sequence': true,
  'tool-calls': true,
  refusal: true,
  compaction: true,
  length: false,
  'context-window': false,
  'content-filter': false,
  recitation: false,
  'malformed-tool-call': false,
  pause: false,
  continuation: false,
  interrupted: false,
  other: false,
} as const satisfies Record<FinishReason, boolean>

/** The status of an answer whose candidates ended so. Complete is only what is known to be: not what has no reason, or an unknown one. */
export function statusOfFinishes(finishes: Iterable<Finish | undefined>): 'completed' | 'incomplete' {
  for (const finish of finishes) if (finish === undefined || !complete[finish.unified]) return 'incomplete'
  return 'completed'
}
