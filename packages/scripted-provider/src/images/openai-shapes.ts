import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, list, object } = shape

/** The fields that both operations take. No current model has `response_format` or `style`. */
const common = {
  prompt: text,
  model: optional(text),
  n: optional(whole(1, 10)),
  size: optional(text),
  quality: optional(choice('auto', 'low', 'medium', 'high', 'xhigh', 'max')),
  background: optional(choice('auto', 'opaque', 'transparent')),
  output_format: optional(choice('png', 'jpeg', 'webp', 'gif', 'svg')),
  output_compression: optional(whole(0, 100)),
  moderation: optional(choice('auto', 'low')),
  stream: optional(flag),
  partial_images: optional(whole(0, 3)),
  user: optional(text),
  safety_identifier: optional(text),
  complexity: optional(choice('low', 'medium', 'high')),
  frame_count: optional(whole(2, 16)),
  frame_duration_ms: optional(whole(1, 655_350)),
  svg: optional(object),
} as const

/** The body of `POST /v1/images/generations`. https://platform.openai.com/docs/api-reference/images/create */
export const generationShape = fields(common)

const edits = { ...common, input_fidelity: optional(choice('high', 'low')) } as const

/** The fields of a form to `POST /v1/images/edits`, without its files. https://platform.openai.com/docs/api-reference/images/createEdit */
export const editFormShape = fields(edits)

const reference = fields({ image_url: optional(text), file_id: optional(text) })

/** The body of `POST /v1/images/edits` in JSON, with images by their URLs. */
export const editShape = fields({ ...edits, images: list(reference), mask: optional(reference) })

export type ImageBody = ReadBy<typeof editFormShape>
