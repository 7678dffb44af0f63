import { errorOfIssue } from '@interlingua/core/adapter'
import type { Pointer } from '@interlingua/core'
import type * as z from 'zod/mini'
import { format } from './extension.ts'

/** Throws a `WireError` at the first field of `value` that does not fit. */
export function check(schema: z.ZodMiniType, value: unknown, at: Pointer): void {
  const result = schema.safeParse(value)
  if (!result.success) throw errorOfIssue(format, result.error, value, at)
}
