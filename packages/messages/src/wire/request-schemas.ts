import { createFastCheck } from '@interlingua/core/adapter'
import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import * as z from 'zod/mini'

const text = z.string()
const whole = z.int()
const object = z.looseObject({})
const list = z.custom<readonly unknown[]>(Array.isArray, 'must be an array')
const system = z.nullish(z.union([text, list]))
const tools = z.nullish(list)
const limit = whole.check(z.minimum(0))
const flag = z.nullish(z.boolean())
const number = z.nullish(z.number())
const integer = z.nullish(whole)
const words = z.nullish(text)
const cache = z.nullish(z.looseObject({ type: text }))

const shared = {
  model: text,
  // Members of these lists are checked by type, one by one.
  messages: list,
  system,
  tools,
  tool_choice: z.nullish(z.looseObject({ type: text, name: z.optional(text), disable_parallel_tool_use: z.nullish(z.boolean()) })),
  thinking: z.nullish(z.looseObject({ type: text, budget_tokens: z.nullish(whole), display: z.nullish(text) })),
  output_config: z.nullish(z.looseObject({ effort: z.nullish(text), format: z.nullish(z.looseObject({ type: text })) })),
  output_format: z.nullish(z.looseObject({ type: text })),
  cache_control: cache,
  mcp_servers: z.nullish(z.array(z.looseObject({ name: text }))),
}

/** Schema of the known fields of a request, as wide as the format: ranges are the server's to judge. */
export const requestSchema = z.looseObject({
  ...shared,
  max_tokens: limit,
  stop_sequences: z.nullish(z.array(text)),
  stream: flag,
  temperature: number,
  top_p: number,
  top_k: integer,
  metadata: z.nullish(z.looseObject({ user_id: z.nullish(text) })),
  service_tier: z.nullish(text),
  container: z.nullish(z.union([text, object])),
  thread: z.nullish(z.looseObject({ type: text })),
})

/** Fast check of a request against its schema. */
export const isPlainRequest = createFastCheck(
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

/** Schema of a tool that the caller defines. */
export const functionToolSchema = z.looseObject({
  name: text,
  input_schema: object,
  description: words,
  strict: flag,
  defer_loading: flag,
  input_examples: z.nullish(z.array(z.unknown())),
  cache_control: cache,
})

/** Fast check of a tool against its schema. */
export const isPlainTool = createFastCheck(
  functionToolSchema.shape,
  new Map<unknown, (value: Json) => boolean>([
    [text, (value) => typeof value === 'string'],
    [object, isJsonObject],
    [words, (value) => typeof value === 'string' || value === null],
    [flag, (value) => typeof value === 'boolean' || value === null],
  ]),
)

/** Schema of a tool that the vendor defines; toolsets have no name. */
export const builtinToolSchema = z.looseObject({ type: text, name: z.optional(text), cache_control: cache })
