import { createGlance } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import * as z from 'zod'

const text = z.string()
const whole = z.number().int()
const object = z.looseObject({})
const list = z.custom<readonly unknown[]>(Array.isArray, 'must be an array')
const system = z.union([text, list]).nullish()
const tools = list.nullish()
const limit = whole.min(0)
const flag = z.boolean().nullish()
const number = z.number().nullish()
const integer = whole.nullish()
const cache = z.looseObject({ type: text }).nullish()

const shared = {
  model: text,
  // The members of these lists are dispatched by type, one by one.
  messages: list,
  system,
  tools,
  tool_choice: z.looseObject({ type: text, name: text.optional(), disable_parallel_tool_use: z.boolean().nullish() }).nullish(),
  thinking: z.looseObject({ type: text, budget_tokens: whole.nullish(), display: text.nullish() }).nullish(),
  output_config: z.looseObject({ effort: text.nullish(), format: z.looseObject({ type: text }).nullish() }).nullish(),
  output_format: z.looseObject({ type: text }).nullish(),
  cache_control: cache,
  mcp_servers: z.array(z.looseObject({ name: text })).nullish(),
}

/** The known fields of a request, as wide as the format: ranges are the server's business. */
export const requestSchema = z.looseObject({
  ...shared,
  max_tokens: limit,
  stop_sequences: z.array(text).nullish(),
  stream: flag,
  temperature: number,
  top_p: number,
  top_k: integer,
  metadata: z.looseObject({ user_id: text.nullish() }).nullish(),
  service_tier: text.nullish(),
  container: z.union([text, object]).nullish(),
  thread: z.looseObject({ type: text }).nullish(),
})

/** Whether a request is plainly what the schema wants. */
export const isPlainRequest = createGlance(
  requestSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [text, (value) => typeof value === 'string'],
    [list, Array.isArray],
    [system, (value) => typeof value === 'string' || Array.isArray(value) || value === null],
    [tools, (value) => Array.isArray(value) || value === null],
    [limit, (value) => Number.isSafeInteger(value) && Number(value) >= 0],
    [flag, (value) => typeof value === 'boolean' || value === null],
    [number, (value) => Number.isFinite(value) || value === null],
    [integer, (value) => Number.isSafeInteger(value) || value === null],
  ]),
)

export const countRequestSchema = z.looseObject(shared)

/** A tool that the caller defines. */
export const functionToolSchema = z.looseObject({
  name: text,
  input_schema: object,
  description: text.nullish(),
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
  input_examples: z.array(z.unknown()).nullish(),
  cache_control: cache,
})

/** A tool that the vendor defines; toolsets have no name. */
export const builtinToolSchema = z.looseObject({ type: text, name: text.optional(), cache_control: cache })
