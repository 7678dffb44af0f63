import { createGlance, isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import * as z from 'zod'

const string = z.string().nullish()
const number = z.number().nullish()
const object = z
  .custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The head of an answer; its items are checked by hand, so that no content is copied. Compatible servers leave out nearly everything. */
export const responseSchema = z.object({
  id: string,
  model: string,
  created_at: number,
  status: string,
  service_tier: string,
  incomplete_details: object,
  usage: object,
})

/** Whether the head is plainly what the schema wants. */
export const isPlainResponse = createGlance(
  responseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [string, (value) => typeof value === 'string' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
  ]),
)
