import type { JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const schema = z.looseObject({ family: z.enum(['vf-1', 'vf-2', 'vf-3']).optional() })

/** How a channel to another gateway is set up. `family`: the words in which it takes wishes; absent: those of the model. */
export type GatewayVideoSettings = z.infer<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): GatewayVideoSettings {
  return readDialect(format, schema, dialect)
}
