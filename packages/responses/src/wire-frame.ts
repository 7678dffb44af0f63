import type { Frame } from '@interlingua/core'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** One event on its way out. */
export type WireFrame = Frame<WireStreamEvent>
