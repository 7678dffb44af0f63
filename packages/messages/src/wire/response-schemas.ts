import { createGlance, isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import * as z from 'zod'

const text = z.string()
const name = text.optional()
const content = z.array(z.looseObject({ type: text }))
const reason = text.nullish()
const usage = z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish()

/** The known fields of an answer. Compatible servers leave out much: only what gives meaning is demanded. */
export const responseSchema = z.looseObject({
  id: name,
  model: name,
  content,
  stop_reason: reason,
  stop_sequence: reason,
  usage,
})

/** Whether an answer is plainly what the schema wants. */
export const isPlainResponse = createGlance(
  responseSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [name, (value) => typeof value === 'string'],
    [content, (value) => Array.isArray(value) && value.every((block) => isJsonObject(block) && typeof block.type === 'string')],
    [reason, (value) => typeof value === 'string' || value === null],
    [usage, (value) => isJsonObject(value) && Number.isFinite(value.input_tokens) && Number.isFinite(value.output_tokens)],
  ]),
)

export const countSchema = z.looseObject({ input_tokens: z.number().int().min(0) })
