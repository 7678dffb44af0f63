import type { JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { Film } from './film.ts'

/** A video, or several, that is made while its caller waits elsewhere. Ends by the clock; nothing is encoded until somebody fetches it. */
export interface VideoTask {
  readonly id: string
  readonly format: string
  /** The key that asked for it: nobody else sees it. */
  readonly key: string
  readonly model: string
  /** Without directives. */
  readonly prompt: string
  readonly directives: Directives
  /** Milliseconds since the epoch. */
  readonly submitted: number
  readonly runs: number
  readonly ends: number
  readonly films: readonly Film[]
  /** What the vendor tells of the wish, in its own words. */
  readonly facts: JsonObject
  /** Milliseconds since the epoch, where it was called off. */
  readonly cancelled?: number
  /** How often a directive with `times=` has struck this task. */
  readonly strikes: Map<string, number>
}
