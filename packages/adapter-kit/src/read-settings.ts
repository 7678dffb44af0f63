import { describeSettingsIssue } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import type * as z from 'zod'

/** Reads the settings of a dialect by its schema. Throws a `TypeError` that names the field. */
export function readSettings<T>(dialect: string, schema: z.ZodType<T>, settings: JsonObject): T {
  const result = schema.safeParse(settings)
  if (result.success) return result.data
  throw new TypeError(`${dialect} dialect: ${describeSettingsIssue(result.error.issues[0])}`)
}
