import * as z from 'zod/mini'
import { countSchema } from './wire/count-schema.ts'
import { countRequestSchema, functionSchema, requestSchema } from './wire/request-schemas.ts'
import { wireResponseSchema } from './wire/wire-response.ts'

const content = z.looseObject({ role: z.nullish(z.string()), parts: z.nullish(z.array(z.looseObject({}))) })
const contents = z.union([z.array(content), content])
const tool = z.looseObject({ functionDeclarations: z.nullish(z.array(functionSchema)) })
const lists = { systemInstruction: z.nullish(z.union([content, z.string()])), tools: z.nullish(z.array(tool)) }

/**
 * Wire schemas of whole documents, for descriptions such as OpenAPI's. Unknown keys are legal everywhere, and each name in snake case as
 * well.
 */
export const schemas = {
  request: z.intersection(requestSchema, z.looseObject({ contents, ...lists })),
  response: wireResponseSchema,
  countRequest: z.intersection(countRequestSchema, z.looseObject({ contents: z.nullish(contents), ...lists })),
  count: countSchema,
}
