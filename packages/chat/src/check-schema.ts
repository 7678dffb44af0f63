import type { Pointer } from '@interlingua/core'
import { pointer, WireError } from '@interlingua/core'
import type { z } from 'zod'
import { format } from './extension.ts'

/** Throws a WireError at the first field of `value` that `schema` refuses. What zod would return is thrown away: it reorders keys. */
export function checkSchema(schema: z.ZodType, value: unknown, at: Pointer): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const [issue] = result.error.issues
  const path = (issue?.path ?? []).map((segment) => (typeof segment === 'number' ? segment : String(segment)))
  throw new WireError(format, pointer(at, ...path), issue?.message ?? 'not legal in this format', { cause: result.error })
}
