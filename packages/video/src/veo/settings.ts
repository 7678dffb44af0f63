import type { Format, JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'

const schema = z.looseObject({
  maxVideos: z.int().positive().optional(),
  takes: z.array(z.enum(['seed', 'fps', 'audio'])).optional(),
})

/**
 * The settings of a channel to Veo.
 * - `maxVideos`: the videos of one operation; absent, 1 on the developer API and 4 on Vertex
 * - `takes`: fields that the server takes beside those of its platform
 */
export type VeoSettings = z.infer<typeof schema>

/** Reads the settings of a channel. Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject, format: Format): VeoSettings {
  return readDialect(format, schema, dialect)
}
