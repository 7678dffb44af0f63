import { isJsonObject } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'

/** A message of a request; unknown roles and keys are legal. https://platform.openai.com/docs/api-reference/chat/create (messages) */
export type WireRequestMessage = JsonObject & { readonly role: string }

/** The body of `POST /v1/chat/completions`. https://platform.openai.com/docs/api-reference/chat/create */
export type WireRequest = JsonObject & {
  readonly model: string
  readonly messages: readonly WireRequestMessage[]
  readonly stream?: boolean | null
}

const number = z.nullish(z.number())
/** Integers of any size: zod's own end where doubles are no longer exact. */
const integer = z.nullish(z.number().check(z.refine(Number.isInteger, 'expected an integer')))
const string = z.nullish(z.string())
const model = z.string()
const stop = z.optional(z.union([z.string(), z.array(z.string()), z.null()]))
const flag = z.nullish(z.boolean())
/** Objects whose members are checked by hand, since zod would copy them. */
const object = z.optional(
  z.custom<Json>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object'),
)

/**
 * Schema of the scalar options. Messages and tools are checked by hand, so that an error names the exact field and no content is copied.
 */
export const wireRequestSchema = z.looseObject({
  model,
  max_completion_tokens: number,
  max_tokens: number,
  temperature: number,
  top_p: number,
  frequency_penalty: number,
  presence_penalty: number,
  seed: number,
  n: integer,
  top_logprobs: integer,
  logprobs: flag,
  stream: flag,
  store: flag,
  parallel_tool_calls: flag,
  stop,
  logit_bias: object,
  metadata: object,
  response_format: object,
  stream_options: object,
  audio: object,
  web_search_options: object,
  prompt_cache_options: object,
  prompt_cache_key: string,
  prompt_cache_retention: string,
  reasoning_effort: string,
  safety_identifier: string,
  service_tier: string,
  user: string,
  verbosity: string,
  modalities: z.nullish(z.array(z.string())),
})

/** Fast check of the options against their schema. */
export const isPlainRequest = createFastCheck(
  wireRequestSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [model, (value) => typeof value === 'string'],
    [string, (value) => typeof value === 'string' || value === null],
    [flag, (value) => typeof value === 'boolean' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [integer, (value) => Number.isInteger(value) || value === null],
    [object, (value) => isJsonObject(value) || value === null],
    [stop, (value) => typeof value === 'string' || value === null],
  ]),
)
