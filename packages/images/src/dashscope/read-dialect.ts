import { WireError, type JsonObject } from '@interlingua/core'
import { z } from 'zod'
import { format } from './format.ts'

const dialectSchema = z.looseObject({
  mode: z.enum(['sync', 'async', 'classic', 'edit']).optional(),
  like: z.string().optional(),
})

/**
 * How a server deviates from DashScope: plain data.
 * - `mode`: how the model is asked, where its id does not tell: messages answered at once (`sync`) or by a task (`async`), a prompt
 *   (`classic`) or a prompt and images (`edit`) answered by a task
 * - `like`: the model whose limits hold, where the routed id says nothing
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
