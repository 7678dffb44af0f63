import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { DemoRequest } from '../demo-request.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { readImage } from '../paint/read-image.ts'
import { openInput } from './open-input.ts'
import type { EditForm } from './read-edit-form.ts'
import { refuseImage } from './refuse-image.ts'
import { Refusal } from './refusal.ts'

/** The images of an edit, opened. */
export interface EditInputs {
  readonly images: readonly Bitmap[]
  readonly mask?: Bitmap
}

interface Reference {
  readonly image_url?: string | undefined
  readonly file_id?: string | undefined
}

/** Opens the files of a form. Throws a Refusal for a file that is no image, and for a mask that does not fit. */
export async function openFormInputs({ images, mask }: Pick<EditForm, 'images' | 'mask'>): Promise<EditInputs> {
  const opened: Bitmap[] = []
  for (const image of images) opened.push(await openFile(image, 'image'))
  return checkMask(opened, mask && (await openFile(mask, 'mask')))
}

/** Opens the images that a JSON body names. */
export async function openReferences(
  images: readonly Reference[],
  mask: Reference | undefined,
  demoRequest: DemoRequest,
): Promise<EditInputs> {
  if (images.length === 0 || images.length > 16)
    throw new Refusal(refuseResponses("Invalid 'images': expected from 1 to 16 images.", 'images', 'invalid_value'))
  const opened: Bitmap[] = []
  for (const [i, image] of images.entries()) opened.push(await openReference(image, `images[${i}]`, demoRequest))
  return checkMask(opened, mask && (await openReference(mask, 'mask', demoRequest)))
}

async function openFile(file: File, param: string): Promise<Bitmap> {
  const bitmap = await readImage(new Uint8Array(await file.arrayBuffer()))
  if (!bitmap) throw invalid(param)
  return bitmap
}

async function openReference({ image_url: url, file_id: file }: Reference, param: string, demoRequest: DemoRequest): Promise<Bitmap> {
  if ((url === undefined) === (file === undefined))
    throw new Refusal(refuseResponses(`Invalid '${param}': exactly one of 'image_url' and 'file_id' is required.`, param, 'invalid_value'))
  if (url === undefined) throw new Refusal(refuseResponses(`No such File object: ${file ?? ''}`, `${param}.file_id`, 'invalid_value'))
  const bitmap = await openInput(url, demoRequest)
  if (bitmap === 'unreadable') throw invalid(`${param}.image_url`)
  if (bitmap === 'not-found')
    throw new Refusal(refuseResponses('Error while downloading file. Upstream status code: 404.', 'url', 'invalid_value'))
  return bitmap
}

function checkMask(images: readonly Bitmap[], mask: Bitmap | undefined): EditInputs {
  const [first] = images
  if (!mask || !first) return { images }
  if (mask.width !== first.width || mask.height !== first.height)
    throw new Refusal(
      refuseImage(
        `Invalid mask image: its size (${mask.width}x${mask.height}) does not match the size of the image (${first.width}x${first.height}).`,
        'mask',
        'invalid_image_file',
      ),
    )
  if (!mask.data.some((value, i) => i % 4 === 3 && value < 255))
    throw new Refusal(refuseImage('Invalid mask image format - mask image missing alpha channel', 'mask', 'invalid_image_file'))
  return { images, mask }
}

function invalid(param: string): Refusal {
  return new Refusal(refuseImage('Invalid image data.', param, 'invalid_image_file'))
}
