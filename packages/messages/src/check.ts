import { errorOfIssue } from '@interlingua/core'
import type { Pointer } from '@interlingua/core'
import type { ZodType } from 'zod'
import { format } from './extension.ts'

/** Throws a `WireError` at the first field of `value` that does not fit. */
export function check(schema: ZodType, value: unknown, at: Pointer): void {
  const result = schema.safeParse(value)
  if (!result.success) throw errorOfIssue(format, result.error, value, at)
}
