import { isJsonObject, putOwn, type Json, type JsonObject } from '@interlingua/core'
import { googleCounts, googleDeepest, googlePositions, googleTypes } from './google-keywords.ts'

/**
 * JSON Schema of the kind that `lowerSchema` gives and `fromGoogleSchema` reads, in the spelling of Google's Schema object: types in
 * upper (or lower) case, `nullable` for null, counts as strings, `example`. What has no spelling there is carried as it is.
 */
export function printGoogleSchema(schema: JsonObject, types: 'upper' | 'lower'): JsonObject {
  return printNode(schema, types === 'upper', 0)
}

function printNode(schema: JsonObject, upper: boolean, depth: number): JsonObject {
  if (depth > googleDeepest) return schema
  const out: Record<string, Json> = {}
  const { type } = schema
  const nullable = isNullable(type)
  for (const keyword in schema) {
    const value = schema[keyword] as Json // a key that for-in named
    switch (keyword) {
      case 'type':
        out.type = nullable
          ? spell(otherOf(type), upper)
          : Array.isArray(value)
            ? value.map((each) => spell(each, upper))
            : spell(value, upper)
        if (nullable) out.nullable = true
        break
      case 'enum':
        out.enum = nullable && Array.isArray(value) ? value.filter((each) => each !== null) : value
        break
      case 'examples':
        if (Array.isArray(value) && value.length === 1) out.example = value[0] as Json // length checked
        else out.examples = value
        break
      case 'anyOf': {
        const branches = Array.isArray(value) && value.length > 1 ? value.filter((branch) => !isNull(branch)) : value
        out.anyOf = printAt('list', branches, upper, depth)
        if (Array.isArray(value) && Array.isArray(branches) && branches.length < value.length) out.nullable = true
        break
      }
      default: {
        const position = googlePositions.get(keyword)
        const printed = position === undefined ? value : printAt(position, value, upper, depth)
        putOwn(out, keyword, googleCounts.has(keyword) && typeof value === 'number' ? String(value) : printed)
      }
    }
  }
  return out
}

function printAt(position: 'one' | 'list' | 'map', value: Json, upper: boolean, depth: number): Json {
  if (Array.isArray(value))
    return position === 'map' ? value : value.map((each) => (isJsonObject(each) ? printNode(each, upper, depth + 1) : each))
  if (!isJsonObject(value)) return value
  if (position === 'one') return printNode(value, upper, depth + 1)
  if (position === 'list') return value
  const out: Record<string, Json> = {}
  for (const name in value) {
    const child = value[name] as Json // a key that for-in named
    putOwn(out, name, isJsonObject(child) ? printNode(child, upper, depth + 1) : child)
  }
  return out
}

/** One type, and null beside it. */
function isNullable(type: Json | undefined): type is readonly Json[] {
  return Array.isArray(type) && type.length === 2 && type.includes('null') && typeof otherOf(type) === 'string'
}

function otherOf(type: Json | undefined): Json {
  return (Array.isArray(type) ? type.find((each) => each !== 'null') : type) ?? null
}

function isNull(branch: Json): boolean {
  return isJsonObject(branch) && branch.type === 'null' && Object.keys(branch).length === 1
}

function spell(type: Json, upper: boolean): Json {
  return upper && typeof type === 'string' ? (googleTypes.get(type) ?? type) : type
}
