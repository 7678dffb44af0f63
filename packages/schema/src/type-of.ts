import { isJsonObject, type Json } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'

/** The narrowest JSON Schema type of a value. */
export function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isJsonObject(value)) return 'object'
  if (isRawNumber(value)) return Number.isInteger(Number(JSON.stringify(value))) ? 'integer' : 'number'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}
