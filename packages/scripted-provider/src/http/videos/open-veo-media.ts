import { refuseContents } from '../../contents/refuse-contents.ts'
import type { VeoMedia } from '../../videos/veo-shape.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { paint } from '../paint/paint.ts'
import { readImage } from '../paint/read-image.ts'

/** Opens an inline image. An image in storage, which only Vertex reads, is replaced by a drawing. */
export async function openVeoMedia(media: VeoMedia, field: string, vertex: boolean): Promise<Bitmap> {
  const { bytesBase64Encoded: base64, gcsUri: uri, mimeType: mime } = media
  if ((base64 === undefined) === (uri === undefined) || mime === undefined)
    throw refused('exactly one of `bytesBase64Encoded` and `gcsUri`, with its `mimeType`, is required', field)
  if (base64 !== undefined) {
    if (!/^image\/(?:png|jpeg|webp)$/.test(mime)) throw refused(`unsupported mime type ${mime}`, field)
    const bitmap = await readImage(Buffer.from(base64, 'base64'))
    if (!bitmap) throw refused('unable to process the input image', field)
    return bitmap
  }
  if (!vertex) throw refused("`gcsUri` isn't supported by this model", field)
  if (!uri?.startsWith('gs://')) throw refused('an address must begin with gs://', field)
  return paint({ width: 320, height: 180, prompt: `Not fetched: ${uri}`, label: 'Demo provider', seed: uri, mime: 'image/png' })
}

function refused(why: string, field: string): Refusal {
  return new Refusal(refuseContents(`Invalid value at '${field}': ${why}.`, field))
}
