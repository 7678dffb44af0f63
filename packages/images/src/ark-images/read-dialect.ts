import { createProfileReader, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './format.ts'

const dialectSchema = z.looseObject({ like: z.string().optional() })

/**
 * How a server deviates from Ark: plain data.
 * - `like`: the model whose limits hold, where the routed id says nothing (`ep-…`)
 */
export type Dialect = z.infer<typeof dialectSchema>

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)
