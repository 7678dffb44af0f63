import type { DocumentPart, MediaPart, Node, OpaquePart, TextPart } from '@interlingua/core'

/** Texts (or other things) to embed, in no vendor's spelling. */
export interface EmbedRequest extends Node {
  readonly model: string
  /** Inputs in order; each gets one vector. */
  readonly inputs: readonly EmbedInput[]
  /** Spelling of vectors that the client wants. Absent: as numbers. */
  readonly encoding?: 'float' | 'base64'
  /** Id of the caller's own user. */
  readonly user?: string
}

/**
 * Input of one vector, with exactly one of `parts` and `tokens`. A setting that a dialect has once for all inputs is on each of them, with
 * its place in the request's `fields`, under `inputs.` and its name.
 */
export interface EmbedInput extends Node {
  /** Parts that get one vector together. */
  readonly parts?: readonly EmbedPart[]
  /** Tokens of the model's own vocabulary. */
  readonly tokens?: readonly number[]
  /** Length of the vector. Absent: the model's default. */
  readonly dimensions?: number
  /** Purpose of the vector in Google's words (`RETRIEVAL_QUERY`); other words are possible. */
  readonly task?: string
  /** Title of the document that the text is from. */
  readonly title?: string
  /** False: a text that is too long is refused. Absent or true: it is cut. */
  readonly truncate?: boolean
}

/** Part that can be embedded. An opaque part is unknown to the model, and goes back only to its own dialect. */
export type EmbedPart = TextPart | MediaPart | DocumentPart | OpaquePart
