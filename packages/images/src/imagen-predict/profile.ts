import { WireError, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './format.ts'

const profileSchema = z.looseObject({ platform: z.enum(['vertex', 'gemini']).optional() })

/**
 * The profile of a server of Imagen. `platform: 'gemini'` is the Developer API and its compatible servers, which take fewer parameters than
 * Vertex AI.
 */
export type ImagenProfile = z.infer<typeof profileSchema>

/** Reads the profile of a context. Throws a WireError for an invalid one. */
export function readProfile(dialect: JsonObject): ImagenProfile {
  const result = profileSchema.safeParse(dialect)
  if (result.success) return result.data
  throw new WireError(format, '', `the dialect profile is not legal: ${result.error.issues[0]?.path.join('.') ?? ''}`, {
    cause: result.error,
  })
}
