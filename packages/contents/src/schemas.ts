import * as z from 'zod'
import { countSchema } from './wire/count-schema.ts'
import { countRequestSchema, functionSchema, requestSchema } from './wire/request-schemas.ts'
import { wireResponseSchema } from './wire/wire-response.ts'

const content = z.looseObject({ role: z.string().nullish(), parts: z.array(z.looseObject({})).nullish() })
const contents = z.union([z.array(content), content])
const tool = z.looseObject({ functionDeclarations: z.array(functionSchema).nullish() })
const lists = { systemInstruction: z.union([content, z.string()]).nullish(), tools: z.array(tool).nullish() }

/**
 * The wire as it is checked, each document in one piece: for descriptions of it, such as OpenAPI's. Unknown keys are legal everywhere, and each
 * name in snake case as well.
 */
export const schemas = {
  request: z.intersection(requestSchema, z.looseObject({ contents, ...lists })),
  response: wireResponseSchema,
  countRequest: z.intersection(countRequestSchema, z.looseObject({ contents: contents.nullish(), ...lists })),
  count: countSchema,
}
