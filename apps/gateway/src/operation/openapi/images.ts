import * as z from 'zod'
import type { Description } from './description.ts'

const text = z.string()
const whole = z.int()
const usage = z.looseObject({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  total_tokens: z.number().optional(),
  generated_images: z.number().optional(),
  image_count: z.number().optional(),
})

/** The fields of every family, in the names of the images endpoint. */
const requestSchemas = {
  model: text,
  prompt: text.max(32_000).optional(),
  n: whole.min(1).max(10).optional(),
  size: text.optional().describe('auto, width and height (1024x1024), or a class (2K)'),
  aspect_ratio: text.optional(),
  quality: text.optional(),
  background: z.enum(['auto', 'opaque', 'transparent']).optional(),
  output_format: text.optional(),
  output_compression: whole.min(0).max(100).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  stream: z.boolean().optional(),
  partial_images: whole.min(0).max(3).optional(),
  seed: whole.min(0).max(2_147_483_647).optional(),
  negative_prompt: text.optional(),
  watermark: z.boolean().optional(),
  input_fidelity: z.enum(['auto', 'high', 'medium', 'low']).optional(),
  moderation: z.enum(['auto', 'low']).optional(),
  optimize_prompt_options: z.looseObject({ mode: z.enum(['standard', 'fast']) }).optional(),
  sequential_image_generation: z.enum(['disabled', 'auto']).optional(),
  sequential_image_generation_options: z.looseObject({ max_images: whole.min(1).max(15) }).optional(),
  user: text.optional(),
} as const

const image = text.describe('a URL, a data URL or base64')
const reference = z.union([image, z.looseObject({ image_url: text.optional(), file_id: text.optional() })])
const file = text.describe('a file')

/** Bodies of the images endpoints and of `:predict`. */
export const imageSchemas: Readonly<Record<string, z.ZodType>> = {
  ImagesRequest: z.looseObject({
    ...requestSchemas,
    image: z.union([reference, z.array(reference)]).optional(),
    images: z.array(reference).optional(),
    mask: reference.optional(),
    contents: z.array(z.looseObject({})).optional(),
    input: z.looseObject({}).optional(),
    parameters: z.looseObject({}).optional(),
  }),
  ImagesForm: z.looseObject({ ...requestSchemas, image: file, 'image[]': z.array(file).optional(), mask: file.optional() }),
  ImagesResponse: z.looseObject({
    created: z.number(),
    data: z.array(z.looseObject({ url: text.optional(), b64_json: text.optional(), revised_prompt: text.optional() })),
    errors: z.array(z.looseObject({ index: z.number(), code: text, message: text })).optional(),
    size: text.optional(),
    quality: text.optional(),
    background: text.optional(),
    output_format: text.optional(),
    usage: usage.optional(),
  }),
  PredictRequest: z.looseObject({
    instances: z.array(z.looseObject({ prompt: text.optional(), content: text.optional() })).min(1),
    parameters: z
      .looseObject({
        sampleCount: whole.min(1).max(4).optional(),
        aspectRatio: text.optional(),
        sampleImageSize: text.optional(),
        negativePrompt: text.optional(),
        seed: z.number().optional(),
        outputDimensionality: whole.optional(),
      })
      .optional(),
  }),
  PredictResponse: z.looseObject({
    predictions: z
      .array(z.looseObject({ mimeType: text.optional(), bytesBase64Encoded: text.optional(), raiFilteredReason: text.optional() }))
      .optional(),
  }),
}

const details =
  'Fields that the model at hand does not know are left out with a notice. Without response_format, models of the GPT kind and edits are answered with base64, others with URLs.'

/** Images, in OpenAI's style and in Google's. */
export const imageDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/images/generations': {
    summary: 'Make images of a text, or of a text and images',
    tag: 'images',
    details,
    body: 'ImagesRequest',
    answer: 'ImagesResponse',
    stream: 'events',
  },
  'POST /v1/images/edits': {
    summary: 'Make images of given ones',
    tag: 'images',
    details,
    body: 'ImagesRequest',
    form: 'ImagesForm',
    answer: 'ImagesResponse',
    stream: 'events',
  },
  'POST /v1beta/models/{model}:predict': {
    summary: 'Make images by a native model, or vectors of texts',
    tag: 'images',
    details: 'Images where the instances have a prompt; embeddings where they have a content. Any image model can be asked.',
    body: 'PredictRequest',
    answer: 'PredictResponse',
  },
}
