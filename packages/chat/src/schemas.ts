import * as z from 'zod'
import { wireRequestSchema } from './wire/request.ts'
import { wireResponseSchema } from './wire/response.ts'

const typed = z.looseObject({ type: z.string() })
const content = z.union([z.string(), z.array(typed)]).nullish()
const call = z.looseObject({ id: z.string().optional(), type: z.string().optional() })
const spoken = { content, tool_calls: z.array(call).nullish() }

/** The wire as it is checked, each document in one piece: for descriptions of it, such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: wireRequestSchema.extend({
    messages: z.array(z.looseObject({ role: z.string(), ...spoken, tool_call_id: z.string().optional(), name: z.string().optional() })),
    tools: z.array(typed).nullish(),
    tool_choice: z.union([z.string(), typed]).nullish(),
  }),
  response: wireResponseSchema.extend({
    choices: z.array(
      z.looseObject({
        index: z.number().nullish(),
        message: z.looseObject({ role: z.string().nullish(), ...spoken }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    ),
  }),
}
