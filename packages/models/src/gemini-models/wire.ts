import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** https://ai.google.dev/api/models */
export const modelSchema = z.looseObject({
  name: z.string(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  inputTokenLimit: z.number().optional(),
  outputTokenLimit: z.number().optional(),
  supportedGenerationMethods: z.array(z.string()).optional(),
})

/** An empty list has no `models`. */
export const listSchema = z.looseObject({ models: z.array(modelSchema).optional(), nextPageToken: z.string().nullish() })

export type WireGeminiModel = JsonObject & {
  readonly name: string
  readonly displayName?: string
  readonly description?: string
  readonly inputTokenLimit?: number
  readonly outputTokenLimit?: number
  readonly supportedGenerationMethods?: readonly string[]
}

export type WireGeminiList = JsonObject & { readonly models?: readonly WireGeminiModel[]; readonly nextPageToken?: string | null }
