import type { KeyLimits } from '../keys/api-key.ts'
import type { OutputReserve } from './expected.ts'

/** How much a gateway takes at once, and how much keys may that have no limits of their own. */
export interface Capacity {
  /** Open requests, whoever asks. */
  readonly requests: number
  readonly streams: number
  /** Bytes of all files within a native request, decoded. */
  readonly inlineBytes: number
  readonly reservation: OutputReserve
  readonly keys?: KeyLimits
}

/** Streams that are open now, in all and by the ids of keys whose streams are limited. */
export interface OpenStreams {
  all: number
  readonly ofKeys: Map<string, number>
}
