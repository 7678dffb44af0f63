import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod'

const count = z.int('must be an integer').min(1, 'must be at least 1').nullish()
const text = z.string('must be a string').nullish()
const flag = z.boolean('must be true or false').nullish()

/** Fields of these schemas that can be checked fast. */
export const plainFields: ReadonlyMap<unknown, (value: Json) => boolean> = new Map<unknown, (value: Json) => boolean>([
  [count, (value) => Number.isSafeInteger(value) && Number(value) >= 1],
  [text, (value) => typeof value === 'string'],
  [flag, (value) => typeof value === 'boolean'],
])

/** In both spellings, since Google's servers take both. */
const settings = {
  taskType: text,
  task_type: text,
  title: text,
  outputDimensionality: count,
  output_dimensionality: count,
  autoTruncate: flag,
  auto_truncate: flag,
}

const config = z.looseObject(settings).nullish()

/** Schema without the parts of the content, which are checked by hand. */
export const itemSchema = z.looseObject({
  model: text,
  content: z.looseObject({ role: text, parts: z.array(z.looseObject({}, 'must be an object'), 'must be an array') }),
  ...settings,
  embedContentConfig: config,
  embed_content_config: config,
})

export const batchSchema = z.looseObject({ model: text, requests: z.array(z.looseObject({}, 'must be an object'), 'must be an array') })

const usage = z.looseObject({ promptTokenCount: z.number().min(0).nullish(), totalTokenCount: z.number().min(0).nullish() }).nullish()

/** Schema without the vectors, which are checked by hand. */
export const responseSchema = z.looseObject({
  usageMetadata: usage,
  metadata: z
    .looseObject({
      usage: z.looseObject({ prompt_tokens: z.number().min(0).nullish(), total_tokens: z.number().min(0).nullish() }).nullish(),
    })
    .nullish(),
  truncated: z.boolean().nullish(),
})

/** The body of `embedContent`, and one request of a batch. https://ai.google.dev/api/embeddings#EmbedContentRequest */
export type WireGeminiEmbedItem = JsonObject & {
  readonly model?: string | null
  readonly content: JsonObject & { readonly role?: string | null; readonly parts: readonly JsonObject[] }
}

/** https://ai.google.dev/api/embeddings */
export type WireGeminiEmbedRequest = WireGeminiEmbedItem | (JsonObject & { readonly requests: readonly WireGeminiEmbedItem[] })

export type WireGeminiEmbedding = JsonObject & { readonly values: readonly number[] }

export type WireGeminiEmbedResponse = JsonObject & {
  readonly embedding?: WireGeminiEmbedding
  readonly embeddings?: readonly WireGeminiEmbedding[]
  readonly usageMetadata?: JsonObject | null
  readonly metadata?: JsonObject | null
  readonly truncated?: boolean | null
}
