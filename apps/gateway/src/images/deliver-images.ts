import { sniffImage, type FailedImage, type ImageItem, type ImageResponse, type MadeImage } from '@interlingua/images'
import { FetchError } from '../media/fetch-error.ts'
import { ResultsError } from '../results/results-error.ts'
import { fetchResult } from './fetch-result.ts'
import type { ImageAttempt } from './image-attempt.ts'

type Asked = Pick<ImageAttempt, 'exchange' | 'target' | 'delivery'>

/**
 * The images as the client wants them: bytes that came by address are fetched, bytes that shall have an address are hosted. One that cannot be
 * had so is a failed image: never is one sent in the other way.
 */
export async function deliverImages(asked: Asked, response: ImageResponse): Promise<ImageResponse> {
  if (response.items.every((item) => isDelivered(asked, item))) return response
  return { ...response, items: await Promise.all(response.items.map((item) => deliverImage(asked, item))) }
}

/** Whether nothing is left to be done for it. */
export function isDelivered({ delivery }: Pick<Asked, 'delivery'>, item: ImageItem): boolean {
  if (item.type === 'failed') return true
  if (!isUsable(item)) return false
  return delivery === undefined || item.source.type === (delivery === 'url' ? 'url' : 'inline')
}

/** What cannot be delivered is a failed image. */
export async function deliverImage(asked: Asked, item: ImageItem): Promise<ImageItem> {
  if (item.type === 'failed' || isDelivered(asked, item)) return item
  const { source } = item
  if (!isUsable(item)) return failed(item, 'result_not_fetched', 'The image was made, but what the upstream gave is no address of one.')
  try {
    return source.type === 'url' ? await inline(asked, item, source.url) : await host(asked, item, source.base64)
  } catch (error) {
    if (error instanceof FetchError)
      return failed(item, 'result_not_fetched', `The image was made, but could not be fetched: ${error.message}.`)
    if (error instanceof ResultsError) return failed(item, 'result_not_kept', 'The image was made, but could not be kept.')
    throw error
  }
}

/** Whoever asks for an address opens it: no script, no file of its own, nothing that hangs on where it stands. */
function isUsable({ source }: MadeImage): boolean {
  return source.type !== 'url' || /^https?:\/\//i.test(source.url)
}

async function inline(asked: Asked, item: MadeImage, url: string): Promise<MadeImage> {
  const { base64, mime } = await fetchResult(asked, url)
  return { ...item, source: { type: 'inline', base64, mime } }
}

async function host({ exchange }: Asked, item: MadeImage, base64: string): Promise<ImageItem> {
  const mime = sniffImage(base64)
  if (mime === undefined) return failed(item, 'result_not_kept', 'What the upstream sent is no image that can be hosted.')
  const { url } = await exchange.gateway.results.keep(Buffer.from(base64, 'base64'), mime, exchange)
  return { ...item, source: { type: 'url', url, mime } }
}

function failed({ at }: MadeImage, code: string, message: string): FailedImage {
  return { type: 'failed', code, message, ...(at !== undefined && { at }) }
}
