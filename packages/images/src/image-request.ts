import type { JsonObject, Node, Source } from '@interlingua/core'

/** A wish for images, in no vendor's spelling. */
export interface ImageRequest extends Node {
  readonly model: string
  readonly prompt?: string
  /** Images to edit, or to keep to, in order. */
  readonly images?: readonly ImageInput[]
  /** Where the first image may be changed: its transparent parts. */
  readonly mask?: ImageInput
  /** Absent: the upstream's own default, which lowering spells out where it is not 1. */
  readonly count?: number
  readonly size?: ImageSize
  /** `16:9`. Beside `size` only where that is a class. */
  readonly aspectRatio?: string
  readonly quality?: string
  readonly background?: 'auto' | 'opaque' | 'transparent'
  readonly outputFormat?: string
  /** 0 to 100. */
  readonly compression?: number
  /** How the caller wants its images; absent: as the dialect and the model have it. */
  readonly delivery?: 'url' | 'base64'
  readonly stream?: boolean
  /** Previews of each image on the way, where it streams. */
  readonly partialImages?: number
  readonly seed?: number
  readonly negativePrompt?: string
  readonly guidance?: number
  /** A visible mark. */
  readonly watermark?: boolean
  /** Whether the upstream may write the prompt anew, and how thoroughly. */
  readonly promptRewrite?: { readonly enabled?: boolean; readonly mode?: string }
  /** Several images that belong together; `auto`: the model decides how many. */
  readonly sequence?: { readonly mode: 'auto' | 'disabled'; readonly most?: number }
  /** How close an edit keeps to its input. */
  readonly fidelity?: 'low' | 'medium' | 'high' | 'auto'
  readonly moderation?: string
  /** Who may be shown: `allow_all`, `allow_adult`, `dont_allow`. */
  readonly people?: string
  /** Language of the prompt. */
  readonly language?: string
  readonly user?: string
  /** The hosted tools that the upstream may use (`web-search`). */
  readonly tools?: readonly string[]
  /** DashScope's own `input` and `parameters` in a request of the images endpoint: for DashScope alone, verbatim. */
  readonly native?: { readonly input?: JsonObject; readonly parameters?: JsonObject }
}

/** `{ class: '2K' }` leaves the shape to `aspectRatio`, the prompt or the input. */
export type ImageSize =
  | { readonly type: 'pixels'; readonly width: number; readonly height: number }
  | { readonly type: 'class'; readonly name: string }
  | { readonly type: 'auto' }

export interface ImageInput extends Node {
  /** `inline`, `url` or `file`. */
  readonly source: Source
}
