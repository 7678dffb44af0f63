import type { FormatId } from '../format-id.ts'
import { child, listOf, readSdkTypes } from './read-sdk-types.ts'
import type { Declaration, Syntax } from './read-sdk-types.ts'

/** Field of a declared type. */
export interface Field {
  readonly key: string
  readonly optional: boolean
  readonly type: Syntax | undefined
}

/** Types that an SDK declares, found by name. */
export interface Declarations {
  has(name: string): boolean
  /** `scope`: the type in which the name is written; namespaces are searched from the innermost. */
  find(name: string, scope: string): Declaration | undefined
  /** Fields of an interface or a class, with those of what it extends. */
  fieldsOf(declared: Declaration): readonly Field[]
}

export function openDeclarations(format: FormatId): Declarations {
  const types = readSdkTypes(format)
  const known = new Map<string, readonly Field[]>()

  function find(name: string, scope: string): Declaration | undefined {
    const within = scope.split('.')
    for (let depth = within.length; depth >= 0; depth--) {
      const found = types.get([...within.slice(0, depth), name].filter((piece) => piece !== '').join('.'))
      if (found) return found
    }
    // The first segment may be the import name of a file.
    const rest = name.slice(name.indexOf('.') + 1)
    return rest === name ? undefined : types.get(rest)
  }

  function fieldsOf({ name, syntax }: Declaration): readonly Field[] {
    const read = known.get(name)
    if (read) return read
    const body = child(syntax, 'body')
    const own = fieldsIn(body ? listOf(body, 'body') : [])
    const bases = listOf(syntax, 'extends').flatMap((base) => {
      const expression = child(base, 'expression')
      const found = expression && find(nameOf(expression), name)
      return found ? fieldsOf(found) : []
    })
    const fields = [...own, ...bases.filter(({ key }) => !own.some((field) => field.key === key))]
    known.set(name, fields)
    return fields
  }

  return { has: (name) => types.has(name), find, fieldsOf }
}

/** Fields among the members of a type. */
export function fieldsIn(members: readonly Syntax[]): readonly Field[] {
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

/** Name in an expression or a reference, with its namespaces. */
export function nameOf(syntax: Syntax): string {
  const [left, right] = [child(syntax, 'left'), child(syntax, 'right')]
  return left && right ? `${nameOf(left)}.${nameOf(right)}` : String(syntax['name'])
}
