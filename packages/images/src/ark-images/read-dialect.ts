import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core/adapter'
import * as z from 'zod'
import { format } from './format.ts'

const dialectSchema = z.looseObject({ like: z.string().optional() })

/**
 * The profile of a server that deviates from Ark, as plain data.
 * - `like`: the model whose limits apply, for ids that name no model (`ep-…`)
 */
export type Dialect = z.infer<typeof dialectSchema>

/** Reads the profile of a context, checked once per object. Throws a WireError for an invalid one. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)
