import { isJsonObject } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import type { Json } from '@interlingua/core'
import * as z from 'zod/mini'

const string = z.nullish(z.string())
const number = z.nullish(z.number())
const object = z.optional(
  z.custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object'),
)

/**
 * Schema of a response's head; its items are checked by hand, so that no content is copied. Compatible servers leave out nearly everything.
 */
export const responseSchema = z.object({
  id: string,
  model: string,
  created_at: number,
  status: string,
  service_tier: string,
  incomplete_details: object,
  usage: object,
})

/** Fast check of the head against its schema. */
export const isPlainResponse = createFastCheck(
  responseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [string, (value) => typeof value === 'string' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
  ]),
)
