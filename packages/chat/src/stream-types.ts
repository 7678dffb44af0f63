import type { Context, Delta, Frame, JsonObject, Part, Reversals, StreamEvent } from '@interlingua/core'
import type { StreamReporter } from './report-response.ts'
import type { WireStreamChunk } from './wire/response.ts'

/** What all choices of a stream share, and what is special to one. */
export interface ChoiceSetting {
  readonly index: number
  readonly responseId: string
  readonly vendor: string | undefined
  readonly reversals: Reversals | undefined
  /** Part numbers are handed out over all choices. */
  readonly counter: { parts: number; readonly limit: number }
  readonly bufferedBytes: number
}

/** Opens parts of one choice and remembers them until the finish reason: chunks do not say when a part ends. */
export interface PartSink {
  /** A part that the wire sends whole. */
  whole(value: Part, events: StreamEvent[]): void
  open(value: Part, events: StreamEvent[]): number
  delta(part: number, delta: Delta, events: StreamEvent[]): void
  /** Unknown keys of the wire that come after the part began: they go with its end. */
  late(part: number, rest: JsonObject): void
  end(part: number, events: StreamEvent[]): void
}

/** What the writer of a choice and those of its parts share. */
export interface WriterSetting {
  readonly context: Context
  readonly reporter: StreamReporter
  readonly bufferedBytes: number
  /** The client declared `functions`. */
  readonly legacy: boolean
  say(delta: JsonObject, finish: string | null, extra: JsonObject | undefined): Frame<WireStreamChunk>
}
