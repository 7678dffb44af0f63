import type { Json } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'
import { typeOf } from './type-of.ts'

/** Types of `types` that some listed value has; in dialects of one type, integers count as numbers. */
export function narrowTypes(rules: DialectRules, types: readonly string[], values: readonly Json[] | undefined): readonly string[] {
  const distinct = rules.oneType && types.includes('number') ? types.filter((type) => type !== 'integer') : types
  if (values === undefined) return distinct
  const named = new Set(values.map(typeOf))
  const left = distinct.filter((type) => named.has(type) || (type === 'number' && named.has('integer')))
  return left.length === distinct.length ? distinct : left
}
