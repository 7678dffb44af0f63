import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, number, list, textOr } = shape

/** The body of Ark's `POST /images/generations`: neither `n` nor `quality`. https://www.volcengine.com/docs/82379/1541523 */
export const arkShape = fields({
  model: text,
  prompt: text,
  image: optional(textOr(list(text))),
  size: optional(text),
  sequential_image_generation: optional(choice('disabled', 'auto')),
  sequential_image_generation_options: optional(fields({ max_images: optional(whole(1, 15)) })),
  optimize_prompt_options: optional(fields({ mode: optional(choice('standard', 'fast')) })),
  response_format: optional(choice('url', 'b64_json')),
  watermark: optional(flag),
  seed: optional(whole(-1, 2_147_483_647)),
  guidance_scale: optional(number(1, 10)),
  stream: optional(flag),
  output_format: optional(choice('png', 'jpeg')),
  tools: optional(list(fields({ type: choice('web_search') }))),
})

export type ArkBody = ReadBy<typeof arkShape>
