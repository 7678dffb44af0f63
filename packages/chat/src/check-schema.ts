import type { Pointer } from '@interlingua/core'
import { errorOfIssue } from '@interlingua/core/adapter'
import type * as z from 'zod/mini'
import { format } from './extension.ts'

/** Throws a WireError at the first field of `value` that `schema` refuses. zod's result is not used, because zod reorders keys. */
export function checkSchema(schema: z.ZodMiniType, value: unknown, at: Pointer): void {
  const result = schema.safeParse(value)
  if (!result.success) throw errorOfIssue(format, result.error, value, at)
}
