import type { JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import { stricken } from '../media/stricken.ts'
import type { Standing } from './stand-of.ts'
import type { VideoTask } from './video-task.ts'

/** Which videos of an operation are there, and what Google tells of the others. */
export interface VeoOutcome {
  /** The numbers of those that are there, from 0. */
  readonly there: readonly number[]
  readonly filtered: JsonObject
}

const words = {
  failed: 'INTERNAL: the video went wrong. (demo, as asked for)',
  cancelled: 'CANCELLED: the operation was called off. (demo, as asked for)',
  expired: 'DEADLINE_EXCEEDED: the operation took too long. (demo, as asked for)',
} as const
const codes = { failed: 13, cancelled: 1, expired: 4 } as const

/** What an operation says instead of videos: nothing yet, or an error with a code of `google.rpc`. */
export function veoEnd(standing: Standing, directives: Directives): JsonObject | undefined {
  if (standing === 'queued' || standing === 'running') return {}
  if (standing !== 'failed' && standing !== 'cancelled' && standing !== 'expired') return undefined
  const code = standing === 'failed' ? Number(directives.get('fail')?.options['code'] ?? codes.failed) : codes[standing]
  return { done: true, error: { code, message: words[standing] } }
}

/** What is left of the videos of an operation that has ended. */
export function veoOutcome({ films, directives }: VideoTask, standing: Standing): VeoOutcome {
  if (standing === 'empty') return { there: [], filtered: {} }
  const strokes = stricken(directives, films.length)
  const there = strokes.flatMap((stroke, i) => (stroke ? [] : [i]))
  const count = strokes.filter((stroke) => stroke === 'filter').length
  if (count === 0) return { there, filtered: {} }
  const reason = 'Veo could not generate videos because the input violates its usage guidelines. (demo, as asked for) Support codes: 0'
  return { there, filtered: { raiMediaFilteredCount: count, raiMediaFilteredReasons: [reason] } }
}
