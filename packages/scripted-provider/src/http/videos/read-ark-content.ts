import { refuseArk } from '../../images/refuse-ark.ts'
import { arkVideoModel } from '../../videos/ark-video-model.ts'
import type { ArkVideoBody, ArkVideoItem } from '../../videos/ark-video-shape.ts'
import type { DemoRequest } from '../demo-request.ts'
import { openInput } from '../media/open-input.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'

/** The inputs of a video. */
export interface ArkContent {
  /** All texts, joined. */
  readonly prompt: string
  readonly images: readonly Bitmap[]
  /** The id of the draft's task. */
  readonly draft?: string
}

const mostImages = 9
const mostOthers = 3
const leastSide = 300
const mostSide = 6000

/** Reads the items of a request. Throws a Refusal for items that exclude each other or that the model does not take. */
export async function readArkContent({ model, content }: ArkVideoBody, demoRequest: DemoRequest): Promise<ArkContent> {
  const able = arkVideoModel(model)
  const prompt = content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  const draft = content.find((item) => item.type === 'draft_task')
  if (draft) {
    if (!able.drafts) throw refused('draft_task is not supported by the model')
    if (content.some(({ type }) => type !== 'draft_task' && type !== 'text')) throw refused('draft_task cannot stand beside other inputs')
    return { prompt, images: [], draft: draft.draft_task.id }
  }
  const images = content.filter((item) => item.type === 'image_url')
  const others = content.filter((item) => item.type === 'video_url' || item.type === 'audio_url')
  checkRoles(images, others, able)
  checkAddresses(content, able.references)
  if (images.length === 0 && others.length === 0 && prompt.trim() === '') throw refused('at least one text or image is required')
  const opened: Bitmap[] = []
  for (const { image_url: image } of inOrder(images)) opened.push(await openImage(image.url, demoRequest))
  return { prompt, images: opened }
}

type Image = Extract<ArkVideoItem, { type: 'image_url' }>
type Other = Extract<ArkVideoItem, { type: 'video_url' | 'audio_url' }>

function checkRoles(
  images: readonly Image[],
  others: readonly Other[],
  able: { readonly references: boolean; readonly lastFrame: boolean },
): void {
  const count = (role: string | undefined): number => images.filter((image) => image.role === role).length
  const [firsts, lasts, references, bare] = [count('first_frame'), count('last_frame'), count('reference_image'), count(undefined)]
  const frames = firsts + lasts + bare
  if (references + others.length > 0) {
    if (!able.references) throw refused('reference media are not supported by the model')
    if (frames > 0) throw refused('first and last frames cannot be mixed with reference media')
    if (references > mostImages) throw refused(`at most ${mostImages} reference images are allowed`)
    for (const type of ['video_url', 'audio_url'] as const)
      if (others.filter((one) => one.type === type).length > mostOthers) throw refused(`at most ${mostOthers} of ${type} are allowed`)
    if (references === 0 && others.every(({ type }) => type === 'audio_url'))
      throw refused('reference audio needs at least one reference image or video')
    return
  }
  if (frames === 0 || (frames === 1 && lasts === 0)) return
  if (firsts !== 1 || lasts !== 1 || bare > 0) throw refused('two images must have the roles first_frame and last_frame')
  if (!able.lastFrame) throw refused('last_frame is not supported by the model')
}

function checkAddresses(content: readonly ArkVideoItem[], assets: boolean): void {
  for (const item of content) {
    const url =
      item.type === 'image_url'
        ? item.image_url.url
        : item.type === 'video_url'
          ? item.video_url.url
          : item.type === 'audio_url'
            ? item.audio_url.url
            : undefined
    if (url === undefined) continue
    const kind = item.type.slice(0, 5)
    if (url.startsWith('asset://')) {
      if (!assets) throw refused('assets are not supported by the model')
    } else if (url.startsWith('data:')) {
      if (kind === 'video') throw refused('a video must be an address or an asset, not base64')
      if (!new RegExp(`^data:${kind}/[a-z0-9+.-]+;base64,`).test(url))
        throw refused(`a data URL must read data:${kind}/<format in lower case>;base64,…`)
    } else if (!/^https?:\/\/./.test(url)) throw refused('an address must begin with http://, https://, data: or asset://')
  }
}

/** The images with the first frame before the last one. */
function inOrder(images: readonly Image[]): readonly Image[] {
  return [...images.filter(({ role }) => role !== 'last_frame'), ...images.filter(({ role }) => role === 'last_frame')]
}

async function openImage(url: string, demoRequest: DemoRequest): Promise<Bitmap> {
  const bitmap = await openInput(url.replace(/^asset:/, 'https:'), demoRequest)
  if (bitmap === 'unreadable') throw refused('invalid image')
  if (bitmap === 'not-found') throw refused('resource download failed')
  const { width, height } = bitmap
  // A WebP image counts as one pixel, whose real size is unknown.
  if (width === 1 && height === 1 && url.startsWith('data:image/webp')) return bitmap
  if (Math.min(width, height) < leastSide || Math.max(width, height) > mostSide)
    throw refused(`image sides must be from ${leastSide} to ${mostSide} pixels, got ${width}x${height}`)
  if (width / height < 0.4 || width / height > 2.5) throw refused(`the aspect ratio of an image must be from 0.4 to 2.5`)
  return bitmap
}

function refused(why: string): Refusal {
  return new Refusal(refuseArk(`The parameter \`content\` specified in the request is not valid: ${why}.`, 'content'))
}
