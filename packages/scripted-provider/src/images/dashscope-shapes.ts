import { shape } from '../shape/shape.ts'
import type { ReadBy, Shape } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, list, anything, short } = shape

const parameters = fields({
  size: optional(text),
  n: optional(whole(1, 12)),
  negative_prompt: optional(short(500)),
  prompt_extend: optional(flag),
  watermark: optional(flag),
  seed: optional(whole(0, 2_147_483_647)),
  thinking_mode: optional(flag),
  enable_sequential: optional(flag),
  enable_interleave: optional(flag),
  bbox_list: optional(list(anything)),
  color_palette: optional(list(anything)),
})

function bodyOf<I>(input: Shape<I>) {
  return fields({ model: text, input, parameters: optional(parameters) })
}

/** The body of multimodal and image generation. https://help.aliyun.com/zh/model-studio/qwen-image-api */
export const messagesShape = bodyOf(
  fields({
    messages: list(
      fields({
        role: choice('user'),
        content: list(fields({ text: optional(text), image: optional(text), type: optional(choice('text', 'image')) })),
      }),
    ),
  }),
)

/** The body of `text2image/image-synthesis`, for older models. */
export const classicShape = bodyOf(fields({ prompt: text, negative_prompt: optional(short(500)) }))

/** The body of `image2image/image-synthesis`, for edits. */
export const classicEditShape = bodyOf(fields({ prompt: text, images: list(text), negative_prompt: optional(short(500)) }))

export type DashscopeParameters = ReadBy<typeof parameters>
