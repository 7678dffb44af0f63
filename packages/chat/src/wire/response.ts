import { createGlance, isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** The answer of `POST /v1/chat/completions`. https://platform.openai.com/docs/api-reference/chat/object */
export type WireResponse = JsonObject

/** One chunk of a streamed answer. https://platform.openai.com/docs/api-reference/chat/streaming */
export type WireStreamChunk = JsonObject

/** An error document: `{error: {message, type, param, code}}`; compatible servers have other shapes. */
export type WireFailure = JsonObject

const string = z.string().nullish()
const number = z.number().nullish()
const object = z
  .custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The head of an answer; choices are checked by hand, so that no content is copied. Compatible servers leave out nearly everything. */
export const wireResponseSchema = z.looseObject({
  id: string,
  model: string,
  created: number,
  service_tier: string,
  usage: object,
})

/** Whether the head is plainly what the schema wants. */
export const isPlainResponse = createGlance(
  wireResponseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [string, (value) => typeof value === 'string' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
  ]),
)
