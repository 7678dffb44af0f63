import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, list, record } = shape

const media = fields({ bytesBase64Encoded: optional(text), gcsUri: optional(text), mimeType: optional(text) })

const instance = {
  prompt: optional(text),
  image: optional(media),
  lastFrame: optional(media),
  video: optional(media),
  referenceImages: optional(list(fields({ image: media, referenceType: optional(choice('asset', 'style')) }))),
} as const

const parameters = {
  sampleCount: optional(whole(1, 4)),
  durationSeconds: optional(whole()),
  aspectRatio: optional(choice('16:9', '9:16')),
  resolution: optional(choice('720p', '1080p', '4k')),
  personGeneration: optional(choice('allow_all', 'allow_adult', 'dont_allow', 'ALLOW_ALL', 'ALLOW_ADULT', 'DONT_ALLOW')),
  negativePrompt: optional(text),
  enhancePrompt: optional(flag),
  seed: optional(whole(0, 4_294_967_295)),
} as const

/** The body of `:predictLongRunning` of the Developer API. https://ai.google.dev/gemini-api/docs/video */
export const geminiVeoShape = fields({
  instances: list(fields(instance)),
  parameters: optional(fields(parameters)),
  webhookConfig: optional(shape.object),
})

/** The body of `:predictLongRunning` of Vertex. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation */
export const vertexVeoShape = fields({
  instances: list(fields({ ...instance, mask: optional(shape.object), cameraControl: optional(text) })),
  parameters: optional(
    fields({
      ...parameters,
      generateAudio: optional(flag),
      storageUri: optional(text),
      fps: optional(whole(1)),
      pubsubTopic: optional(text),
      compressionQuality: optional(choice('optimized', 'lossless', 'OPTIMIZED', 'LOSSLESS')),
      resizeMode: optional(choice('pad', 'crop', 'PAD', 'CROP')),
    }),
  ),
  labels: optional(record(text)),
})

/** The body of `:fetchPredictOperation`. */
export const operationShape = fields({ operationName: text })

export type VeoBody = ReadBy<typeof vertexVeoShape>
export type VeoMedia = ReadBy<typeof media>
