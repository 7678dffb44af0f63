import type { JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const schema = z.looseObject({ family: z.enum(['vf-1', 'vf-2', 'vf-3']).optional() })

/**
 * The settings of a channel to another gateway. `family` is the wording in which the gateway takes requests; absent, the wording follows
 * from the model.
 */
export type GatewayVideoSettings = z.infer<typeof schema>

/** Reads the settings of a channel. Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): GatewayVideoSettings {
  return readDialect(format, schema, dialect)
}
