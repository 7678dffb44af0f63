import { createGlance, isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import * as z from 'zod'

const number = z.number().nullish()
/** Of any size: zod's own integers end where they are no longer exact. */
const integer = z.number().refine(Number.isInteger, 'expected an integer').nullish()
const string = z.string().nullish()
const flag = z.boolean().nullish()
const model = z.string().optional()
/** Checked by hand where its inside matters: zod would copy it. */
const object = z
  .custom<Json>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The scalar options. Input and tools are checked by hand, so that an error names the exact field and no content is copied. */
export const requestSchema = z.looseObject({
  background: flag,
  conversation: z.union([z.string(), z.looseObject({ id: z.string() }), z.null()]).optional(),
  include: z.array(z.string()).nullish(),
  instructions: string,
  max_output_tokens: integer,
  max_tool_calls: integer,
  metadata: object,
  model,
  parallel_tool_calls: flag,
  previous_response_id: string,
  prompt: z.looseObject({ id: z.string() }).nullish(),
  prompt_cache_key: string,
  prompt_cache_options: object,
  prompt_cache_retention: string,
  reasoning: z.looseObject({ effort: string, summary: string, generate_summary: string }).nullish(),
  safety_identifier: string,
  service_tier: string,
  store: flag,
  stream: flag,
  stream_options: object,
  temperature: number,
  text: z.looseObject({ verbosity: string }).nullish(),
  top_logprobs: integer,
  top_p: number,
  truncation: string,
  user: string,
})

/** Whether the options are plainly what the schema wants. */
export const isPlainRequest = createGlance(
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
