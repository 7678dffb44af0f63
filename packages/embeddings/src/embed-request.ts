import type { DocumentPart, MediaPart, Node, OpaquePart, TextPart } from '@interlingua/core'

/** Texts (or other things) that each want a vector, in no vendor's spelling. */
export interface EmbedRequest extends Node {
  readonly model: string
  /** One vector for each, in this order. */
  readonly inputs: readonly EmbedInput[]
  /** How the caller wants its vectors spelled; absent: as numbers. */
  readonly encoding?: 'float' | 'base64'
  /** The caller's own user. */
  readonly user?: string
}

/**
 * What one vector stands for. Exactly one of `parts` and `tokens` is there. A setting that a dialect says once for all inputs is on each of
 * them; where it stood is then in the request's `fields`, under `inputs.` and its name.
 */
export interface EmbedInput extends Node {
  /** Together they get one vector. */
  readonly parts?: readonly EmbedPart[]
  /** Tokens of the model's own vocabulary. */
  readonly tokens?: readonly number[]
  /** Numbers in the vector; absent: as many as the model gives. */
  readonly dimensions?: number
  /** What the vector is for, in Google's words (`RETRIEVAL_QUERY`); open. */
  readonly task?: string
  /** Title of the document that the text is from. */
  readonly title?: string
  /** False: a text that is too long is refused, not cut. */
  readonly truncate?: boolean
}

/** What can be embedded. An opaque part is one that nobody models: its own dialect gets it back. */
export type EmbedPart = TextPart | MediaPart | DocumentPart | OpaquePart
