import type { Failure } from '@interlingua/core'
import type { FailedImage, ImageUsage, GeneratedImage } from './image-response.ts'

/**
 * An event of a stream of images, in which `index` counts the images of the request from 0. Every stream ends with exactly one `end` or
 * `failure`, also a stream that is cut.
 */
export type ImageEvent =
  | {
      readonly type: 'partial'
      readonly index: number
      readonly partialIndex: number
      readonly image: GeneratedImage
      readonly createdAt?: number
    }
  | { readonly type: 'image'; readonly index: number; readonly image: GeneratedImage; readonly createdAt?: number }
  | { readonly type: 'failed'; readonly index: number; readonly item: FailedImage }
  | { readonly type: 'end'; readonly usage?: ImageUsage }
  | { readonly type: 'failure'; readonly failure: Failure }
