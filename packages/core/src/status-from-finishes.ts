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

/**
 * Status of a response by the ends of its candidates. `completed` only if every end is known to be complete, and not if one is missing or
 * unknown.
 */
export function statusFromFinishes(finishes: Iterable<Finish | undefined>): 'completed' | 'incomplete' {
  for (const finish of finishes) if (finish === undefined || !complete[finish.unified]) return 'incomplete'
  return 'completed'
}
