import type { Frame } from '@interlingua/core'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** Event on its way to the wire. */
export type WireFrame = Frame<WireStreamEvent>
