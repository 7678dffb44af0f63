import { pointer, WireError, type Json, type JsonObject } from '@interlingua/core'
import type { ImageInput } from '../image-request.ts'
import { format } from './format.ts'
import { readInput } from './input-image.ts'
import { readContents, type ReadContents } from './read-contents.ts'
import { limits } from './request-schema.ts'

/** The keys of images, in their order of precedence. `image[]` is the spelling of forms. */
const keys = ['image', 'image[]', 'images', 'images[]'] as const

/** The images, mask and image context of a request. */
export interface ReadInputs {
  readonly images: readonly ImageInput[]
  readonly mask?: ImageInput
  readonly contents?: ReadContents
  /** The number of images under each key; null for a single image outside a list. */
  readonly spelled: Readonly<Record<string, number | null>>
}

/** The images that were read already: an image may be tens of megabytes, and the check reads it before the decoder. */
const seen = new WeakMap<JsonObject, ReadInputs>()

/**
 * Reads the images of `wire`, once for each `body` from which it was made. Throws a WireError at a value that is no image, and at the first
 * image above the limit.
 */
export function readInputs(wire: JsonObject, body: JsonObject): ReadInputs {
  const known = seen.get(body)
  if (known !== undefined) return known
  const inputs = collect(wire)
  seen.set(body, inputs)
  return inputs
}

function collect(wire: JsonObject): ReadInputs {
  const images: ImageInput[] = []
  const spelled: Record<string, number | null> = {}
  for (const key of keys) {
    const value = wire[key]
    if (value === undefined || value === null) continue
    const many: readonly Json[] | undefined = Array.isArray(value) ? value : undefined
    spelled[key] = many === undefined ? null : many.length
    if (many === undefined) images.push(readInput(value, pointer('', key)))
    else for (const [index, item] of many.entries()) images.push(readInput(item, pointer('', key, index)))
  }
  const contents = isGiven(wire['contents']) ? readContents(wire['contents']) : undefined
  if (contents !== undefined) images.push(...contents.images)
  const over = images[limits.images]
  if (over !== undefined) throw new WireError(format, over.at ?? '', `there may be at most ${limits.images} images`)
  const mask = isGiven(wire['mask']) ? readInput(wire['mask'], '/mask') : undefined
  return { images, spelled, ...(mask !== undefined && { mask }), ...(contents !== undefined && { contents }) }
}

function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null
}
