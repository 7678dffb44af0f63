import type { JsonObject } from '@interlingua/core'
import type { ZodType } from 'zod'

/** The settings of a dialect as its schema reads them; throws a `TypeError` that names the field. */
export function readSettings<T>(dialect: string, schema: ZodType<T>, settings: JsonObject): T {
  const result = schema.safeParse(settings)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new TypeError(`${dialect} dialect: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}
