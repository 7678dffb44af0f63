import type { Json, Pointer } from '@interlingua/core'
import { boxOf, hintOf, withRest } from '../box.ts'
import type { Draft } from '../draft.ts'
import type { FailedImage, ImageFacts, ImageItem, MadeImage } from '../image-response.ts'
import { format } from './format.ts'
import type { WireArkItem } from './wire.ts'

const failedKeys: ReadonlySet<string> = new Set(['error'])
const urlKeys: ReadonlySet<string> = new Set(['url', 'size', 'output_format'])
const inlineKeys: ReadonlySet<string> = new Set(['b64_json', 'size', 'output_format'])

/** An image, or why there is none; undefined for an item that is neither. */
export function decodeItem(wire: WireArkItem, at: Pointer): ImageItem | undefined {
  return decodeImage(wire, at) ?? decodeFailed(wire, at)
}

/** Relays print both keys, one of them empty. `bookkeeping`: keys that are no part of the image, kept for the same dialect alone. */
export function decodeImage(wire: WireArkItem, at: Pointer, bookkeeping: readonly string[] = []): MadeImage | undefined {
  const { url, b64_json: base64, size, output_format: file } = wire
  const mime = typeof file === 'string' && file !== '' ? `image/${file}` : undefined
  const known = mime === undefined ? {} : { mime }
  const made: Draft<ImageFacts> = {}
  if (typeof size === 'string' && size !== '') made.size = size
  if (typeof file === 'string' && file !== '') made.outputFormat = file
  const facts = made.size === undefined && made.outputFormat === undefined ? {} : { made }
  if (typeof base64 === 'string' && base64 !== '') {
    const read = new Set([...inlineKeys, ...bookkeeping])
    return {
      type: 'image',
      source: { type: 'inline', base64, ...known },
      ...facts,
      at,
      ...boxOf(format, wire, read, hintOfKeys(wire, bookkeeping)),
    }
  }
  if (typeof url !== 'string' || url === '') return undefined
  const read = new Set([...urlKeys, ...bookkeeping])
  return {
    type: 'image',
    source: { type: 'url', url, ...known },
    ...facts,
    at,
    ...boxOf(format, wire, read, hintOfKeys(wire, bookkeeping)),
  }
}

export function decodeFailed(wire: WireArkItem, at: Pointer, bookkeeping: readonly string[] = []): FailedImage | undefined {
  const { error } = wire
  if (error === undefined || error === null) return undefined
  const { code, message, ...more } = error
  const left = Object.keys(more).length === 0 ? wire : { ...wire, error: more }
  const read = new Set([...(left === wire ? failedKeys : []), ...bookkeeping])
  return {
    type: 'failed',
    code: code === undefined || code === null ? '' : String(code),
    message: message ?? '',
    at,
    ...boxOf(format, left, read, hintOfKeys(wire, bookkeeping)),
  }
}

export function encodeItem(item: ImageItem): WireArkItem {
  const wire: Record<string, Json> = {}
  if (item.type === 'failed') {
    wire['error'] = { code: item.code, message: item.message }
    return withRest(wire, item, format)
  }
  if (item.source.type === 'url') wire['url'] = item.source.url
  else wire['b64_json'] = item.source.base64
  if (item.made?.size !== undefined) wire['size'] = item.made.size
  const file = item.made?.outputFormat
  if (file !== undefined) wire['output_format'] = file
  return withRest(wire, item, format)
}

/** What an item of a stream was beside the image. */
export function bookkeepingOf(item: ImageItem, key: string): Json | undefined {
  return hintOf(item, format, key)
}

function hintOfKeys(wire: WireArkItem, keys: readonly string[]): Record<string, Json> | undefined {
  let hint: Record<string, Json> | undefined
  for (const key of keys) {
    const value = wire[key]
    if (value !== undefined) (hint ??= {})[key] = value
  }
  return hint
}
