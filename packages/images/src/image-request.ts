import type { JsonObject, Node, Source } from '@interlingua/core'

/** A request for images, independent of the vendor. */
export interface ImageRequest extends Node {
  readonly model: string
  readonly prompt?: string
  /** The images to edit or to follow, in order. */
  readonly images?: readonly ImageInput[]
  /** A mask whose transparent parts mark where the first image may be changed. */
  readonly mask?: ImageInput
  /** The number of images; absent, the upstream's default, which lowering states where it is not 1. */
  readonly count?: number
  readonly size?: ImageSize
  /** The aspect ratio, for instance `16:9`. Stands beside `size` only where the size is a class. */
  readonly aspectRatio?: string
  readonly quality?: string
  readonly background?: 'auto' | 'opaque' | 'transparent'
  readonly outputFormat?: string
  /** The compression, from 0 to 100. */
  readonly compression?: number
  /** The form in which the caller wants the images; absent, the default of dialect and model. */
  readonly delivery?: 'url' | 'base64'
  readonly stream?: boolean
  /** The number of previews of each image in a stream. */
  readonly partialImages?: number
  readonly seed?: number
  readonly negativePrompt?: string
  readonly guidance?: number
  /** True for a visible watermark. */
  readonly watermark?: boolean
  /** The rewriting of the prompt by the upstream: on or off, and how thorough. */
  readonly promptRewrite?: { readonly enabled?: boolean; readonly mode?: string }
  /** A group of images that belong together; with `auto` the model decides how many. */
  readonly sequence?: { readonly mode: 'auto' | 'disabled'; readonly most?: number }
  /** The fidelity of an edit to its input. */
  readonly fidelity?: 'low' | 'medium' | 'high' | 'auto'
  readonly moderation?: string
  /** The people that may be shown: `allow_all`, `allow_adult`, `dont_allow`. */
  readonly people?: string
  /** The language of the prompt. */
  readonly language?: string
  readonly user?: string
  /** The hosted tools that the upstream may use (`web-search`). */
  readonly tools?: readonly string[]
  /** DashScope's own `input` and `parameters` in a request of the images endpoint, which go to DashScope verbatim. */
  readonly native?: { readonly input?: JsonObject; readonly parameters?: JsonObject }
}

/** The size of an image. A class such as `2K` leaves the shape to `aspectRatio`, the prompt or the input. */
export type ImageSize =
  | { readonly type: 'pixels'; readonly width: number; readonly height: number }
  | { readonly type: 'class'; readonly name: string }
  | { readonly type: 'auto' }

export interface ImageInput extends Node {
  /** The image as `inline`, `url` or `file`. */
  readonly source: Source
}
