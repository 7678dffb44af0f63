import type { JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'

/** The answer of `:generateContent`. https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export type WireResponse = JsonObject

/** A frame of `:streamGenerateContent`: a partial response whose parts are appended, or `{error: {…}}`. */
export type WireStreamFrame = JsonObject

/** An error document: `{error: {code, message, status, details?}}`. https://cloud.google.com/apis/design/errors */
export type WireFailure = JsonObject

const object = z.optional(
  z.custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object'),
)

/** Schema of a response's head; candidates are checked by hand, so that no content is copied. */
export const wireResponseSchema = z.looseObject({
  modelVersion: z.nullish(z.string()),
  responseId: z.nullish(z.string()),
  createTime: z.nullish(z.string()),
  promptFeedback: object,
  usageMetadata: object,
})
