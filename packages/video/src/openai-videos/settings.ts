import type { JsonObject } from '@interlingua/core'
import { readSettings as readDialect } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const schema = z.looseObject({
  durationSnap: z.enum(['off', 'up']).optional(),
  durations: z.array(z.int().positive()).optional(),
  sizes: z.array(z.string()).optional(),
  reference: z.enum(['json', 'multipart']).optional(),
  remix: z.enum(['edits', 'remix']).optional(),
})

/**
 * The settings of a channel to a Videos API.
 * - `durationSnap`: `up` asks for the next longer of `durations` (default 4, 8, 12, 16, 20); absent, durations are sent unchanged
 * - `sizes`: the sizes that the API takes; absent, all nine
 * - `reference`: the encoding of a reference image; absent, JSON
 * - `remix`: the endpoint that takes a source video; absent, `/videos/edits`
 */
export type OpenaiVideosSettings = z.infer<typeof schema>

/** Reads the settings of a channel. Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): OpenaiVideosSettings {
  return readDialect(format, schema, dialect)
}
