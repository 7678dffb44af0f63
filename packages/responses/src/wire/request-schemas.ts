import { isJsonObject } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import type { Json } from '@interlingua/core'
import * as z from 'zod/mini'

const number = z.nullish(z.number())
/** Integers of any size: zod's own end where doubles are no longer exact. */
const integer = z.nullish(z.number().check(z.refine(Number.isInteger, 'expected an integer')))
const string = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const model = z.optional(z.string())
/** Objects whose members are checked by hand, since zod would copy them. */
const object = z.optional(
  z.custom<Json>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object'),
)

/** Schema of the scalar options. Input and tools are checked by hand, so that an error names the exact field and no content is copied. */
export const requestSchema = z.looseObject({
  background: flag,
  conversation: z.optional(z.union([z.string(), z.looseObject({ id: z.string() }), z.null()])),
  frequency_penalty: number,
  include: z.nullish(z.array(z.string())),
  instructions: string,
  max_output_tokens: integer,
  max_tool_calls: integer,
  metadata: object,
  model,
  parallel_tool_calls: flag,
  presence_penalty: number,
  previous_response_id: string,
  prompt: z.nullish(z.looseObject({ id: z.string() })),
  prompt_cache_key: string,
  prompt_cache_options: object,
  prompt_cache_retention: string,
  reasoning: z.nullish(z.looseObject({ effort: string, summary: string, generate_summary: string })),
  safety_identifier: string,
  service_tier: string,
  store: flag,
  stream: flag,
  stream_options: object,
  temperature: number,
  text: z.nullish(z.looseObject({ verbosity: string })),
  top_logprobs: integer,
  top_p: number,
  truncation: string,
  user: string,
})

/** Fast check of the options against their schema. */
export const isPlainRequest = createFastCheck(
  requestSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [string, (value) => typeof value === 'string' || value === null],
    [flag, (value) => typeof value === 'boolean' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [integer, (value) => Number.isInteger(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
    [model, (value) => typeof value === 'string'],
  ]),
)

/** `text.format`, by its type. */
export const formatSchema = z.looseObject({ type: z.string() })
export const jsonSchemaFormatSchema = z.looseObject({
  name: z.string(),
  schema: z.custom<Json>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'expected an object'),
  strict: flag,
  description: string,
})

export const countSchema = z.looseObject({ input_tokens: z.number() })
