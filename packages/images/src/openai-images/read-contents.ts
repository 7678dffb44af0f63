import { isJsonObject, pointer, WireError, type Json, type Pointer } from '@interlingua/core'
import type { ImageInput } from '../image-request.ts'
import { format } from './format.ts'
import { readInput } from './input-image.ts'

/** An image context: what was said and shown, of which only the order is lost when texts become one prompt. */
export interface ReadContents {
  readonly texts: readonly string[]
  readonly images: readonly ImageInput[]
  /** How it was spelled: for each entry its role, and for each part the length of its text, or null for an image. */
  readonly spelled: readonly Json[]
  /** Keys that mean nothing here. */
  readonly unknown: readonly Pointer[]
  /** Whether the order or the roles said something that a prompt with images does not. */
  readonly flattened: boolean
}

/** The image-context array, `[{role, parts: [{text} | {image} | {inlineData}]}]`. Throws a WireError at the part that is neither. */
export function readContents(wire: Json): ReadContents {
  if (!Array.isArray(wire)) throw new WireError(format, '/contents', 'must be an array of {role, parts}')
  const texts: string[] = []
  const images: ImageInput[] = []
  const unknown: Pointer[] = []
  let flattened = wire.length > 1
  const spelled = wire.map((entry: Json, index) => {
    const at = pointer('/contents', index)
    if (!isJsonObject(entry) || !Array.isArray(entry['parts'])) throw new WireError(format, at, 'must be an object with parts')
    const { role, parts, ...rest } = entry
    for (const key in rest) unknown.push(pointer(at, key))
    if (role !== undefined && typeof role !== 'string') throw new WireError(format, pointer(at, 'role'), 'must be a string')
    const listed = parts as readonly Json[] // just seen to be an array: its items are JSON
    const lengths = listed.map((part, place) => {
      const where = pointer(at, 'parts', place)
      if (!isJsonObject(part)) throw new WireError(format, where, 'must be an object')
      if (typeof part['text'] !== 'string') {
        images.push(readInput(part, where))
        return null
      }
      for (const key in part) if (key !== 'text') unknown.push(pointer(where, key))
      flattened ||= texts.length > 0
      texts.push(part['text'])
      return part['text'].length
    })
    flattened ||= role !== undefined && role !== 'user'
    return { ...(role !== undefined && { role }), parts: lengths }
  })
  return { texts, images, spelled, unknown, flattened }
}
