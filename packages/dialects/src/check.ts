import { pointer, WireError, type Format, type Pointer } from '@interlingua/core'
import type { ZodType } from 'zod'

/** Throws a `WireError` at the first field of `value` that does not fit. What zod would return is thrown away: it reorders keys. */
export function check(format: Format, schema: ZodType, value: unknown, at: Pointer = ''): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const issue = result.error.issues[0]
  const path = (issue?.path ?? []).map((segment) => (typeof segment === 'symbol' ? String(segment) : segment))
  throw new WireError(format, pointer(at, ...path), isMissing(value, path) ? 'Field required' : (issue?.message ?? 'not valid'))
}

/** The last segment of the path is not there: a missing field, not a wrong one. */
function isMissing(value: unknown, path: readonly (string | number)[]): boolean {
  let node: unknown = value
  for (const segment of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return true
    node = (node as Readonly<Record<string | number, unknown>>)[segment] // hasOwn has just shown the key
  }
  return false
}
