import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { type Declarations, type Field, fieldsIn, nameOf, openDeclarations } from './declarations.ts'
import { child, listOf } from './read-sdk-types.ts'
import type { Syntax } from './read-sdk-types.ts'

/** Finds the faults of a value against a type of an SDK, each as `Type.field: what is wrong`. */
export type Check = (value: Json) => readonly string[]

/** Makes a check for the fields that clients of a type may read: missing required ones, and values of another kind than declared. */
export function createFieldCheck(format: FormatId, root: string): Check {
  const types = openDeclarations(format)
  if (!types.has(root)) throw new Error(`${format}: the SDK declares no ${root}`)
  const checker = new Checker(types)
  return (value) => checker.named(value, root, '')
}

class Checker {
  readonly #types: Declarations

  constructor(types: Declarations) {
    this.#types = types
  }

  /** `scope`: the type in which the name is written. */
  named(value: Json, name: string, scope: string): readonly string[] {
    const declared = this.#types.find(name, scope)
    if (declared === undefined) return []
    const { syntax } = declared
    if (syntax.type === 'TSEnumDeclaration') return kind(value, 'string', declared.name)
    const alias = child(syntax, 'typeAnnotation')
    return syntax.type === 'TSTypeAliasDeclaration' && alias
      ? this.#check(value, alias, declared.name, declared.name)
      : this.#object(value, declared.name, this.#types.fieldsOf(declared))
  }

  #object(value: Json, name: string, fields: readonly Field[]): readonly string[] {
    if (!isJsonObject(value)) return [`${name}: an object is declared`]
    return fields.flatMap(({ key, optional, type }) => {
      const held = value[key]
      if (held === undefined) return optional ? [] : [`${name}.${key}: missing`]
      return type ? this.#check(held, type, name, `${name}.${key}`) : []
    })
  }

  #check(value: Json, type: Syntax, scope: string, place: string): readonly string[] {
    switch (type.type) {
      case 'TSStringKeyword':
        return kind(value, 'string', place)
      case 'TSNumberKeyword':
        return kind(value, 'number', place)
      case 'TSBooleanKeyword':
        return kind(value, 'boolean', place)
      case 'TSNullKeyword':
        return value === null ? [] : [`${place}: null is declared`]
      case 'TSParenthesizedType':
      case 'TSTypeOperator': {
        const inner = child(type, 'typeAnnotation')
        return inner ? this.#check(value, inner, scope, place) : []
      }
      case 'TSArrayType': {
        const inner = child(type, 'elementType')
        return inner ? this.#list(value, inner, scope, place) : []
      }
      case 'TSTypeLiteral':
        return this.#object(value, place, fieldsIn(listOf(type, 'members')))
      case 'TSLiteralType':
        return sameLiteral(value, type) ? [] : [`${place}: ${JSON.stringify(value)} is not declared`]
      case 'TSUnionType':
        return this.#union(value, listOf(type, 'types'), scope, place)
      case 'TSTypeReference':
        return this.#reference(value, type, scope, place)
      default:
        return []
    }
  }

  #reference(value: Json, type: Syntax, scope: string, place: string): readonly string[] {
    const typeName = child(type, 'typeName')
    const name = typeName ? nameOf(typeName) : ''
    if (name !== 'Array') return this.named(value, name, scope)
    const given = child(type, 'typeArguments')
    const [inner] = given ? listOf(given, 'params') : []
    return inner ? this.#list(value, inner, scope, place) : []
  }

  #list(value: Json, inner: Syntax, scope: string, place: string): readonly string[] {
    if (!Array.isArray(value)) return [`${place}: a list is declared`]
    return (value as readonly Json[]).flatMap((item) => this.#check(item, inner, scope, place))
  }

  /** Faults of the best member. For objects, only members whose literal fields equal the value's. */
  #union(value: Json, members: readonly Syntax[], scope: string, place: string): readonly string[] {
    const candidates = isJsonObject(value) ? members.filter((member) => this.#mayBe(value, member, scope)) : members
    if (candidates.length === 0)
      return [`${place}: ${isJsonObject(value) ? `type ${String(value['type'])}` : JSON.stringify(value)} is not declared`]
    let least: readonly string[] | undefined
    for (const member of candidates) {
      const found = this.#check(value, member, scope, place)
      if (found.length === 0) return found
      if (least === undefined || found.length < least.length) least = found
    }
    return isJsonObject(value) || Array.isArray(value) ? (least ?? []) : [`${place}: ${JSON.stringify(value)} is not declared`]
  }

  #mayBe(value: JsonObject, type: Syntax, scope: string): boolean {
    if (type.type === 'TSTypeLiteral') return matches(value, fieldsIn(listOf(type, 'members')))
    if (type.type === 'TSUnionType') return listOf(type, 'types').some((member) => this.#mayBe(value, member, scope))
    if (type.type !== 'TSTypeReference') return type.type === 'TSUnknownKeyword' || type.type === 'TSAnyKeyword'
    const typeName = child(type, 'typeName')
    const declared = typeName && this.#types.find(nameOf(typeName), scope)
    if (declared === undefined) return true
    const alias = child(declared.syntax, 'typeAnnotation')
    if (declared.syntax.type === 'TSTypeAliasDeclaration' && alias) return this.#mayBe(value, alias, declared.name)
    return matches(value, this.#types.fieldsOf(declared))
  }
}

/** True if the literal fields of a type fit a value. */
function matches(value: JsonObject, fields: readonly Field[]): boolean {
  return fields.every(({ key, type }) => type?.type !== 'TSLiteralType' || value[key] === undefined || sameLiteral(value[key], type))
}

function sameLiteral(value: Json, type: Syntax): boolean {
  const literal = child(type, 'literal')
  return literal === undefined || literal['value'] === value
}

function kind(value: Json, wanted: 'string' | 'number' | 'boolean', place: string): readonly string[] {
  return typeof value === wanted ? [] : [`${place}: ${value === null ? 'null' : typeof value} where a ${wanted} is declared`]
}
