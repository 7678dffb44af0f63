import { pointer, WireError, type Format } from '@interlingua/core'
import type { ZodType } from 'zod'

/** Throws a `WireError` at the first field of `value` that does not fit. */
export function check(format: Format, schema: ZodType, value: unknown): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const issue = result.error.issues[0]
  const path = (issue?.path ?? []).map((segment) => (typeof segment === 'symbol' ? String(segment) : segment))
  throw new WireError(format, pointer('', ...path), issue?.message ?? 'not valid')
}
