import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** Schema without `input`, which may hold many thousand tokens and is checked by hand. */
export const requestSchema = z.looseObject({
  model: z.string().min(1, 'must not be empty'),
  dimensions: z.int('must be an integer').min(1, 'must be at least 1').nullish(),
  encoding_format: z.enum(['float', 'base64'], 'must be float or base64').nullish(),
  user: z.string('must be a string').nullish(),
})

/** Schema without `data`, which is checked by hand. */
export const responseSchema = z.looseObject({
  model: z.string().nullish(),
  usage: z.looseObject({ prompt_tokens: z.number().min(0).nullish(), total_tokens: z.number().min(0).nullish() }).nullish(),
})

/** https://platform.openai.com/docs/api-reference/embeddings/create */
export type WireOpenaiEmbedRequest = JsonObject & {
  readonly model: string
  readonly input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
  readonly dimensions?: number | null
  readonly encoding_format?: 'float' | 'base64' | null
  readonly user?: string | null
}

export type WireOpenaiEmbedding = JsonObject & {
  readonly object?: Json
  readonly index?: Json
  /** A string is base64 of little-endian float32. */
  readonly embedding: string | readonly number[]
}

export type WireOpenaiEmbedResponse = JsonObject & {
  readonly data: readonly WireOpenaiEmbedding[]
  readonly model?: string | null
  readonly usage?: (JsonObject & { readonly prompt_tokens?: number | null; readonly total_tokens?: number | null }) | null
}
