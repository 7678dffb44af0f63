import type { Json } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'

/** Whether a schema of several types has to become a union of schemas of one: for its type, or for the values that it names. */
export function mustSplit(rules: DialectRules, types: readonly string[], values: readonly Json[] | undefined): boolean {
  if (rules.oneType) return types.filter((type) => type !== 'null').length > 1
  return types.length > 1 && values !== undefined && !values.every((value) => rules.enumValue(value))
}
