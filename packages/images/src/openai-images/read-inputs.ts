import { pointer, WireError, type Json, type JsonObject } from '@interlingua/core'
import type { ImageInput } from '../image-request.ts'
import { format } from './format.ts'
import { readInput } from './input-image.ts'
import { readContents, type ReadContents } from './read-contents.ts'
import { limits } from './request-schema.ts'

/** The keys under which images come, in the order in which they count. `image[]` is the spelling of forms. */
const keys = ['image', 'image[]', 'images', 'images[]'] as const

/** All that a request shows, wherever it stands. */
export interface ReadInputs {
  readonly images: readonly ImageInput[]
  readonly mask?: ImageInput
  readonly contents?: ReadContents
  /** How many images came under each key; null where it was one that stood there by itself. */
  readonly spelled: Readonly<Record<string, number | null>>
}

/** An image may be tens of megabytes, and is looked at when a request is checked and again when it is read. */
const seen = new WeakMap<JsonObject, ReadInputs>()

/** Throws a WireError at what is no image, and at the first image above the limit. `body` is the body as it came, of which `wire` is read. */
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
