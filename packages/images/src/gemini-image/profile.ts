import { WireError, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './format.ts'

const profileSchema = z.looseObject({ platform: z.enum(['gemini', 'vertex']).optional() })

/** `platform: 'vertex'` takes the format of the file and who may be shown beside what the Developer API takes. */
export type GeminiImageProfile = z.infer<typeof profileSchema>

/** The profile in a context. Throws a WireError where it is none. */
export function readProfile(dialect: JsonObject): GeminiImageProfile {
  const result = profileSchema.safeParse(dialect)
  if (result.success) return result.data
  throw new WireError(format, '', `the dialect profile is not legal: ${result.error.issues[0]?.path.join('.') ?? ''}`, {
    cause: result.error,
  })
}
