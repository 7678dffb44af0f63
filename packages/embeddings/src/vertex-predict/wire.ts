import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod'

const count = z.int('must be an integer').min(1, 'must be at least 1').nullish()
const text = z.string('must be a string').nullish()
const flag = z.boolean('must be true or false').nullish()

/** The server's own names are in snake_case for instances and in camelCase for parameters; it takes either. */
const instance = z.looseObject({
  content: z.string('must be a string').min(1, 'must not be an empty string'),
  task_type: text,
  taskType: text,
  title: text,
})

export const requestSchema = z.looseObject({
  instances: z.array(instance, 'must be an array').min(1, 'must not be empty'),
  parameters: z
    .looseObject({ outputDimensionality: count, output_dimensionality: count, autoTruncate: flag, auto_truncate: flag })
    .nullish(),
})

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export type WireVertexEmbedRequest = JsonObject & {
  readonly instances: readonly (JsonObject & { readonly content: string })[]
  readonly parameters?: JsonObject | null
}

export type WireVertexPrediction = JsonObject & {
  readonly embeddings: JsonObject & { readonly values: readonly number[]; readonly statistics?: Json }
}

export type WireVertexEmbedResponse = JsonObject & { readonly predictions: readonly WireVertexPrediction[] }
