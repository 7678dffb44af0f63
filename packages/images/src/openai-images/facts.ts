import type { Json, JsonObject } from '@interlingua/core'
import type { ImageFacts } from '../image-response.ts'

const spelled = [
  ['size', 'size'],
  ['quality', 'quality'],
  ['background', 'background'],
  ['output_format', 'outputFormat'],
] as const

/** The keys that describe the made image. */
export const factKeys: readonly string[] = spelled.map(([key]) => key)

/** Reads the facts about images from an answer, an item or an event. */
export function readFacts(wire: JsonObject): { readonly made?: ImageFacts } {
  let made: Record<string, string> | undefined
  for (const [key, field] of spelled) {
    const value = wire[key]
    if (typeof value === 'string') (made ??= {})[field] = value
  }
  return made === undefined ? {} : { made }
}

export function encodeFacts(wire: Record<string, Json>, made: ImageFacts | undefined): void {
  if (made === undefined) return
  for (const [key, field] of spelled) {
    const value = made[field]
    if (value !== undefined) wire[key] = value
  }
}
