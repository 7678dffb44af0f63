import { WireError, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './format.ts'

const profileSchema = z.looseObject({ platform: z.enum(['gemini', 'vertex']).optional() })

/**
 * The profile of a server of Gemini. `platform: 'vertex'` adds the output format and the people that may be shown to the fields of the
 * Developer API.
 */
export type GeminiImageProfile = z.infer<typeof profileSchema>

/** Reads the profile of a context. Throws a WireError for an invalid one. */
export function readProfile(dialect: JsonObject): GeminiImageProfile {
  const result = profileSchema.safeParse(dialect)
  if (result.success) return result.data
  throw new WireError(format, '', `the dialect profile is not legal: ${result.error.issues[0]?.path.join('.') ?? ''}`, {
    cause: result.error,
  })
}
