import type { JsonObject } from '@interlingua/core'
import { fromGoogleSchema } from './from-google-schema.ts'
import type { GoogleSpelling } from './google-spelling.ts'
import { lowerSchema } from './lower-schema.ts'
import { encodeGoogleSchema } from './encode-google-schema.ts'

/**
 * Prints the result of `fromGoogleSchema` exactly as it was spelled. If it was changed since and its spelling was unusual, it is lowered
 * like any other schema.
 */
export function toGoogleSchema(schema: JsonObject, spelling: GoogleSpelling): JsonObject {
  if (typeof spelling === 'string') return encodeGoogleSchema(schema, spelling)
  const same = JSON.stringify(fromGoogleSchema(spelling).schema) === JSON.stringify(schema)
  return same ? spelling : lowerSchema(schema, 'gemini-schema', '').schema
}
