import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'
import type { DialectRules } from './dialect-rules.ts'
import { constraintType } from './keywords.ts'
import { typeOf } from './type-of.ts'

const types: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'])
const deepest = 32
const nothing: JsonObject = {}
/** Length up to which a list is searched faster than a set is made. */
const few = 16
/** Only dialects of one type use the types of a keyword, and those are not judged here. */
const noTypes: readonly string[] = []

/** State of the walk over one whole schema, beside the place. */
interface Look {
  readonly rules: DialectRules
  readonly definitions: JsonObject
}

/**
 * True if lowering would surely leave `root` as it is, as most strict schemas are. Allocates next to nothing, whereas lowering costs
 * several times JSON.parse; false means only that lowering must decide.
 */
export function standsAsItIs(root: JsonObject, rules: DialectRules): boolean {
  if (rules.oneType) return false
  const { $defs: definitions = nothing } = root
  if (!isJsonObject(definitions)) return false
  const look: Look = { rules, definitions }
  for (const name in definitions) if (!stands(definitions[name], 1, 1, look)) return false
  return stands(root, 0, 0, look)
}

function stands(schema: Json | undefined, depth: number, level: number, look: Look): boolean {
  if (!isJsonObject(schema) || depth > deepest || level > look.rules.maxLevels) return false
  const { type } = schema
  if (typeof type !== 'string') return standsOtherwise(schema, type, depth, level, look)
  // Most schemas have one type, a description and little else, so one walk takes each keyword with its value.
  let properties: Json | undefined
  let required: Json | undefined
  let additional: Json | undefined
  let items: Json | undefined
  let valued = false
  for (const keyword in schema) {
    const value = schema[keyword] as Json // a key that for-in named
    switch (keyword) {
      case 'type':
        break
      case 'description':
        if (typeof value !== 'string') return false
        break
      case 'properties':
        properties = value
        break
      case 'required':
        required = value
        break
      case 'additionalProperties':
        additional = value
        break
      case 'items':
        items = value
        break
      case 'enum':
      case 'const':
        valued = true
        if (!keywordStands(schema, type, keyword, value, depth, look)) return false
        break
      default:
        if (!keywordStands(schema, type, keyword, value, depth, look)) return false
    }
  }
  if (type === 'object') return items === undefined && !valued && objectStands(properties, required, additional, depth, level, look)
  if (properties !== undefined || required !== undefined || additional !== undefined) return false
  if (type === 'array') return !valued && listStands(items, depth, level, look)
  return items === undefined && types.has(type)
}

/** Handles references, unions and lists of types. */
function standsOtherwise(schema: JsonObject, type: Json | undefined, depth: number, level: number, look: Look): boolean {
  const { anyOf, $ref } = schema
  if ($ref !== undefined)
    return depth > 0 && look.rules.recursion === 'anywhere' && isDefined($ref, look.definitions) && hasOnly(schema, '$ref')
  if (anyOf !== undefined) return isUnion(schema, anyOf, depth, level, look)
  if (!isTypeList(type)) return false
  for (const keyword in schema) if (!keywordStands(schema, type, keyword, schema[keyword] as Json, depth, look)) return false // a key that for-in named
  const { properties, required, additionalProperties, items } = schema
  const holds = includes(type, 'object') || includes(type, 'array')
  if (holds && (schema.enum !== undefined || schema.const !== undefined)) return false
  if (includes(type, 'object') && !objectStands(properties, required, additionalProperties, depth, level, look)) return false
  return !includes(type, 'array') || listStands(items, depth, level, look)
}

function listStands(items: Json | undefined, depth: number, level: number, look: Look): boolean {
  return items === undefined ? !look.rules.needsItems : stands(items, depth + 1, level, look)
}

function isDefined(reference: Json, definitions: JsonObject): boolean {
  const name = typeof reference === 'string' && /^#\/\$defs\/(\w+)$/.exec(reference)?.[1]
  return typeof name === 'string' && Object.hasOwn(definitions, name)
}

function isUnion(schema: JsonObject, branches: Json, depth: number, level: number, look: Look): boolean {
  if ((depth === 0 && look.rules.objectRoot) || !Array.isArray(branches) || branches.length === 0) return false
  for (const keyword in schema) if (keyword !== 'anyOf' && !annotationStands(keyword, schema[keyword] as Json, depth, look)) return false // a key that for-in named
  for (const branch of branches) if (!stands(branch, depth + 1, level, look)) return false
  return true
}

function annotationStands(keyword: string, value: Json, depth: number, { rules }: Look): boolean {
  if (keyword === 'title' || keyword === 'description') return typeof value === 'string'
  return depth === 0 && (keyword === '$defs' || (keyword === '$schema' && rules.keywords.$schema !== undefined))
}

function keywordStands(schema: JsonObject, type: Json | undefined, keyword: string, value: Json, depth: number, look: Look): boolean {
  const { rules } = look
  switch (keyword) {
    case 'type':
      return true
    case 'properties':
    case 'required':
    case 'additionalProperties':
      return includes(type, 'object')
    case 'items':
      return includes(type, 'array')
    case 'enum':
      if ((!rules.closed && Array.isArray(type)) || schema.const !== undefined) return false
      return Array.isArray(value) && value.length > 0 && valuesStand(type, value, rules)
    case 'const':
      return isScalar(value) && rules.const
    default: {
      if (annotationStands(keyword, value, depth, look)) return true
      const about = constraintType.get(keyword)
      if (about === undefined || !(includes(type, about) || (about === 'number' && includes(type, 'integer')))) return false
      return Object.hasOwn(rules.keywords, keyword) && rules.keywords[keyword]?.(value, noTypes) === true
    }
  }
}

function valuesStand(type: Json | undefined, values: readonly Json[], rules: DialectRules): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null
    if (!isScalar(value)) return false
    if (rules.closed) continue
    if (
      !rules.enumValue(value) ||
      !(includes(type, typeOf(value)) || (includes(type, 'number') && (typeof value === 'number' || isRawNumber(value))))
    )
      return false
  }
  return true
}

function objectStands(
  given: Json | undefined,
  required: Json | undefined,
  additional: Json | undefined,
  depth: number,
  level: number,
  look: Look,
): boolean {
  const { closed, allRequired } = look.rules
  const properties = given ?? (closed ? undefined : nothing)
  if (!isJsonObject(properties)) return false
  if (closed ? additional !== false : additional !== undefined && typeof additional !== 'boolean') return false
  let count = 0
  for (const name in properties) {
    count += 1
    if (!stands(properties[name], depth + 1, level + 1, look)) return false
  }
  if (required === undefined) return count === 0 || !allRequired
  if (!Array.isArray(required) || (allRequired && required.length !== count) || required.length > count) return false
  // All names must be distinct and declared; a set is made for long lists only.
  const seen = required.length > few ? new Set(required) : undefined
  if (seen !== undefined && seen.size < required.length) return false
  for (let i = 0; i < required.length; i++) {
    const name: Json | undefined = required[i]
    if (typeof name !== 'string' || !Object.hasOwn(properties, name) || (seen === undefined && required.indexOf(name) !== i)) return false
  }
  return true
}

function includes(type: Json | undefined, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

function isTypeList(type: Json | undefined): boolean {
  return Array.isArray(type) && type.length > 0 && new Set(type).size === type.length && type.every((each) => types.has(each))
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null || isRawNumber(value)
}

function hasOnly(schema: JsonObject, keyword: string): boolean {
  for (const key in schema) if (key !== keyword) return false
  return true
}
