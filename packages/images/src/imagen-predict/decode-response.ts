import { pointer, type Context, type JsonObject, type Pointer, type WireReply } from '@interlingua/core'
import type { ImageDecodeState } from '../image-adapter.ts'
import type { FailedImage, ImageData, ImageItem, ImageResponse } from '../image-response.ts'
import { keep } from './format.ts'
import type { WirePredictResponse } from './wire.ts'

const fields = { items: '/predictions' } as const
const filtered = 'rai_filtered'
const readFailed = new Set(['raiFilteredReason'])

/** Decodes an answer. Imagen states filtered images only on request, so that every missing image counts as filtered. */
export function decodeResponse({ body }: WireReply<WirePredictResponse>, _context: Context, sent: ImageDecodeState = {}): ImageResponse {
  const items: ImageItem[] = (body.predictions ?? []).map((prediction, index) => readItem(prediction, pointer('/predictions', index)))
  const asked = sent.request?.count ?? (items.length === 0 ? 1 : 0)
  const missing: FailedImage = { type: 'failed', code: filtered, message: 'the image was filtered', at: '/predictions' }
  const told = items.length
  for (let index = told; index < asked; index++) items.push(missing)
  const hint = told === 0 ? { told, ...(body.predictions === undefined && { bare: true }) } : { told }
  return keep({ items, at: '', fields }, body, new Set(['predictions']), told === items.length ? undefined : hint)
}

function readItem(wire: JsonObject, at: Pointer): ImageItem {
  const { bytesBase64Encoded: base64, gcsUri, mimeType, prompt, raiFilteredReason: reason } = wire
  const mime = typeof mimeType === 'string' ? { mime: mimeType } : {}
  const known = new Set(['mimeType'])
  let source: ImageData | undefined
  if (typeof base64 === 'string' && base64 !== '') source = { type: 'inline', base64, ...mime }
  else if (typeof gcsUri === 'string' && gcsUri !== '') source = { type: 'url', url: gcsUri, ...mime }
  if (source === undefined) {
    const message = typeof reason === 'string' && reason !== '' ? reason : 'the image was filtered'
    return keep({ type: 'failed', code: filtered, message, at }, wire, readFailed, reason === '' ? { silent: true } : undefined)
  }
  known.add(source.type === 'inline' ? 'bytesBase64Encoded' : 'gcsUri')
  const revised = typeof prompt === 'string' && prompt !== ''
  if (revised) known.add('prompt')
  const hint = typeof mimeType === 'string' ? undefined : { untyped: true }
  return keep({ type: 'image', source, at, ...(revised && { revisedPrompt: prompt }) }, wire, known, hint)
}
