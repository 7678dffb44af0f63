import * as z from 'zod/mini'
import { wireRequestSchema } from './wire/request.ts'
import { wireResponseSchema } from './wire/response.ts'

const typed = z.looseObject({ type: z.string() })
const content = z.nullish(z.union([z.string(), z.array(typed)]))
const call = z.looseObject({ id: z.optional(z.string()), type: z.optional(z.string()) })
const spoken = { content, tool_calls: z.nullish(z.array(call)) }

/** Wire schemas of whole documents, for descriptions such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: z.extend(wireRequestSchema, {
    messages: z.array(z.looseObject({ role: z.string(), ...spoken, tool_call_id: z.optional(z.string()), name: z.optional(z.string()) })),
    tools: z.nullish(z.array(typed)),
    tool_choice: z.nullish(z.union([z.string(), typed])),
  }),
  response: z.extend(wireResponseSchema, {
    choices: z.array(
      z.looseObject({
        index: z.nullish(z.number()),
        message: z.nullish(z.looseObject({ role: z.nullish(z.string()), ...spoken })),
        finish_reason: z.nullish(z.string()),
      }),
    ),
  }),
}
