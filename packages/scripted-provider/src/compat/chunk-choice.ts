import { isJsonObject } from '@interlingua/core'
import type { Frame, Json, JsonObject } from '@interlingua/core'

/** The single choice of a chat chunk, with its delta. A chunk of the demo has at most one choice. */
export interface ChunkChoice {
  readonly chunk: JsonObject
  readonly choice: JsonObject
  readonly delta: JsonObject
  readonly finished: boolean
}

/** Reads the choice of a frame; `undefined` for a frame without one, such as `[DONE]`, usage or an error. */
export function chunkChoice(frame: Frame<unknown>): ChunkChoice | undefined {
  if (frame.type !== 'event' || !isJsonObject(frame.wire)) return undefined
  const choices = frame.wire['choices']
  const choice = Array.isArray(choices) ? (choices[0] as Json | undefined) : undefined // Array.isArray widens to any[]
  if (!isJsonObject(choice)) return undefined
  const delta = isJsonObject(choice['delta']) ? choice['delta'] : {}
  return { chunk: frame.wire, choice, delta, finished: typeof choice['finish_reason'] === 'string' }
}
