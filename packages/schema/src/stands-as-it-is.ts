import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'
import { constraintType } from './keywords.ts'
import { typeOf } from './type-of.ts'

const types: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'])
const deepest = 32
const nothing: JsonObject = {}
/** Up to here a list is searched faster than a set is made. */
const few = 16
/** Only dialects of one type look at the types of a keyword, and those we do not judge. */
const noTypes: readonly string[] = []

/**
 * Whether `root` is surely a schema that lowering would leave as it is: most strict schemas are, and this look at them allocates next
 * to nothing, where lowering costs several times their JSON.parse. False means only that it must be lowered to know.
 */
export function standsAsItIs(root: JsonObject, rules: DialectRules): boolean {
  if (rules.oneType) return false
  const { $defs } = root
  if ($defs !== undefined && !isJsonObject($defs)) return false
  for (const name in $defs) if (!stands($defs[name], 1, 1)) return false
  return stands(root, 0, 0)

  function stands(schema: Json | undefined, depth: number, level: number): boolean {
    if (!isJsonObject(schema) || depth > deepest || level > rules.maxLevels) return false
    const { type } = schema
    if (typeof type !== 'string') return standsOtherwise(schema, type, depth, level)
    // Most schemas have one type, a description and little else: each keyword of these is looked up once.
    for (const keyword in schema) {
      if (keyword === 'type') continue
      if (keyword === 'description') {
        if (typeof schema[keyword] !== 'string') return false
      } else if (!keywordStands(schema, type, keyword, depth)) return false
    }
    if (type === 'object') return objectStands(schema, depth, level)
    return type === 'array' ? listStands(schema, depth, level) : types.has(type)
  }

  /** References, unions and lists of types. */
  function standsOtherwise(schema: JsonObject, type: Json | undefined, depth: number, level: number): boolean {
    const { anyOf, $ref } = schema
    if ($ref !== undefined) return depth > 0 && rules.recursion === 'anywhere' && isDefined($ref) && hasOnly(schema, '$ref')
    if (anyOf !== undefined) return isUnion(schema, anyOf, depth, level)
    if (!isTypeList(type)) return false
    for (const keyword in schema) if (!keywordStands(schema, type, keyword, depth)) return false
    if (includes(type, 'object') && !objectStands(schema, depth, level)) return false
    return !includes(type, 'array') || listStands(schema, depth, level)
  }

  function listStands(schema: JsonObject, depth: number, level: number): boolean {
    if (schema.enum !== undefined || schema.const !== undefined) return false
    return schema.items === undefined ? !rules.needsItems : stands(schema.items, depth + 1, level)
  }

  function isDefined(reference: Json): boolean {
    const name = typeof reference === 'string' && /^#\/\$defs\/(\w+)$/.exec(reference)?.[1]
    return typeof name === 'string' && $defs !== undefined && Object.hasOwn($defs as JsonObject, name) // checked to be an object above
  }

  function isUnion(schema: JsonObject, branches: Json, depth: number, level: number): boolean {
    if ((depth === 0 && rules.objectRoot) || !Array.isArray(branches) || branches.length === 0) return false
    for (const keyword in schema) if (keyword !== 'anyOf' && !annotationStands(schema, keyword, depth)) return false
    for (const branch of branches) if (!stands(branch, depth + 1, level)) return false
    return true
  }

  function annotationStands(schema: JsonObject, keyword: string, depth: number): boolean {
    if (keyword === 'title' || keyword === 'description') return typeof schema[keyword] === 'string'
    return depth === 0 && (keyword === '$defs' || (keyword === '$schema' && rules.keywords.$schema !== undefined))
  }

  function keywordStands(schema: JsonObject, type: Json | undefined, keyword: string, depth: number): boolean {
    switch (keyword) {
      case 'type':
        return true
      case 'properties':
      case 'required':
      case 'additionalProperties':
        return includes(type, 'object')
      case 'items':
        return includes(type, 'array')
    }
    const value = schema[keyword] as Json // a key that for-in named
    switch (keyword) {
      case 'enum':
        if (!rules.closed && Array.isArray(type)) return false
        return Array.isArray(value) && value.length > 0 && schema.const === undefined && value.every((each) => valueStands(type, each))
      case 'const':
        return isScalar(value) && rules.const
      default: {
        if (annotationStands(schema, keyword, depth)) return true
        const about = constraintType.get(keyword)
        if (about === undefined || !(includes(type, about) || (about === 'number' && includes(type, 'integer')))) return false
        return Object.hasOwn(rules.keywords, keyword) && rules.keywords[keyword]?.(value, noTypes) === true
      }
    }
  }

  function valueStands(type: Json | undefined, value: Json): boolean {
    if (!isScalar(value)) return false
    return (
      rules.closed || (rules.enumValue(value) && (includes(type, typeOf(value)) || (includes(type, 'number') && typeof value === 'number')))
    )
  }

  function objectStands(schema: JsonObject, depth: number, level: number): boolean {
    const { required, additionalProperties } = schema
    const properties = schema.properties ?? (rules.closed ? undefined : nothing)
    if (schema.enum !== undefined || schema.const !== undefined || !isJsonObject(properties)) return false
    if (rules.closed ? additionalProperties !== false : additionalProperties !== undefined && typeof additionalProperties !== 'boolean')
      return false
    let count = 0
    for (const name in properties) {
      count += 1
      if (!stands(properties[name], depth + 1, level + 1)) return false
    }
    if (required === undefined) return count === 0 || !rules.allRequired
    if (!Array.isArray(required) || (rules.allRequired && required.length !== count) || required.length > count) return false
    // As many different names as there are, each of a property: a set is made for long lists only.
    const seen = required.length > few ? new Set(required) : undefined
    if (seen !== undefined && seen.size < required.length) return false
    for (let i = 0; i < required.length; i++) {
      const name: Json | undefined = required[i]
      if (typeof name !== 'string' || !Object.hasOwn(properties, name) || (seen === undefined && required.indexOf(name) !== i)) return false
    }
    return true
  }
}

function includes(type: Json | undefined, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

function isTypeList(type: Json | undefined): boolean {
  return Array.isArray(type) && type.length > 0 && new Set(type).size === type.length && type.every((each) => types.has(each))
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null
}

function hasOnly(schema: JsonObject, keyword: string): boolean {
  for (const key in schema) if (key !== keyword) return false
  return true
}
