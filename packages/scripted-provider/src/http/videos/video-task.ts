import type { JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { Video } from './video.ts'

/**
 * A task that makes one or several videos while the client polls. It ends by the clock, and encodes nothing until a client fetches the
 * file.
 */
export interface VideoTask {
  readonly id: string
  readonly format: string
  /** The API key of the creator; no other key sees the task. */
  readonly key: string
  readonly model: string
  /** The prompt without its directives. */
  readonly prompt: string
  readonly directives: Directives
  /** The time of submission in milliseconds since the epoch. */
  readonly submitted: number
  readonly runs: number
  readonly ends: number
  readonly videos: readonly Video[]
  /** The vendor's properties of the request, as the answer states them. */
  readonly facts: JsonObject
  /** The time of cancellation in milliseconds since the epoch. */
  readonly cancelled?: number
  /** The number of times that a directive with `times=` has applied to this task. */
  readonly directiveUses: Map<string, number>
}
