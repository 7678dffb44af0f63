import * as z from 'zod'
import * as gemini from './gemini-embeddings/wire.ts'
import * as openai from './openai-embeddings/wire.ts'
import * as vertex from './vertex-predict/wire.ts'

const tokens = z.array(z.int().min(0))
const numbers = z.array(z.number())
const vector = z.looseObject({ values: numbers })

/** Wire schemas by dialect, for descriptions such as OpenAPI's. Members with many inputs or numbers are checked by hand, not by these. */
export const schemas = {
  openai: {
    request: openai.requestSchema.extend({ input: z.union([z.string(), z.array(z.string()), tokens, z.array(tokens)]) }),
    response: openai.responseSchema.extend({
      object: z.literal('list'),
      data: z.array(z.looseObject({ object: z.literal('embedding'), index: z.int().min(0), embedding: z.union([numbers, z.string()]) })),
    }),
  },
  gemini: {
    request: gemini.itemSchema,
    batchRequest: gemini.batchSchema.extend({ requests: z.array(gemini.itemSchema) }),
    response: gemini.responseSchema.extend({ embedding: vector }),
    batchResponse: gemini.responseSchema.extend({ embeddings: z.array(vector) }),
  },
  vertex: {
    request: vertex.requestSchema,
    response: z.looseObject({ predictions: z.array(z.looseObject({ embeddings: vector })) }),
  },
}
