import { isJsonObject } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'

/** The answer of `POST /v1/chat/completions`. https://platform.openai.com/docs/api-reference/chat/object */
export type WireResponse = JsonObject

/** A chunk of a streamed response. https://platform.openai.com/docs/api-reference/chat/streaming */
export type WireStreamChunk = JsonObject

/** An error document: `{error: {message, type, param, code}}`; compatible servers have other shapes. */
export type WireFailure = JsonObject

const string = z.nullish(z.string())
const number = z.nullish(z.number())
const object = z.optional(
  z.custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object'),
)

/**
 * Schema of a response's head; choices are checked by hand, so that no content is copied. Compatible servers leave out nearly everything.
 */
export const wireResponseSchema = z.looseObject({
  id: string,
  model: string,
  created: number,
  service_tier: string,
  usage: object,
})

/** Fast check of the head against its schema. */
export const isPlainResponse = createFastCheck(
  wireResponseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [string, (value) => typeof value === 'string' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
  ]),
)
