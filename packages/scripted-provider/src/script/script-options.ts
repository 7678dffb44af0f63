import type { Format, InputUsage } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'

/** What an answer depends on beside the request. */
export interface ScriptOptions {
  /** The format whose vendor is played: some abilities exist in one only. */
  readonly format: Format
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What of the input was cached; absent: nothing was. */
  readonly input?: InputUsage
  readonly directives?: Directives
}
