import type { JsonObject } from '@interlingua/core'
import { z } from 'zod'

/** The answer of `POST /v1/chat/completions`. https://platform.openai.com/docs/api-reference/chat/object */
export type WireResponse = JsonObject

/** One chunk of a streamed answer. https://platform.openai.com/docs/api-reference/chat/streaming */
export type WireStreamChunk = JsonObject

/** An error document: `{error: {message, type, param, code}}`; compatible servers have other shapes. */
export type WireFailure = JsonObject

const object = z
  .custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The head of an answer; choices are checked by hand, so that no content is copied. Compatible servers leave out nearly everything. */
export const wireResponseSchema = z.looseObject({
  id: z.string().nullish(),
  model: z.string().nullish(),
  created: z.number().nullish(),
  service_tier: z.string().nullish(),
  usage: object,
})
