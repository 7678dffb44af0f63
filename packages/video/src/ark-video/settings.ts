import type { JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const schema = z.looseObject({ assets: z.boolean().optional() })

/** How a channel deviates. `assets`: whether it has a library of licensed material; absent: it has. */
export type ArkVideoSettings = z.infer<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): ArkVideoSettings {
  return readDialect(format, schema, dialect)
}
