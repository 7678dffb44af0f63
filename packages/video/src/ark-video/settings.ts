import type { JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const schema = z.looseObject({ assets: z.boolean().optional() })

/** The settings of a channel to Ark. `assets` tells whether the channel has a library of licensed material; absent, it has one. */
export type ArkVideoSettings = z.infer<typeof schema>

/** Reads the settings of a channel. Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): ArkVideoSettings {
  return readDialect(format, schema, dialect)
}
