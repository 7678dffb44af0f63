import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { ToolSchemaRules } from './tool-schema-rules.ts'

/** Depth beyond that of hand-written tools; deeper schemas get the full check. */
const deepest = 32

/**
 * True if the schema of a tool consists of plain keywords, as nearly all do, so that no rule changes anything; finds that out without
 * allocating. False only means that the full check has to run.
 */
export function isPlainToolSchema(schema: JsonObject, rules: ToolSchemaRules): boolean {
  const { properties } = schema
  if (schema.type !== 'object' || rules.typedProperties || !isPlain(schema, rules.arrayItems, 0)) return false
  if (!isJsonObject(properties)) return properties === undefined && !rules.rootProperties
  const most = rules.propertyKeys
  if (most === undefined) return true
  for (const name in properties) if (name.length > most || !isLegalKey(name)) return false
  return true
}

/**
 * True for names of letters, digits, `_`, `.` and `-`. Requests have hundreds of short names, for which a regular expression takes several
 * times as long.
 */
function isLegalKey(name: string): boolean {
  if (name === '') return false
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const letter = code | 0x20
    if (letter >= 0x61 && letter <= 0x7a) continue
    if (code >= 0x30 && code <= 0x39) continue
    if (code !== 0x5f && code !== 0x2e && code !== 0x2d) return false
  }
  return true
}

/** Compares one by one: a set would first have to hash a text that was only just read. */
function isType(value: Json | undefined): boolean {
  return (
    value === 'string' ||
    value === 'object' ||
    value === 'array' ||
    value === 'integer' ||
    value === 'boolean' ||
    value === 'number' ||
    value === 'null'
  )
}

function isPlain(schema: JsonObject, arrayItems: boolean, depth: number): boolean {
  if (depth > deepest) return false
  for (const keyword in schema) {
    const value = schema[keyword]
    switch (keyword) {
      case 'type':
        if (!isType(value)) return false
        if (value === 'array' && arrayItems && schema.items === undefined) return false
        break
      case 'description':
      case 'title':
      case 'format':
      case 'pattern':
      case '$schema':
        if (typeof value !== 'string') return false
        break
      case 'minimum':
      case 'maximum':
      case 'minLength':
      case 'maxLength':
      case 'minItems':
      case 'maxItems':
        if (typeof value !== 'number') return false
        break
      case 'default':
        break
      case 'required':
        if (!Array.isArray(value)) return false
        break
      case 'enum':
        // Servers refuse lists of values and unions at the root.
        if (depth === 0 || !Array.isArray(value)) return false
        break
      case 'anyOf':
      case 'oneOf':
        if (depth === 0 || !Array.isArray(value) || !value.every((inner: Json) => isPlainAt(inner, arrayItems, depth))) return false
        break
      case 'items':
        if (!isPlainAt(value, arrayItems, depth)) return false
        break
      case 'additionalProperties':
        if (typeof value !== 'boolean' && !isPlainAt(value, arrayItems, depth)) return false
        break
      case 'properties':
        if (!isJsonObject(value)) return false
        for (const name in value) if (!isPlainAt(value[name], arrayItems, depth)) return false
        break
      default:
        return false
    }
  }
  return true
}

/** A number with a kept spelling is an object here, with keywords that no schema has. */
function isPlainAt(value: Json | undefined, arrayItems: boolean, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return isPlain(value as JsonObject, arrayItems, depth + 1) // an object that is no list
}
