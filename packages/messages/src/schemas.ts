import * as z from 'zod/mini'
import { blockSchemas } from './wire/block-schemas.ts'
import { builtinToolSchema, countRequestSchema, functionToolSchema, requestSchema } from './wire/request-schemas.ts'
import { countSchema, responseSchema } from './wire/response-schemas.ts'

const block = z.union([
  ...Object.entries(blockSchemas).map(([type, schema]) => z.intersection(z.looseObject({ type: z.literal(type) }), schema)),
  // Unknown blocks are carried.
  z.looseObject({ type: z.string() }),
])
const blocks = z.union([z.string(), z.array(block)])
const lists = {
  messages: z.array(z.looseObject({ role: z.string(), content: blocks })),
  system: z.nullish(blocks),
  tools: z.nullish(z.array(z.union([functionToolSchema, builtinToolSchema]))),
}

/** Wire schemas of whole documents, for descriptions such as OpenAPI's. Unknown keys are legal everywhere. */
export const schemas = {
  request: z.extend(requestSchema, lists),
  response: responseSchema,
  countRequest: z.extend(countRequestSchema, lists),
  count: countSchema,
}
