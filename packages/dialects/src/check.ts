import { errorOfIssue, type Format, type Pointer } from '@interlingua/core'
import type { ZodType } from 'zod'

/** Throws a `WireError` at the first field of `value` that does not fit. What zod would return is thrown away: it reorders keys. */
export function check(format: Format, schema: ZodType, value: unknown, at: Pointer = ''): void {
  const result = schema.safeParse(value)
  if (!result.success) throw errorOfIssue(format, result.error, value, at)
}
