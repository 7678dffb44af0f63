import type { Delta, Extensions, JsonObject, Part } from '@interlingua/core'
import type { WireFrame } from './wire-frame.ts'

/** Parts in, blocks out. */
export interface BlockWriter {
  /** What waits takes so much of memory, about, in UTF-16 units. */
  buffered(): number
  /** What the answer held, as far as its end depends on it. */
  readonly wrote: { readonly call: boolean; readonly refusal: boolean }
  start(part: number, value: Part): readonly WireFrame[]
  delta(part: number, delta: Delta): readonly WireFrame[]
  /** The frame of a delta that the open block can take as it is; `undefined` for any other. */
  speak(part: number, delta: Delta): readonly WireFrame[] | undefined
  end(part: number, extensions: Extensions | undefined): readonly WireFrame[]
  /** An event of ours as it came, in the block that it speaks of. */
  replay(wire: JsonObject): readonly WireFrame[]
  /** Whatever still waits. */
  finish(): readonly WireFrame[]
}
