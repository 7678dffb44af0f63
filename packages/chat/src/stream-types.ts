import type { Context, Delta, Frame, JsonObject, Part, Reversals, StreamEvent } from '@interlingua/core'
import type { StreamReporter } from './report-response.ts'
import type { WireStreamChunk } from './wire/response.ts'

/** State that all choices of a stream share, and that of one. */
export interface ChoiceSetting {
  readonly index: number
  readonly responseId: string
  readonly vendor: string | undefined
  readonly reversals: Reversals | undefined
  /** Counter of part numbers over all choices. */
  readonly counter: { parts: number; readonly limit: number }
  readonly bufferedBytes: number
}

/** Opens parts of one choice and keeps them open until the finish reason, since chunks do not mark the end of a part. */
export interface PartEmitter {
  /** Emits a part that the wire sends whole. */
  whole(value: Part, events: StreamEvent[]): void
  open(value: Part, events: StreamEvent[]): number
  delta(part: number, delta: Delta, events: StreamEvent[]): void
  /** Keeps unknown keys that come after the part began; they are emitted with its end. */
  late(part: number, rest: JsonObject): void
  end(part: number, events: StreamEvent[]): void
}

/** State that the writer of a choice shares with those of its parts. */
export interface WriterSetting {
  readonly context: Context
  readonly reporter: StreamReporter
  readonly bufferedBytes: number
  /** True if the client declared `functions`. */
  readonly legacy: boolean
  say(delta: JsonObject, finish: string | null, extra: JsonObject | undefined): Frame<WireStreamChunk>
}
