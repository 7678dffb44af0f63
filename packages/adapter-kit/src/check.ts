import { errorOfIssue, WireError, type Format, type Pointer, type SchemaError } from '@interlingua/core'
import type { Schema } from './schema.ts'

/** Throws a `WireError` at the first field of `value` that does not fit. What the schema would return is thrown away: zod reorders keys. */
export function check(format: Format, schema: Schema<unknown>, value: unknown, at: Pointer = ''): void {
  const result = schema.safeParse(value)
  if (result.success) return
  if (hasIssues(result.error)) throw errorOfIssue(format, result.error, value, at)
  throw new WireError(format, at, result.error instanceof Error ? result.error.message : 'not valid', { cause: result.error })
}

/** Schemas of zod's kind say what is wrong in a list of issues. */
function hasIssues(error: unknown): error is SchemaError {
  return typeof error === 'object' && error !== null && 'issues' in error && Array.isArray(error.issues)
}
