import { shape } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, object, textOr, anything } = shape

const common = { model: text, prompt: text } as const

/** The body of a gateway's request for models with fixed durations. */
export const fixedVideoShape = fields({
  ...common,
  duration: optional(anything),
  seconds: optional(anything),
  resolution: optional(choice('480p', '720p', '1080p')),
  aspect_ratio: optional(choice('16:9', '9:16', '1:1')),
  size: optional(text),
  input_reference: optional(textOr(fields({ image_url: text }))),
  image: optional(text),
  remix_from_video_id: optional(text),
  video_url: optional(text),
})

/** The body of a gateway's request for models with their own sound. */
export const nativeVideoShape = fields({
  ...common,
  durationSeconds: optional(whole()),
  aspectRatio: optional(choice('16:9', '9:16')),
  resolution: optional(choice('720p', '1080p')),
  generateAudio: optional(flag),
  image: optional(text),
  lastFrame: optional(text),
  sampleCount: optional(whole(1, 4)),
  personGeneration: optional(choice('allow_all', 'allow_adult', 'dont_allow')),
  addWatermark: optional(flag),
  seed: optional(whole(0, 4_294_967_295)),
  negativePrompt: optional(text),
  enhancePrompt: optional(flag),
  fps: optional(whole(1)),
})

/** The body of a gateway's request for models that take all kinds of media. */
export const multimodalVideoShape = fields({ ...common, asset: optional(flag), metadata: object })
