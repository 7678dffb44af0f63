import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { ValidationError } from '../../shape/validation-error.ts'
import { shape } from '../../shape/shape.ts'
import type { ReadFields, Shape } from '../../shape/shape.ts'

/**
 * Shapes that read JSON as Protocol Buffers do: keys in camel or snake case, null for absent values, 64-bit numbers also as text.
 * https://protobuf.dev/programming-guides/json/
 */
export const proto = {
  message: <const F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ReadFields<F>> => {
    const read = shape.fields(fields)
    return (value, place) => read(isJsonObject(value) ? camelKeys(value) : value, place)
  },

  /** A word of an enum, in any case. */
  words: <const W extends string>(...words: readonly W[]): Shape<W> => {
    const choice = shape.choice(...words)
    return (value, place) => choice(typeof value === 'string' ? value.toUpperCase() : value, place)
  },

  whole: (least = -Infinity, most = Infinity): Shape<number> => {
    const read = shape.whole(least, most)
    return (value, place) => read(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value, place)
  },

  /** A base64 text in either alphabet, with or without padding. */
  bytes: ((value, place) => {
    const text = shape.text(value, place)
    if (/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return text
    throw new ValidationError(place, { type: 'custom', message: 'Base64 decoding failed' })
  }) satisfies Shape<string>,
} as const

function camelKeys(object: JsonObject): JsonObject {
  const camel: Record<string, Json> = {}
  for (const [key, value] of Object.entries(object))
    if (value !== null) camel[key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())] = value
  return camel
}
