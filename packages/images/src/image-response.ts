import type { Node, Usage } from '@interlingua/core'

/** The answer of an upstream: the images, and a failure for each image that was not made. */
export interface ImageResponse extends Node {
  /** The time in milliseconds since the epoch; absent where the upstream states none. */
  readonly createdAt?: number
  readonly model?: string
  /** The items in the upstream's order. A failed item keeps its place. */
  readonly items: readonly ImageItem[]
  /** The facts that the upstream states about all images. */
  readonly made?: ImageFacts
  readonly usage?: ImageUsage
}

export type ImageItem = GeneratedImage | FailedImage

export interface GeneratedImage extends Node {
  readonly type: 'image'
  readonly source: ImageData
  readonly revisedPrompt?: string
  readonly made?: ImageFacts
}

/** An image that was refused or failed. `code` is the upstream's own word. */
export interface FailedImage extends Node {
  readonly type: 'failed'
  readonly code: string
  readonly message: string
}

/** The image as a URL or as bytes. Without `mime` the upstream stated no type, which can be read from the bytes. */
export type ImageData =
  | { readonly type: 'url'; readonly url: string; readonly mime?: string }
  | { readonly type: 'inline'; readonly base64: string; readonly mime?: string }

/** The facts about an image, in the upstream's wording. */
export interface ImageFacts {
  readonly size?: string
  readonly quality?: string
  readonly background?: string
  readonly outputFormat?: string
}

/** The tokens of an answer, and the number of images where the upstream counts them. */
export interface ImageUsage extends Usage {
  readonly images?: number
}
