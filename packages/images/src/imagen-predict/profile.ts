import { WireError, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './format.ts'

const profileSchema = z.looseObject({ platform: z.enum(['vertex', 'gemini']).optional() })

/** How a server of Imagen deviates: `platform: 'gemini'` is the Developer API and what copies it, which knows fewer parameters than Vertex AI. */
export type ImagenProfile = z.infer<typeof profileSchema>

/** The profile in a context. Throws a WireError where it is none. */
export function readProfile(dialect: JsonObject): ImagenProfile {
  const result = profileSchema.safeParse(dialect)
  if (result.success) return result.data
  throw new WireError(format, '', `the dialect profile is not legal: ${result.error.issues[0]?.path.join('.') ?? ''}`, {
    cause: result.error,
  })
}
