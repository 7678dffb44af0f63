import type { Node, Usage } from '@interlingua/core'

/** Vectors, one for each input of the request, in its order. */
export interface EmbedResponse extends Node {
  /** As the upstream names it. */
  readonly model?: string
  readonly embeddings: readonly Embedding[]
  readonly usage?: Usage
}

/** What a dialect says once for all vectors: where it stood is in the response's `fields`, under `embeddings.` and its name. */
export interface Embedding extends Node {
  readonly vector: Vector
  /** Tokens of this input alone. */
  readonly tokens?: number
  /** True: the input was too long, and was cut. */
  readonly truncated?: boolean
}

/** `base64` is of little-endian float32 numbers. Which of the two it is, is how the upstream spelled it: no digit is lost by reading. */
export type Vector = { readonly type: 'floats'; readonly values: readonly number[] } | { readonly type: 'base64'; readonly data: string }
