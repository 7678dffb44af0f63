import type { Frame, JsonObject } from '@interlingua/core'
import type { ChunkChoice } from './chunk-choice.ts'

/** The same chunk with changes to its choice. */
export function withChoice({ chunk, choice }: ChunkChoice, changes: JsonObject): Frame<unknown> {
  return { type: 'event', wire: { ...chunk, choices: [{ ...choice, ...changes }] } }
}
