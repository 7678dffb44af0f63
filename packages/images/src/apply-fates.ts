import { pointer, type Context, type Format, type Json, type Node, type Pointer } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageFates } from './fates.ts'
import type { ImageInput, ImageRequest } from './image-request.ts'
import { notice, type NoticeCode } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'

type Field = keyof ImageFates
type Leftover = Readonly<Partial<Record<Field, unknown>>>

/**
 * The request without the fields that `format` does not carry, each reported at the caller's field, and without the extensions of other
 * formats, whose keys are reported too. Called at the end of lowering, so that a field which lowering turned into something legal is not
 * reported.
 */
export function applyFates(request: ImageRequest, format: Format, fates: ImageFates, context: Context): ImageRequest {
  const kept: Record<string, unknown> = { ...request }
  for (const name in fates) {
    const field = name as Field // the keys of the table itself
    const fate = fates[field]
    if (fate === 'carried' || (request as Leftover)[field] === undefined) continue // the table names fields of a request
    delete kept[field]
    if (saysNothing(request, field)) continue
    for (const path of placesOf(request, field)) context.onNotice(notice(fate satisfies NoticeCode, path))
  }
  const lowered = kept as unknown as ImageRequest // a request without some of its optional fields
  return withImages(withOwnExtension(lowered, format, request.at ?? '', context), format, context)
}

/** True for a value that changes nothing, so that to leave it out needs no notice. */
function saysNothing({ stream, partialImages, count, sequence, size }: ImageRequest, field: Field): boolean {
  switch (field) {
    case 'stream':
      return stream === false
    case 'partialImages':
      return partialImages === 0 || stream !== true
    case 'count':
      return count === 1
    case 'sequence':
      return sequence?.mode === 'disabled' && sequence.most === undefined
    case 'size':
      return size?.type === 'auto'
    default:
      return false
  }
}

/** The places to report: each image has its own, and the size of a group may have another than the group. */
function placesOf(request: ImageRequest, field: Field): readonly Pointer[] {
  if (field === 'sequence' && request.sequence?.most !== undefined) return [...new Set([placeOf(request, field), placeOfMost(request)])]
  if (field !== 'images') return [placeOf(request, field)]
  const places = (request.images ?? []).map(({ at }) => at ?? placeOf(request, 'images'))
  return [...new Set(places)]
}

function withImages(request: ImageRequest, format: Format, context: Context): ImageRequest {
  const { images, mask } = request
  const own = (image: ImageInput): ImageInput => withOwnExtension(image, format, image.at ?? '', context)
  if (images === undefined && mask === undefined) return request
  return { ...request, ...(images !== undefined && { images: images.map(own) }), ...(mask !== undefined && { mask: own(mask) }) }
}

function withOwnExtension<T extends Node>(node: T, format: Format, at: Pointer, context: Context): T {
  if (node.extensions === undefined) return node
  const read = Object.values(node.fields ?? {})
  for (const owner in node.extensions) {
    if (owner === format) continue
    const rest = node.extensions[owner]?.rest
    for (const key in rest) reportKey(rest[key], pointer('', key), at, read, context)
  }
  const own = node.extensions[format]
  const { extensions: _, ...bare } = node
  return (own === undefined ? bare : { ...bare, extensions: { [format]: own } }) as T // T's own keys, its box aside
}

/** Reports a key, or where the decoder read some keys of its object, every other key of that object by itself. */
function reportKey(value: Json | undefined, path: Pointer, at: Pointer, read: readonly Pointer[], context: Context): void {
  const isRead = typeof value === 'object' && value !== null && read.some((place) => place.startsWith(`${path}/`))
  if (!isRead) return context.onNotice(notice('foreign-field', `${at}${path}`))
  for (const [key, inner] of Object.entries<Json>(value)) reportKey(inner, pointer(path, key), at, read, context)
}
