import * as z from 'zod/mini'
import { countSchema, requestSchema } from './wire/request-schemas.ts'
import { responseSchema } from './wire/response-schemas.ts'

const typed = z.looseObject({ type: z.string() })
/** A message may lack its type. */
const item = z.looseObject({ type: z.optional(z.string()) })
const lists = {
  input: z.optional(z.union([z.string(), z.array(item)])),
  tools: z.nullish(z.array(typed)),
  tool_choice: z.nullish(z.union([z.string(), typed])),
}

/** Wire schemas of whole documents, for descriptions such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: z.extend(requestSchema, lists),
  response: z.extend(z.looseObject(responseSchema.shape), { output: z.array(typed) }),
  /** A request for a count takes the members of a request. */
  countRequest: z.extend(requestSchema, lists),
  count: countSchema,
  item,
}
