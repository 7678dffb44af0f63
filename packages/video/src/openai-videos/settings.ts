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
 * How a Videos API deviates.
 * - `durationSnap`: `up` asks for the next longer of `durations` (default 4, 8, 12, 16, 20); absent: lengths go out as they are
 * - `sizes`: the sizes that it takes; absent: all nine
 * - `reference`: how a reference image is sent; absent: in JSON
 * - `remix`: where a video is gone on from; absent: `/videos/edits`
 */
export type OpenaiVideosSettings = z.infer<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): OpenaiVideosSettings {
  return readDialect(format, schema, dialect)
}
