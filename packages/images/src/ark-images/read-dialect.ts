import { WireError, type JsonObject } from '@interlingua/core'
import { z } from 'zod'
import { format } from './format.ts'

const dialectSchema = z.looseObject({ like: z.string().optional() })

/**
 * How a server deviates from Ark: plain data.
 * - `like`: the model whose limits hold, where the routed id says nothing (`ep-…`)
 */
export type Dialect = z.infer<typeof dialectSchema>

const checked = new WeakMap<JsonObject, Dialect>()

/** The profile in a context. Throws a WireError where it is not one. Checked once per object. */
export function readDialect(dialect: JsonObject): Dialect {
  const known = checked.get(dialect)
  if (known) return known
  const result = dialectSchema.safeParse(dialect)
  if (!result.success)
    throw new WireError(format, '', `the dialect profile is not legal: ${result.error.issues[0]?.path.join('.') ?? ''}`, {
      cause: result.error,
    })
  checked.set(dialect, result.data)
  return result.data
}
