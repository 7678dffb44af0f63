import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, fields, textOr, object } = shape

/** The fields of OpenAI's `POST /v1/videos` beside its image. https://platform.openai.com/docs/api-reference/videos/create */
const fresh = { model: optional(text), prompt: text, seconds: optional(text), size: optional(text) } as const

export const videoShape = fields({
  ...fresh,
  input_reference: optional(fields({ image_url: optional(text), file_id: optional(text) })),
})

/** The fields of a form, whose file is read apart. */
export const videoFormShape = fields({ ...fresh, input_reference: optional(textOr(object)) })

/** The body of `POST /v1/videos/edits`. */
export const videoEditShape = fields({ model: optional(text), prompt: text, video: fields({ id: text }) })
export const videoEditFormShape = fields({ model: optional(text), prompt: text, video: optional(fields({ id: text })) })

/** The body of `POST /v1/videos/extensions`. */
export const videoExtensionShape = fields({ model: optional(text), prompt: text, seconds: text, video: fields({ id: text }) })
export const videoExtensionFormShape = fields({
  model: optional(text),
  prompt: text,
  seconds: text,
  video: optional(fields({ id: text })),
})

/** The body of `POST /v1/videos/{id}/remix`. */
export const videoRemixShape = fields({ prompt: text })

export type VideoBody = ReadBy<typeof videoShape>
