import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core/adapter'
import * as z from 'zod'
import { format } from './format.ts'

const dialectSchema = z.looseObject({
  mode: z.enum(['sync', 'async', 'classic', 'edit']).optional(),
  like: z.string().optional(),
})

/**
 * The profile of a server that deviates from DashScope, as plain data.
 * - `mode`: the mode of the model where its id does not tell: messages answered at once (`sync`) or by a task (`async`), a prompt
 * (`classic`) or a prompt and images (`edit`) answered by a task
 * - `like`: the model whose limits apply, for ids that name no model
 */
export type Dialect = z.infer<typeof dialectSchema>

/** Reads the profile of a context, checked once per object. Throws a WireError for an invalid one. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)
