import { pointer } from '@interlingua/core'
import type { Located, LocatedObject } from './located.ts'
import type { Lowering } from './lowering.ts'

/** A union in one of several conjuncts. */
export interface Union {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly part: LocatedObject
  readonly branches: readonly Located[]
}

/** Splits `parts` into their unions and the parts without them. */
export function takeUnions(lowering: Lowering, parts: readonly LocatedObject[]): { unions: Union[]; base: LocatedObject[] } {
  const unions: Union[] = []
  const base = parts.map((part) => {
    const found = (['anyOf', 'oneOf'] as const).filter((keyword) => Object.hasOwn(part.schema, keyword))
    if (found.length === 0) return part
    for (const keyword of found) {
      const list = part.schema[keyword]
      if (!Array.isArray(list) || list.length === 0) lowering.report(part.path, keyword, 'dropped')
      else unions.push({ keyword, part, branches: list.map((schema, index) => ({ schema, path: pointer(part.path, keyword, index) })) })
    }
    return without(part, found)
  })
  return { unions, base }
}

function without({ schema, path }: LocatedObject, keywords: readonly string[]): LocatedObject {
  return { schema: Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword))), path }
}
