import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, list, record, number } = shape

/** The body of `:predict` of an image model. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api */
export const imagenShape = fields({
  instances: list(fields({ prompt: text })),
  parameters: optional(
    fields({
      sampleCount: optional(whole(1, 4)),
      aspectRatio: optional(choice('1:1', '3:4', '4:3', '9:16', '16:9')),
      sampleImageSize: optional(choice('1K', '2K')),
      personGeneration: optional(choice('allow_all', 'allow_adult', 'dont_allow', 'ALLOW_ALL', 'ALLOW_ADULT', 'DONT_ALLOW')),
      safetySetting: optional(text),
      includeRaiReason: optional(flag),
      includeSafetyAttributes: optional(flag),
      language: optional(text),
      guidanceScale: optional(number(0, 500)),
      outputOptions: optional(
        fields({ mimeType: optional(choice('image/png', 'image/jpeg')), compressionQuality: optional(whole(0, 100)) }),
      ),
      negativePrompt: optional(text),
      seed: optional(whole(0, 4_294_967_295)),
      addWatermark: optional(flag),
      enhancePrompt: optional(flag),
      storageUri: optional(text),
    }),
  ),
  labels: optional(record(text)),
})

export type ImagenBody = ReadBy<typeof imagenShape>
