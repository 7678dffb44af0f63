import type { JsonObject, Usage } from '@interlingua/core'

/** What a watcher has seen of a passing stream. */
export interface Sighting {
  /** Some event of the answer itself passed: liveness may be written. */
  started: boolean
  /**
   * `complete`: a clean end of the connection is the end of the answer. `ended`: nothing more will come. `broken`: an end without an answer.
   * `malformed`: what came is no event of any format.
   */
  phase: 'open' | 'complete' | 'ended' | 'failed' | 'broken' | 'malformed'
  usage?: Usage | undefined
  /** The answer's id, in formats whose answers can be asked for again. */
  id?: string
  /** The answer as its first event showed it, the items of it that are whole, and the upstream's own end of one that failed. */
  answer?: JsonObject
  items?: JsonObject[]
  failed?: JsonObject
}

/** How a format's passing stream is watched: bytes that make an event worth parsing, and what the parsed event says. */
export interface StreamMarks {
  /** JSON keys, with their quotes, whose events matter when the value is not null; and plain words. */
  readonly keys: readonly Buffer[]
  readonly words: readonly Buffer[]
  /** Whether each event of the answer to this request matters, where what is asked for is rare. Absent: never. */
  readonly readsAll?: (request: JsonObject) => boolean
  readonly createReader: () => (wire: JsonObject | '[DONE]', sighting: Sighting) => void
  /** A sign of life that a client of this format takes between two events; empty where it takes none. */
  readonly liveness: string
  /** Whether liveness must wait for the answer's first event. */
  readonly livenessAfterStart: boolean
  /** Whether clients of this format take comments. */
  readonly comments: boolean
  /** Whether the connection breaks behind the error event: some clients of this format read over it, and take half an answer for a whole one. */
  readonly breaksOnFailure: boolean
  /** Whether an upstream's error event passes as it is; else it is written anew, as clients are sure to take for an error. */
  readonly passesErrors: boolean
  /** Makes events of ours, written as if nothing had been, go on from the last of those that passed, where events are numbered. */
  readonly goOn?: (events: string, passed: Buffer | undefined) => string
  /** Makes an event of ours the end of the answer that passed, in formats whose last event shows the answer. */
  readonly asPassed?: (wire: JsonObject, sighting: Sighting) => JsonObject
  /** The error document in an error event, where it is not the event itself. */
  readonly errorOf?: (wire: JsonObject) => JsonObject
}
