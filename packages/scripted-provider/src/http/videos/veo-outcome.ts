import type { JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import { refusalsOf } from '../media/refusals-of.ts'
import type { TaskStatus } from './status-of.ts'
import type { VideoTask } from './video-task.ts'

/** The videos of an operation that were made, and Google's fields about the others. */
export interface VeoOutcome {
  /** The indexes of the made videos, from 0. */
  readonly there: readonly number[]
  readonly filtered: JsonObject
}

const words = {
  failed: 'INTERNAL: the video went wrong. (demo, as asked for)',
  cancelled: 'CANCELLED: the operation was called off. (demo, as asked for)',
  expired: 'DEADLINE_EXCEEDED: the operation took too long. (demo, as asked for)',
} as const
const codes = { failed: 13, cancelled: 1, expired: 4 } as const

/**
 * The fields of an operation without videos: none while it runs, or an error with a code of `google.rpc`. `undefined` for an operation that
 * ended otherwise.
 */
export function veoEnd(status: TaskStatus, directives: Directives): JsonObject | undefined {
  if (status === 'queued' || status === 'running') return {}
  if (status !== 'failed' && status !== 'cancelled' && status !== 'expired') return undefined
  const code = status === 'failed' ? Number(directives.get('fail')?.options['code'] ?? codes.failed) : codes[status]
  return { done: true, error: { code, message: words[status] } }
}

/** The outcome of an ended operation. */
export function veoOutcome({ videos, directives }: VideoTask, status: TaskStatus): VeoOutcome {
  if (status === 'empty') return { there: [], filtered: {} }
  const refusals = refusalsOf(directives, videos.length)
  const there = refusals.flatMap((refusal, i) => (refusal ? [] : [i]))
  const count = refusals.filter((refused) => refused === 'filter').length
  if (count === 0) return { there, filtered: {} }
  const reason = 'Veo could not generate videos because the input violates its usage guidelines. (demo, as asked for) Support codes: 0'
  return { there, filtered: { raiMediaFilteredCount: count, raiMediaFilteredReasons: [reason] } }
}
