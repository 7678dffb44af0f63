import { createProfileReader, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
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

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)
