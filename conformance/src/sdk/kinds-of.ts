import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { type Field, fieldsIn, nameOf, openDeclarations } from './declarations.ts'
import { child, listOf } from './read-sdk-types.ts'
import type { Syntax } from './read-sdk-types.ts'

/** Member of a union of the SDK, with a value of it that has the required fields, or all where none but the type is required. */
export interface Kind {
  /** Name of its type. */
  readonly name: string
  readonly value: JsonObject
  /** Keys of its required fields. */
  readonly keys: readonly string[]
}

/** Texts of fields in which not every text is legal. */
const texts: Readonly<Record<string, string>> = {
  arguments: '{}',
  call_id: 'call_1',
  data: 'AAAA',
  encrypted_content: 'gAAAAA',
  id: 'item_1',
  item_id: 'item_1',
  name: 'look',
}

/** Depth at which lists are left empty. */
const deepest = 6

/** Members of a union of objects that the SDK declares under `root`, or in its field `field`, each with a value. */
export function kindsOf(format: FormatId, root: string, field?: string): readonly Kind[] {
  const types = openDeclarations(format)
  const declared = types.find(root, '')
  if (declared === undefined) throw new Error(`${format}: the SDK declares no ${root}`)

  function members(type: Syntax, scope: string): readonly Kind[] {
    if (type.type === 'TSUnionType') return listOf(type, 'types').flatMap((member) => members(member, scope))
    if (type.type !== 'TSTypeReference') return []
    const typeName = child(type, 'typeName')
    const name = typeName ? nameOf(typeName) : ''
    if (name !== 'Array') return named(name, scope)
    const given = child(type, 'typeArguments')
    return given ? listOf(given, 'params').flatMap((inner) => members(inner, scope)) : []
  }

  function named(name: string, scope: string): readonly Kind[] {
    const declared = types.find(name, scope)
    if (declared === undefined) return []
    const alias = child(declared.syntax, 'typeAnnotation')
    if (declared.syntax.type === 'TSTypeAliasDeclaration' && alias) return members(alias, declared.name)
    const all = types.fieldsOf(declared)
    const needed = required(all)
    // Without any of its members, such a value would say nothing.
    const fields = needed.every(({ key }) => key === 'type') ? all : needed
    return [{ name: declared.name, value: objectOf(fields, declared.name, 0), keys: fields.map(({ key }) => key) }]
  }

  function objectOf(fields: readonly Field[], scope: string, depth: number): JsonObject {
    return Object.fromEntries(
      fields.flatMap(({ key, type }) => {
        const value = type && valueOf(type, scope, key, depth + 1)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }

  function valueOf(type: Syntax, scope: string, key: string, depth: number): Json | undefined {
    switch (type.type) {
      case 'TSStringKeyword':
        return texts[key] ?? 'x'
      case 'TSNumberKeyword':
        return key.endsWith('_index') || key === 'sequence_number' ? 0 : 1
      case 'TSBooleanKeyword':
        return true
      case 'TSNullKeyword':
        return null
      case 'TSUnknownKeyword':
      case 'TSAnyKeyword':
        return {}
      case 'TSLiteralType': {
        const value = child(type, 'literal')?.['value']
        return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
      }
      case 'TSArrayType': {
        const inner = child(type, 'elementType')
        return inner ? listWith(inner, scope, key, depth) : []
      }
      case 'TSParenthesizedType':
      case 'TSTypeOperator': {
        const inner = child(type, 'typeAnnotation')
        return inner && valueOf(inner, scope, key, depth)
      }
      case 'TSTypeLiteral':
        return objectOf(required(fieldsIn(listOf(type, 'members'))), scope, depth)
      case 'TSUnionType': {
        const all = listOf(type, 'types')
        const [first] = [...all.filter((member) => member.type !== 'TSNullKeyword'), ...all]
        return first && valueOf(first, scope, key, depth)
      }
      case 'TSTypeReference': {
        const typeName = child(type, 'typeName')
        const name = typeName ? nameOf(typeName) : ''
        if (name !== 'Array') return referenced(name, scope, key, depth)
        const given = child(type, 'typeArguments')
        const [inner] = given ? listOf(given, 'params') : []
        return inner ? listWith(inner, scope, key, depth) : []
      }
      default:
        return {}
    }
  }

  function listWith(inner: Syntax, scope: string, key: string, depth: number): Json {
    const value = depth < deepest ? valueOf(inner, scope, key, depth + 1) : undefined
    return value === undefined ? [] : [value]
  }

  function referenced(name: string, scope: string, key: string, depth: number): Json | undefined {
    const declared = types.find(name, scope)
    if (declared === undefined) return {}
    const alias = child(declared.syntax, 'typeAnnotation')
    if (declared.syntax.type === 'TSTypeAliasDeclaration' && alias) return valueOf(alias, declared.name, key, depth)
    return objectOf(required(types.fieldsOf(declared)), declared.name, depth)
  }

  if (field === undefined) return named(root, '')
  const { type } = types.fieldsOf(declared).find(({ key }) => key === field) ?? {}
  if (type === undefined) throw new Error(`${format}: the SDK declares no ${root}.${field}`)
  return members(type, declared.name)
}

/** Fields that a value must have; `type` tells of which kind it is. */
function required(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ optional, key }) => !optional || key === 'type')
}
