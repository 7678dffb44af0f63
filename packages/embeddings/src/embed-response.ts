import type { Node, Usage } from '@interlingua/core'

/** Vectors, one for each input of the request, in its order. */
export interface EmbedResponse extends Node {
  /** Model as the upstream names it. */
  readonly model?: string
  readonly embeddings: readonly Embedding[]
  readonly usage?: Usage
}

/**
 * Vector of one input. A member that a dialect has once for all vectors has its place in the response's `fields`, under `embeddings.` and
 * its name.
 */
export interface Embedding extends Node {
  readonly vector: Vector
  /** Tokens of this input alone. */
  readonly tokens?: number
  /** True: the input was too long, and was cut. */
  readonly truncated?: boolean
}

/** Vector in the upstream's spelling, so that no digit is lost; `base64` holds little-endian float32 numbers. */
export type Vector = { readonly type: 'floats'; readonly values: readonly number[] } | { readonly type: 'base64'; readonly data: string }
