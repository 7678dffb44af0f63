import { shape } from '../shape/shape.ts'
import { widest } from './widest.ts'

const { optional, text, flag, choice, fields, whole, list, object, record } = shape

/**
 * The body of `:predict` for an embedding model at Vertex, whose names have only one spelling because instances and parameters are
 * free-form values. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api
 */
export const predictEmbeddingsShape = fields({
  instances: list(
    fields({
      content: text,
      task_type: optional(
        choice(
          'RETRIEVAL_QUERY',
          'RETRIEVAL_DOCUMENT',
          'SEMANTIC_SIMILARITY',
          'CLASSIFICATION',
          'CLUSTERING',
          'QUESTION_ANSWERING',
          'FACT_VERIFICATION',
          'CODE_RETRIEVAL_QUERY',
        ),
      ),
      title: optional(text),
      mimeType: optional(text),
    }),
  ),
  parameters: optional(fields({ outputDimensionality: optional(whole(1, widest)), autoTruncate: optional(flag) })),
  labels: optional(record(text)),
  metadata: optional(object),
})
