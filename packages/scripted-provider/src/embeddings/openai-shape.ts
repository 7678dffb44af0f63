import type { Json } from '@interlingua/core'
import { ValidationError } from '../shape/validation-error.ts'
import type { Place } from '../shape/place.ts'
import { shape } from '../shape/shape.ts'
import { widest } from './widest.ts'

const { optional, text, choice, fields, whole, list } = shape

/** The largest number of inputs in a call. */
const most = 2048

/** The body of `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings/create */
export const openaiShape = fields({
  model: text,
  input: inputs,
  dimensions: optional(whole(1, widest)),
  encoding_format: optional(choice('float', 'base64')),
  user: optional(text),
})

/** Reads a text, several texts, a list of tokens, or several of those, as a list of texts or token lists. */
function inputs(value: Json | undefined, place: Place | undefined): readonly (string | readonly number[])[] {
  const found = several(value, place)
  if (found.length === 0) throw new ValidationError(place, { type: 'custom', message: 'expected at least one input.' })
  if (found.length > most)
    throw new ValidationError(place, {
      type: 'custom',
      message: `array too long. Expected at most ${most} inputs, but got ${found.length} instead.`,
    })
  if (found.some(({ length }) => length === 0))
    throw new ValidationError(place, { type: 'custom', message: 'input cannot be an empty string.', code: 'empty_string' })
  return found
}

function several(value: Json | undefined, place: Place | undefined): readonly (string | readonly number[])[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'number') return [tokens(value, place)]
  if (Array.isArray(value) && Array.isArray(value[0])) return list(tokens)(value, place)
  return list(text)(value, place)
}

const tokens = list(whole(0))
