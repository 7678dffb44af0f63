import { isJsonObject } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import type { Json } from '@interlingua/core'
import * as z from 'zod/mini'

const text = z.string()
const name = z.optional(text)
const content = z.array(z.looseObject({ type: text }))
const reason = z.nullish(text)
const usage = z.nullish(z.looseObject({ input_tokens: z.nullish(z.number()), output_tokens: z.nullish(z.number()) }))

/** Schema of the known fields of a response. Compatible servers leave out much, so only fields with a meaning are required. */
export const responseSchema = z.looseObject({
  id: name,
  model: name,
  content,
  stop_reason: reason,
  stop_sequence: reason,
  usage,
})

/** Fast check of a response against its schema. */
export const isPlainResponse = createFastCheck(
  responseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [name, (value) => typeof value === 'string'],
    [content, (value) => Array.isArray(value) && value.every((block) => isJsonObject(block) && typeof block.type === 'string')],
    [reason, (value) => typeof value === 'string' || value === null],
    [usage, (value) => isJsonObject(value) && Number.isFinite(value.input_tokens) && Number.isFinite(value.output_tokens)],
  ]),
)

export const countSchema = z.looseObject({ input_tokens: z.int().check(z.minimum(0)) })
