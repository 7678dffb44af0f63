import * as z from 'zod'

const count = z.int().min(1).optional()
const text = z.string()
const part = z.looseObject({ text: text.optional() })
const usage = z.looseObject({ prompt_tokens: z.number(), total_tokens: z.number() })
const vector = z.looseObject({ values: z.array(z.number()) })
const content = z.looseObject({
  model: text.optional(),
  content: z.looseObject({ role: text.optional(), parts: z.array(part) }),
  taskType: text.optional(),
  title: text.optional(),
  outputDimensionality: count,
})

/** Bodies of embeddings, by the names under which the description holds them. */
export const embedSchemas: Readonly<Record<string, z.ZodType>> = {
  // https://platform.openai.com/docs/api-reference/embeddings
  EmbeddingsRequest: z.looseObject({
    model: text,
    input: z.union([text, z.array(text), z.array(z.int()), z.array(z.array(z.int()))]),
    dimensions: count,
    encoding_format: z.enum(['float', 'base64']).optional(),
    user: text.optional(),
  }),
  EmbeddingsResponse: z.looseObject({
    object: z.literal('list'),
    data: z.array(z.looseObject({ object: z.literal('embedding'), index: z.int(), embedding: z.union([z.array(z.number()), text]) })),
    model: text,
    usage,
  }),
  // https://ai.google.dev/api/embeddings
  EmbedContentRequest: content,
  EmbedContentResponse: z.looseObject({ embedding: vector, metadata: z.looseObject({ usage: usage.optional() }).optional() }),
  BatchEmbedContentsRequest: z.looseObject({ requests: z.array(content) }),
  BatchEmbedContentsResponse: z.looseObject({ embeddings: z.array(vector) }),
}
