import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** The answer of `:generateContent`. https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export type WireResponse = JsonObject

/** One frame of `:streamGenerateContent`: a partial answer whose parts are appended, or `{error: {…}}`. */
export type WireStreamFrame = JsonObject

/** An error document: `{error: {code, message, status, details?}}`. https://cloud.google.com/apis/design/errors */
export type WireFailure = JsonObject

const object = z
  .custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The head of an answer; candidates are checked by hand, so that no content is copied. */
export const wireResponseSchema = z.looseObject({
  modelVersion: z.string().nullish(),
  responseId: z.string().nullish(),
  createTime: z.string().nullish(),
  promptFeedback: object,
  usageMetadata: object,
})
