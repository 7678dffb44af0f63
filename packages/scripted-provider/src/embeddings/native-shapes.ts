import { proto } from '../contents/shapes/proto.ts'
import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'
import { widest } from './widest.ts'

const { optional, text, flag, list } = shape
const { message, words, whole, bytes } = proto

const blob = message({ mimeType: text, data: bytes, displayName: optional(text) })
const file = message({ fileUri: text, mimeType: optional(text), displayName: optional(text) })

const options = {
  taskType: optional(
    words(
      'TASK_TYPE_UNSPECIFIED',
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
  outputDimensionality: optional(whole(1, widest)),
} as const

/** The body of `:embedContent`. Vertex takes the options in `embedContentConfig`. https://ai.google.dev/api/embeddings */
export const embedShape = message({
  model: optional(text),
  content: message({
    role: optional(text),
    parts: optional(list(message({ text: optional(text), inlineData: optional(blob), fileData: optional(file) }))),
  }),
  ...options,
  embedContentConfig: optional(
    message({ ...options, autoTruncate: optional(flag), documentOcr: optional(flag), audioTrackExtraction: optional(flag) }),
  ),
})

/** The body of `:batchEmbedContents`. */
export const batchEmbedShape = message({ requests: optional(list(embedShape)) })

export type EmbedBody = ReadBy<typeof embedShape>
