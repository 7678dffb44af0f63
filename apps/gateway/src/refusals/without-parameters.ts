import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Parameter } from './parameters.ts'

/** The body without them. An object of which nothing is left is gone, too. */
export function withoutParameters(body: JsonObject, parameters: readonly Parameter[]): JsonObject {
  let left = body
  for (const { places } of parameters) for (const place of places) left = without(left, place)
  return left
}

function without(body: JsonObject, [key, ...inner]: readonly string[]): JsonObject {
  if (key === undefined || !Object.hasOwn(body, key)) return body
  const { [key]: value, ...rest } = body
  if (inner.length === 0) return rest
  if (!isJsonObject(value)) return body
  const left = without(value, inner)
  if (left === value) return body
  return Object.keys(left).length === 0 ? rest : { ...body, [key]: left }
}
