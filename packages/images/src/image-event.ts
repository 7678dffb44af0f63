import type { Failure } from '@interlingua/core'
import type { FailedImage, ImageUsage, MadeImage } from './image-response.ts'

/**
 * A stream of images. `index` counts the images of the request from 0. Every stream ends with exactly one `end` or `failure`; one that is cut
 * is a failure.
 */
export type ImageEvent =
  | {
      readonly type: 'partial'
      readonly index: number
      readonly partialIndex: number
      readonly image: MadeImage
      readonly createdAt?: number
    }
  | { readonly type: 'image'; readonly index: number; readonly image: MadeImage; readonly createdAt?: number }
  | { readonly type: 'failed'; readonly index: number; readonly item: FailedImage }
  | { readonly type: 'end'; readonly usage?: ImageUsage }
  | { readonly type: 'failure'; readonly failure: Failure }
