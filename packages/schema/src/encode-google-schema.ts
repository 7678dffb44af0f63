import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { putOwn } from '@interlingua/core/adapter'
import { googleCounts, googleDeepest, googlePositions, googleTypes } from './google-keywords.ts'

/**
 * Prints JSON Schema of the kind that `lowerSchema` and `fromGoogleSchema` return in the spelling of Google's Schema object: types in upper
 * (or lower) case, `nullable` for null, counts as strings, `example`. Keywords without a spelling there are carried as they are.
 */
export function encodeGoogleSchema(schema: JsonObject, types: 'upper' | 'lower'): JsonObject {
  return encodeNode(schema, types === 'upper', 0)
}

function encodeNode(schema: JsonObject, upper: boolean, depth: number): JsonObject {
  if (depth > googleDeepest) return schema
  const out: Record<string, Json> = {}
  const { type } = schema
  const nullable = isNullable(type)
  for (const keyword in schema) {
    const value = schema[keyword] as Json // a key that for-in named
    switch (keyword) {
      case 'type':
        out.type = nullable
          ? encode(otherOf(type), upper)
          : Array.isArray(value)
            ? value.map((each) => encode(each, upper))
            : encode(value, upper)
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
        out.anyOf = encodeAt('list', branches, upper, depth)
        if (Array.isArray(value) && Array.isArray(branches) && branches.length < value.length) out.nullable = true
        break
      }
      default: {
        const position = googlePositions.get(keyword)
        const printed = position === undefined ? value : encodeAt(position, value, upper, depth)
        putOwn(out, keyword, googleCounts.has(keyword) && typeof value === 'number' ? String(value) : printed)
      }
    }
  }
  return out
}

function encodeAt(position: 'one' | 'list' | 'map', value: Json, upper: boolean, depth: number): Json {
  if (Array.isArray(value))
    return position === 'map' ? value : value.map((each) => (isJsonObject(each) ? encodeNode(each, upper, depth + 1) : each))
  if (!isJsonObject(value)) return value
  if (position === 'one') return encodeNode(value, upper, depth + 1)
  if (position === 'list') return value
  const out: Record<string, Json> = {}
  for (const name in value) {
    const child = value[name] as Json // a key that for-in named
    putOwn(out, name, isJsonObject(child) ? encodeNode(child, upper, depth + 1) : child)
  }
  return out
}

/** True for one type with null beside it. */
function isNullable(type: Json | undefined): type is readonly Json[] {
  return Array.isArray(type) && type.length === 2 && type.includes('null') && typeof otherOf(type) === 'string'
}

function otherOf(type: Json | undefined): Json {
  return (Array.isArray(type) ? type.find((each) => each !== 'null') : type) ?? null
}

function isNull(branch: Json): boolean {
  return isJsonObject(branch) && branch.type === 'null' && Object.keys(branch).length === 1
}

function encode(type: Json, upper: boolean): Json {
  return upper && typeof type === 'string' ? (googleTypes.get(type) ?? type) : type
}
