import type { Json } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'

/** True if a schema of several types must become a union of single types, because of its type or its listed values. */
export function mustSplit(rules: DialectRules, types: readonly string[], values: readonly Json[] | undefined): boolean {
  if (rules.oneType) return types.filter((type) => type !== 'null').length > 1
  return types.length > 1 && values !== undefined && !values.every((value) => rules.enumValue(value))
}
