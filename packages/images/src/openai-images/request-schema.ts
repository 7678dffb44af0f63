import * as z from 'zod'
import { sidesOf } from '../aspect-ratio.ts'
import { parseSize } from '../image-size.ts'

const most = { prompt: 32_000, images: 16, count: 10, seed: 2_147_483_647, partials: 3, group: 15 }

/** The limits of the endpoint, for every family. */
export const limits: Readonly<typeof most> = most

const whole = (least: number, largest: number): z.ZodType =>
  z.number().int().min(least, `must be at least ${least}`).max(largest, `must be at most ${largest}`).nullish()

const words = <const W extends readonly [string, ...string[]]>(...values: W): z.ZodType =>
  z.enum(values, { message: `must be one of ${values.join(', ')}` }).nullish()

const size = z.string().refine((text) => parseSize(text) !== undefined, 'must be auto, width and height (1024x1024), or a class (2K)')
const ratio = z.string().refine((text) => text === 'auto' || sidesOf(text) !== undefined, 'must be a ratio such as 16:9')
const text = z.string().max(most.prompt, `must have at most ${most.prompt} characters`)

/** The keys of `input` and `parameters` beside these are DashScope's own. */
const inputSchema = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional(), image: z.string().optional() }))]),
      }),
    )
    .optional(),
  prompt: text.optional(),
  negative_prompt: text.optional(),
})

const parametersSchema = z.looseObject({
  size: size.nullish(),
  n: whole(1, 12),
  seed: whole(0, most.seed),
  watermark: z.boolean().nullish(),
  prompt_extend: z.boolean().nullish(),
  negative_prompt: text.nullish(),
})

/** The fields of the endpoint. Images, masks and contents are checked one by one where they are read. */
export const requestSchema = z.looseObject({
  model: z.string().min(1, 'must not be empty').nullish(),
  prompt: text.min(1, 'must not be empty').nullish(),
  negative_prompt: text.nullish(),
  n: whole(1, most.count),
  size: size.nullish(),
  aspect_ratio: ratio.nullish(),
  quality: words('auto', 'low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd'),
  background: words('auto', 'opaque', 'transparent'),
  output_format: words('png', 'jpeg', 'webp', 'gif', 'svg'),
  output_compression: whole(0, 100),
  response_format: words('url', 'b64_json'),
  stream: z.boolean().nullish(),
  partial_images: whole(0, most.partials),
  seed: whole(0, most.seed),
  guidance_scale: z.number().nonnegative().nullish(),
  watermark: z.boolean().nullish(),
  optimize_prompt_options: z.looseObject({ mode: words('standard', 'fast') }).nullish(),
  sequential_image_generation: words('disabled', 'auto'),
  sequential_image_generation_options: z.looseObject({ max_images: whole(1, most.group) }).nullish(),
  input_fidelity: words('auto', 'high', 'medium', 'low'),
  moderation: words('auto', 'low'),
  style: words('vivid', 'natural'),
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  input: inputSchema.nullish(),
  parameters: parametersSchema.nullish(),
})
