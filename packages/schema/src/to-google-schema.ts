import type { JsonObject } from '@interlingua/core'
import { fromGoogleSchema } from './from-google-schema.ts'
import type { GoogleSpelling } from './google-spelling.ts'
import { lowerSchema } from './lower-schema.ts'
import { printGoogleSchema } from './print-google-schema.ts'

/**
 * Prints what `fromGoogleSchema` read, exactly as it was spelled. A schema that was changed since, where the spelling was a peculiar
 * one, is lowered as any other.
 */
export function toGoogleSchema(schema: JsonObject, spelling: GoogleSpelling): JsonObject {
  if (typeof spelling === 'string') return printGoogleSchema(schema, spelling)
  const same = JSON.stringify(fromGoogleSchema(spelling).schema) === JSON.stringify(schema)
  return same ? spelling : lowerSchema(schema, 'gemini-schema', '').schema
}
