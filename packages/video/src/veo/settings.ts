import type { Format, JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'

const schema = z.looseObject({
  mostVideos: z.int().positive().optional(),
  takes: z.array(z.enum(['seed', 'fps', 'audio'])).optional(),
})

/**
 * How a server of Veo deviates.
 * - `mostVideos`: how many one operation makes; absent: 1 on the developer API, 4 on Vertex
 * - `takes`: fields that it knows beside those of its platform
 */
export type VeoSettings = z.infer<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject, format: Format): VeoSettings {
  return readDialect(format, schema, dialect)
}
