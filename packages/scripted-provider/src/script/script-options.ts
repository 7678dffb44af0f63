import type { Format, InputUsage } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'

/** The inputs of an answer beside the request. */
export interface ScriptOptions {
  /** The format whose vendor is played, since some capabilities exist in one format only. */
  readonly format: Format
  /** The time in milliseconds since the epoch. */
  readonly now: number
  /** The cached part of the input; absent where nothing was cached. */
  readonly input?: InputUsage
  readonly directives?: Directives
}
