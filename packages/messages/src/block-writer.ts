import type { Delta, Extensions, JsonObject, Part } from '@interlingua/core'
import type { WireFrame } from './wire-frame.ts'

/** Writes parts as blocks. */
export interface BlockWriter {
  /** Memory of waiting deltas, estimated in UTF-16 units. */
  buffered(): number
  /** Content of the response that decides its end. */
  readonly wrote: { readonly call: boolean; readonly refusal: boolean }
  start(part: number, value: Part): readonly WireFrame[]
  delta(part: number, delta: Delta): readonly WireFrame[]
  /** Frame of a delta that the open block can take as it is; `undefined` for any other. */
  writeText(part: number, delta: Delta): readonly WireFrame[] | undefined
  end(part: number, extensions: Extensions | undefined): readonly WireFrame[]
  /** Replays an event of this format in the block that it belongs to. */
  replay(wire: JsonObject): readonly WireFrame[]
  /** Writes everything that still waits. */
  finish(): readonly WireFrame[]
}
