import { isJsonObject, pointer, WireError, type Json, type Pointer } from '@interlingua/core'
import type { ImageInput } from '../image-request.ts'
import { format } from './format.ts'
import { readInput } from './input-image.ts'

/** The texts and images of an image context. Joining the texts to one prompt loses only their order among the images. */
export interface ReadContents {
  readonly texts: readonly string[]
  readonly images: readonly ImageInput[]
  /** The spelling of the context: the role of each entry, and for each part the length of its text, or null for an image. */
  readonly spelled: readonly Json[]
  /** The places of keys without a meaning in a context. */
  readonly unknown: readonly Pointer[]
  /** True where order or roles meant more than a prompt with images does. */
  readonly flattened: boolean
}

/**
 * Reads the image context, `[{role, parts: [{text} | {image} | {inlineData}]}]`. Throws a WireError at a part that is neither text nor
 * image.
 */
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
