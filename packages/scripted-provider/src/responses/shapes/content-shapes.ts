import { shape } from '../../shape/shape.ts'

const { fields, optional, choice, text, list, variant, anything } = shape

const type = text
const prompt_cache_breakpoint = optional(fields({ mode: choice('explicit'), ttl: optional(choice('30m', '12h')) }))

const inputParts = {
  input_text: fields({ type, text, prompt_cache_breakpoint }),
  input_image: fields({
    type,
    image_url: optional(text),
    file_id: optional(text),
    detail: optional(choice('auto', 'low', 'high', 'original')),
    prompt_cache_breakpoint,
  }),
  input_file: fields({
    type,
    file_data: optional(text),
    file_id: optional(text),
    file_url: optional(text),
    filename: optional(text),
    detail: optional(choice('auto', 'low', 'high')),
    prompt_cache_breakpoint,
  }),
} as const

/** Content parts of messages and results. https://platform.openai.com/docs/api-reference/responses/create */
export const contentShapes = {
  /** The content of a user, the system or a tool. */
  input: list(variant('type', inputParts)),
  /** The content of the model. */
  output: list(
    variant('type', {
      output_text: fields({ type, text, annotations: optional(list(shape.object)), logprobs: optional(list(anything)) }),
      refusal: fields({ type, refusal: text }),
    }),
  ),
} as const
