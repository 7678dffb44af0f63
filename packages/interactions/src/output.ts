import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, OutputFormat, OutputOptions } from '@interlingua/core'
import { hasKeys, sameJson } from '@interlingua/core/adapter'

type Modality = NonNullable<OutputOptions['modalities']>[number]
export type Output = { -readonly [K in keyof OutputOptions]: OutputOptions[K] }

const modalities: ReadonlySet<Json> = new Set(['text', 'image', 'audio'])

export function isModality(word: Json): word is Modality {
  return modalities.has(word)
}

/** Output that `response_format` asks for, and the members that no field of the model says; `undefined`: nothing of it is known. */
export function decodeFormats(
  given: Json,
): { readonly output: Pick<OutputOptions, 'format' | 'image' | 'modalities'>; readonly left: JsonObject } | undefined {
  const list: readonly Json[] = Array.isArray(given) ? given : [given]
  const output: Output = {}
  let left: JsonObject = {}
  const found: Modality[] = []
  for (const entry of list) {
    if (!isJsonObject(entry)) return undefined
    const { type, ...members } = entry
    if (!isModality(type ?? '') || found.includes(type as Modality)) return undefined // a modality, as just seen
    found.push(type as Modality) // a modality
    if (type === 'text') {
      const { mime_type: mime, schema, ...others } = members
      if (schema !== undefined && !isJsonObject(schema)) return undefined
      if (mime !== undefined && mime !== 'application/json' && mime !== 'text/plain') return undefined
      output.format = schema ? { type: 'json-schema', schema } : { type: mime === 'application/json' ? 'json' : 'text' }
      left = others
    } else if (type === 'image') {
      const image = decodeImage(members)
      if (image === undefined) return undefined
      if (hasKeys(image)) output.image = image
    } else if (hasKeys(members)) return undefined
  }
  // The keys of one entry among several have no place of their own.
  if (list.length > 1 && hasKeys(left)) return undefined
  if (found.some((modality) => modality !== 'text')) output.modalities = found
  return { output, left }
}

/** Settings of an image as contents has them; `undefined`: there are others. */
export function decodeImage(wire: JsonObject): JsonObject | undefined {
  const { aspect_ratio: aspectRatio, image_size: imageSize, ...others } = wire
  if (hasKeys(others)) return undefined
  return { ...(aspectRatio !== undefined && { aspectRatio }), ...(imageSize !== undefined && { imageSize }) }
}

export function encodeImage({ aspectRatio, imageSize }: JsonObject): JsonObject {
  return { ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }), ...(imageSize !== undefined && { image_size: imageSize }) }
}

/** `was`: the member as it came, which is printed again while it says the same. */
export function encodeFormats(output: OutputOptions, was: Json | undefined): Json | undefined {
  const { format, image, modalities: asked } = output
  const read = was === undefined ? undefined : decodeFormats(was)
  if (read && same(read.output.format, format) && (read.output.modalities === undefined || same(read.output.modalities, asked))) return was
  if (format === undefined || format.type === 'text') return undefined
  const text = encodeFormat(format)
  return read?.output.modalities ? [text, { type: 'image', ...encodeImage(image ?? {}) }] : text
}

function same(one: Json | OutputFormat | undefined, other: Json | OutputFormat | undefined): boolean {
  return sameJson(one ?? null, other ?? null)
}

function encodeFormat(format: Exclude<OutputFormat, { type: 'text' }>): JsonObject {
  return { type: 'text', mime_type: 'application/json', ...(format.type === 'json-schema' && { schema: format.schema }) }
}
