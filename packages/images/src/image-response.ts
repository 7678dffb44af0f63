import type { Node, Usage } from '@interlingua/core'

/** Images, and what became of those that there are none of. */
export interface ImageResponse extends Node {
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  readonly model?: string
  /** In the order of the upstream; an item that failed keeps its place. */
  readonly items: readonly ImageItem[]
  /** What the upstream says that it made, for all images. */
  readonly made?: ImageFacts
  readonly usage?: ImageUsage
}

export type ImageItem = MadeImage | FailedImage

export interface MadeImage extends Node {
  readonly type: 'image'
  readonly source: ImageData
  readonly revisedPrompt?: string
  readonly made?: ImageFacts
}

/** One of several that was refused or went wrong. `code` is the upstream's word. */
export interface FailedImage extends Node {
  readonly type: 'failed'
  readonly code: string
  readonly message: string
}

/** Without a type where the upstream does not tell one: whoever needs it looks at the bytes. */
export type ImageData =
  | { readonly type: 'url'; readonly url: string; readonly mime?: string }
  | { readonly type: 'inline'; readonly base64: string; readonly mime?: string }

/** As the upstream words them. */
export interface ImageFacts {
  readonly size?: string
  readonly quality?: string
  readonly background?: string
  readonly outputFormat?: string
}

/** Tokens, and images where an upstream counts those. */
export interface ImageUsage extends Usage {
  readonly images?: number
}
