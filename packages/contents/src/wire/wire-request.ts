import type { Json, JsonObject } from '@interlingua/core'
import type { WirePart } from './wire-part.ts'

/** A turn. Roles: user, model (and function, from older clients); absent is user. https://ai.google.dev/api/caching#Content */
export type WireContent = JsonObject & {
  readonly role?: Json
  readonly parts?: readonly WirePart[]
}

/**
 * The body of `POST /v1beta/models/{model}:generateContent`, with names in camelCase or snake_case.
 * https://ai.google.dev/api/generate-content#method:-models.generatecontent
 */
export type WireRequest = JsonObject & {
  readonly contents?: readonly WireContent[]
  readonly systemInstruction?: Json
  readonly tools?: Json
  readonly toolConfig?: Json
  readonly generationConfig?: Json
  readonly safetySettings?: Json
  readonly cachedContent?: Json
}

/**
 * The body of `:countTokens`: contents beside the rest of a request, or a whole request under `generateContentRequest`.
 * https://ai.google.dev/api/tokens#method:-models.counttokens
 */
export type WireCountRequest = JsonObject & {
  readonly contents?: readonly WireContent[]
  readonly generateContentRequest?: JsonObject
}

/** The answer of `:countTokens`. */
export type WireCount = JsonObject & {
  readonly totalTokens?: number
}
