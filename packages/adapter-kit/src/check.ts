import { WireError, type Format, type Pointer } from '@interlingua/core'
import { errorOfIssue, type SchemaError } from '@interlingua/core/adapter'
import type { Schema } from './schema.ts'

/** Throws a `WireError` at the first field of `value` that does not fit. The schema's result is not used: zod reorders keys. */
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
