import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { child, listOf, readSdkTypes } from './read-sdk-types.ts'
import type { Declaration, Syntax } from './read-sdk-types.ts'

/** Finds the faults of a value against a type of an SDK, each as `Type.field: what is wrong`. */
export type Check = (value: Json) => readonly string[]

/** Makes a check for the fields that clients of a type may read: missing required ones, and values of another kind than declared. */
export function createFieldCheck(format: FormatId, root: string): Check {
  const types = readSdkTypes(format)
  if (!types.has(root)) throw new Error(`${format}: the SDK declares no ${root}`)
  const checker = new Checker(types)
  return (value) => checker.named(value, root, '')
}

interface Field {
  readonly key: string
  readonly optional: boolean
  readonly type: Syntax | undefined
}

class Checker {
  readonly #types: ReadonlyMap<string, Declaration>
  readonly #fields = new Map<string, readonly Field[]>()

  constructor(types: ReadonlyMap<string, Declaration>) {
    this.#types = types
  }

  /** `scope`: the type in which the name is written; namespaces are searched from the innermost. */
  named(value: Json, name: string, scope: string): readonly string[] {
    const declared = this.#find(name, scope)
    if (declared === undefined) return []
    const { syntax } = declared
    if (syntax.type === 'TSEnumDeclaration') return kind(value, 'string', declared.name)
    const alias = child(syntax, 'typeAnnotation')
    return syntax.type === 'TSTypeAliasDeclaration' && alias
      ? this.#check(value, alias, declared.name, declared.name)
      : this.#object(value, declared.name, this.#fieldsOf(declared))
  }

  #find(name: string, scope: string): Declaration | undefined {
    const within = scope.split('.')
    for (let depth = within.length; depth >= 0; depth--) {
      const found = this.#types.get([...within.slice(0, depth), name].filter((piece) => piece !== '').join('.'))
      if (found) return found
    }
    // The first segment may be the import name of a file.
    const rest = name.slice(name.indexOf('.') + 1)
    return rest === name ? undefined : this.#types.get(rest)
  }

  #fieldsOf(declared: Declaration): readonly Field[] {
    const known = this.#fields.get(declared.name)
    if (known) return known
    const { syntax, name } = declared
    const body = child(syntax, 'body')
    const own = fieldsIn(body ? listOf(body, 'body') : [])
    const bases = listOf(syntax, 'extends').flatMap((base) => {
      const expression = child(base, 'expression')
      const found = expression && this.#find(nameOf(expression), name)
      return found ? this.#fieldsOf(found) : []
    })
    const fields = [...own, ...bases.filter(({ key }) => !own.some((field) => field.key === key))]
    this.#fields.set(name, fields)
    return fields
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
    const declared = typeName && this.#find(nameOf(typeName), scope)
    if (declared === undefined) return true
    const alias = child(declared.syntax, 'typeAnnotation')
    if (declared.syntax.type === 'TSTypeAliasDeclaration' && alias) return this.#mayBe(value, alias, declared.name)
    return matches(value, this.#fieldsOf(declared))
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

function fieldsIn(members: readonly Syntax[]): readonly Field[] {
  return members.flatMap((member) => {
    const key = child(member, 'key')
    const properties = member.type === 'TSPropertySignature' || member.type === 'PropertyDefinition'
    if (!properties || key === undefined || member['static'] === true) return []
    const annotation = child(member, 'typeAnnotation')
    return [
      {
        key: String(key['name'] ?? key['value']),
        optional: member['optional'] === true,
        type: annotation && child(annotation, 'typeAnnotation'),
      },
    ]
  })
}

function nameOf(syntax: Syntax): string {
  const [left, right] = [child(syntax, 'left'), child(syntax, 'right')]
  return left && right ? `${nameOf(left)}.${nameOf(right)}` : String(syntax['name'])
}

function kind(value: Json, wanted: 'string' | 'number' | 'boolean', place: string): readonly string[] {
  return typeof value === wanted ? [] : [`${place}: ${value === null ? 'null' : typeof value} where a ${wanted} is declared`]
}
