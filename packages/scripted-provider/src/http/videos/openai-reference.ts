import type { Size } from '../../images/size.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { VideoBody } from '../../videos/openai-video-shapes.ts'
import type { DemoRequest } from '../demo-request.ts'
import { openInput } from '../media/open-input.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { readImage } from '../paint/read-image.ts'

const param = 'input_reference'
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Opens the image of a form, which must have the size of the video. */
export async function openReferenceFile(file: File, size: Size): Promise<Bitmap> {
  if (!types.has(file.type))
    throw refused(
      `Invalid file '${param}': unsupported mimetype ('${file.type || 'application/octet-stream'}'). Supported file formats are 'image/jpeg', 'image/png', and 'image/webp'.`,
      'unsupported_file_mimetype',
    )
  const bitmap = await readImage(new Uint8Array(await file.arrayBuffer()))
  if (!bitmap) throw refused('Invalid image data.', 'invalid_image_file')
  return file.type === 'image/webp' ? bitmap : fitting(bitmap, size)
}

/** Opens the image that a JSON body names. The size of an image by URL is not checked. */
export async function openReference(
  { image_url: url, file_id: file }: NonNullable<VideoBody['input_reference']>,
  size: Size,
  demoRequest: DemoRequest,
): Promise<Bitmap> {
  if ((url === undefined) === (file === undefined))
    throw refused(`Invalid '${param}': exactly one of 'image_url' and 'file_id' is required.`, 'invalid_value')
  if (url === undefined) throw refused(`No such File object: ${file ?? ''}`, 'invalid_value')
  const bitmap = await openInput(url, demoRequest)
  if (bitmap === 'unreadable') throw refused('Invalid image data.', 'invalid_image_file')
  if (bitmap === 'not-found') throw refused('Error while downloading file. Upstream status code: 404.', 'invalid_value')
  return url.startsWith('data:') && !url.startsWith('data:image/webp') ? fitting(bitmap, size) : bitmap
}

function fitting(bitmap: Bitmap, { width, height }: Size): Bitmap {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  throw refused('Inpaint image must match the requested width and height', 'invalid_value')
}

function refused(message: string, code: string): Refusal {
  return new Refusal(refuseResponses(message, param, code))
}
