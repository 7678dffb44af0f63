import * as z from 'zod'
import { countSchema, requestSchema } from './wire/request-schemas.ts'
import { responseSchema } from './wire/response-schemas.ts'

const typed = z.looseObject({ type: z.string() })
/** A message may leave out its type. */
const item = z.looseObject({ type: z.string().optional() })
const lists = {
  input: z.union([z.string(), z.array(item)]).optional(),
  tools: z.array(typed).nullish(),
  tool_choice: z.union([z.string(), typed]).nullish(),
}

/** The wire as it is checked, each document in one piece: for descriptions of it, such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: requestSchema.extend(lists),
  response: responseSchema.loose().extend({ output: z.array(typed) }),
  /** A count takes what a request takes. */
  countRequest: requestSchema.extend(lists),
  count: countSchema,
  item,
}
