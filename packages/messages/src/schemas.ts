import * as z from 'zod'
import { blockSchemas } from './wire/block-schemas.ts'
import { builtinToolSchema, countRequestSchema, functionToolSchema, requestSchema } from './wire/request-schemas.ts'
import { countSchema, responseSchema } from './wire/response-schemas.ts'

const block = z.union([
  ...Object.entries(blockSchemas).map(([type, schema]) => z.intersection(z.looseObject({ type: z.literal(type) }), schema)),
  // Tomorrow's blocks are carried.
  z.looseObject({ type: z.string() }),
])
const blocks = z.union([z.string(), z.array(block)])
const lists = {
  messages: z.array(z.looseObject({ role: z.string(), content: blocks })),
  system: blocks.nullish(),
  tools: z.array(z.union([functionToolSchema, builtinToolSchema])).nullish(),
}

/** The wire as it is checked, each document in one piece: for descriptions of it, such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: requestSchema.extend(lists),
  response: responseSchema,
  countRequest: countRequestSchema.extend(lists),
  count: countSchema,
}
