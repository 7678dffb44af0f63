import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { resolveSchema } from './resolve-schema.ts'
import type { Scope } from './scope.ts'

/**
 * True for a value that fits a schema, as far as the choice among branches needs it: without formats, `unevaluated…` and dynamic
 * references.
 */
export function accepts(schema: Json | undefined, value: Json, scope: Scope, depth = 0): boolean {
  if (schema === false) return false
  if (!isJsonObject(schema) || depth > 60 || scope.left-- <= 0) return true
  const fits = (inner: Json, candidate: Json = value): boolean => accepts(inner, candidate, scope, depth + 1)
  const { allOf, ...own } = schema
  if (!list(allOf).every((inner) => fits(inner))) return false
  const s = resolveSchema(own, scope)
  if ('const' in s && !same(s['const'], value)) return false
  if (Array.isArray(s['enum']) && !list(s['enum']).some((entry) => same(entry, value))) return false
  if (
    'type' in s &&
    !list(s['type'])
      .concat(typeof s['type'] === 'string' ? [s['type']] : [])
      .some((type) => isOfType(type, value))
  )
    return false
  if (Array.isArray(s['anyOf']) && !list(s['anyOf']).some((inner) => fits(inner))) return false
  if (Array.isArray(s['oneOf']) && list(s['oneOf']).filter((inner) => fits(inner)).length !== 1) return false
  if (s['not'] !== undefined && fits(s['not'])) return false
  if (s['if'] !== undefined && !fits((fits(s['if']) ? s['then'] : s['else']) ?? true)) return false
  if (typeof value === 'number') return numberFits(s, value)
  if (typeof value === 'string') return stringFits(s, value)
  if (Array.isArray(value)) return arrayFits(s, value as readonly Json[], fits) // Array.isArray widens to any[]
  return isJsonObject(value) ? objectFits(s, value, fits) : true
}

type Fits = (schema: Json, value: Json) => boolean

function numberFits(s: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = s
  if (typeof minimum === 'number' && value < minimum) return false
  if (typeof maximum === 'number' && value > maximum) return false
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false
  return typeof multipleOf !== 'number' || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9
}

function stringFits(s: JsonObject, value: string): boolean {
  const length = [...value].length
  if (length < (bound(s['minLength']) ?? 0) || length > (bound(s['maxLength']) ?? Infinity)) return false
  const { pattern } = s
  if (typeof pattern !== 'string' || value.length > 200) return true // a pattern may take exponential time on a long text
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true // no pattern of this language, which the demo cannot check
  }
}

function arrayFits(s: JsonObject, value: readonly Json[], fits: Fits): boolean {
  if (value.length < (bound(s['minItems']) ?? 0) || value.length > (bound(s['maxItems']) ?? Infinity)) return false
  if (s['uniqueItems'] === true && new Set(value.map((item) => JSON.stringify(item))).size !== value.length) return false
  const prefix = list(s['prefixItems'])
  if (!value.every((item, i) => fits(prefix[i] ?? s['items'] ?? true, item))) return false
  const { contains } = s
  return contains === undefined || value.filter((item) => fits(contains, item)).length >= (bound(s['minContains']) ?? 1)
}

function objectFits(s: JsonObject, value: JsonObject, fits: Fits): boolean {
  const keys = Object.keys(value)
  if (keys.length < (bound(s['minProperties']) ?? 0) || keys.length > (bound(s['maxProperties']) ?? Infinity)) return false
  if (!list(s['required']).every((name) => typeof name === 'string' && Object.hasOwn(value, name))) return false
  const properties = isJsonObject(s['properties']) ? s['properties'] : {}
  return keys.every((name) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : s['patternProperties'] ? true : s['additionalProperties']
    return fits(inner ?? true, value[name] ?? null)
  })
}

function isOfType(type: Json, value: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === type
  }
}

function same(a: Json | undefined, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // Array.isArray widens to any[]
}

function bound(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}
