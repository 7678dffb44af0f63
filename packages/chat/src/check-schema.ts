import type { Pointer } from '@interlingua/core'
import { errorOfIssue } from '@interlingua/core'
import type * as z from 'zod'
import { format } from './extension.ts'

/** Throws a WireError at the first field of `value` that `schema` refuses. What zod would return is thrown away: it reorders keys. */
export function checkSchema(schema: z.ZodType, value: unknown, at: Pointer): void {
  const result = schema.safeParse(value)
  if (!result.success) throw errorOfIssue(format, result.error, value, at)
}
