import type { Json, Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { FailedImage, ImageData, ImageFacts, ImageItem, GeneratedImage } from '../image-response.ts'
import { hintOf, keep, restore } from './format.ts'
import type { WireArkItem } from './wire.ts'

/** The keys of a stream's event that do not belong to its image, kept as a hint for the same dialect. */
const bookkeeping = ['type', 'model', 'created', 'image_index', 'partial_image_index'] as const

const ofItem = {
  url: new Set(['url', 'size', 'output_format']),
  inline: new Set(['b64_json', 'size', 'output_format']),
  failed: new Set(['error']),
}
const ofEvent = {
  url: new Set([...ofItem.url, ...bookkeeping]),
  inline: new Set([...ofItem.inline, ...bookkeeping]),
  failed: new Set([...ofItem.failed, ...bookkeeping]),
}

/** Decodes an item to an image or a failure; `undefined` for an item that has neither. */
export function decodeItem(wire: WireArkItem, at: Pointer): ImageItem | undefined {
  return decodeImage(wire, at) ?? decodeFailed(wire, at)
}

/** Decodes an image by its base64, or else by its URL: relays write both keys, one of them empty. */
export function decodeImage(wire: WireArkItem, at: Pointer, stands: 'document' | 'stream' = 'document'): GeneratedImage | undefined {
  const { url, b64_json: base64 } = wire
  const inline = typeof base64 === 'string' && base64 !== ''
  if (!inline && (typeof url !== 'string' || url === '')) return undefined
  const made = factsOf(wire)
  const source: Draft<ImageData> = inline ? { type: 'inline', base64 } : { type: 'url', url: url ?? '' }
  if (made?.outputFormat !== undefined) source.mime = `image/${made.outputFormat}`
  const image: Draft<GeneratedImage> = { type: 'image', source, at }
  if (made !== undefined) image.made = made
  const keys = stands === 'stream' ? ofEvent : ofItem
  return keep(image, wire, inline ? keys.inline : keys.url, stands === 'stream' ? hintOfEvent(wire) : undefined)
}

function factsOf({ size, output_format: file }: WireArkItem): ImageFacts | undefined {
  const made: Draft<ImageFacts> = {}
  if (typeof size === 'string' && size !== '') made.size = size
  if (typeof file === 'string' && file !== '') made.outputFormat = file
  return made.size === undefined && made.outputFormat === undefined ? undefined : made
}

export function decodeFailed(wire: WireArkItem, at: Pointer, stands: 'document' | 'stream' = 'document'): FailedImage | undefined {
  const { error } = wire
  if (error === undefined || error === null) return undefined
  const { code, message, ...more } = error
  const keys = stands === 'stream' ? ofEvent : ofItem
  const whole = Object.keys(more).length === 0
  return keep<FailedImage>(
    {
      type: 'failed',
      code: code === undefined || code === null ? '' : String(code),
      message: message ?? '',
      at,
    },
    whole ? wire : { ...wire, error: more },
    whole ? keys.failed : new Set([...keys.failed].filter((key) => key !== 'error')),
    stands === 'stream' ? hintOfEvent(wire) : undefined,
  )
}

export function encodeItem(item: ImageItem): WireArkItem {
  const wire: Record<string, Json> = {}
  if (item.type === 'failed') {
    wire['error'] = { code: item.code, message: item.message }
    return restore(wire, item)
  }
  if (item.source.type === 'url') wire['url'] = item.source.url
  else wire['b64_json'] = item.source.base64
  if (item.made?.size !== undefined) wire['size'] = item.made.size
  const file = item.made?.outputFormat
  if (file !== undefined) wire['output_format'] = file
  return restore(wire, item)
}

/** A value of the stream's event in which the item stood. */
export function bookkeepingOf(item: ImageItem, key: string): Json | undefined {
  return hintOf(item)[key]
}

function hintOfEvent(wire: WireArkItem): Record<string, Json> {
  const hint: Record<string, Json> = {}
  for (const key of bookkeeping) {
    const value = wire[key]
    if (value !== undefined) hint[key] = value
  }
  return hint
}
