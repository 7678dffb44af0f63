import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

const imageText = z.string().min(1)
const code = z.union([z.string(), z.number()]).nullish()

/** A level, pixels, or `adaptive` of the oldest editing model. */
export const sizePattern = /^([1-9]\d{0,4}x[1-9]\d{0,4}|\d(\.\d)?[kK]|adaptive)$/

/** The body of `POST {base}/images/generations` of Ark. https://www.volcengine.com/docs/82379/1541523 */
export const requestSchema = z.looseObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  image: z.union([imageText, z.array(imageText)], { error: 'expected a URL or data URL, or a list of those' }).nullish(),
  size: z.string().regex(sizePattern, 'expected a level such as 2K, or width x height in pixels').nullish(),
  seed: z.int().min(-1).max(2_147_483_647).nullish(),
  sequential_image_generation: z.enum(['auto', 'disabled']).nullish(),
  sequential_image_generation_options: z.looseObject({ max_images: z.int().min(1).max(15).nullish() }).nullish(),
  stream: z.boolean().nullish(),
  guidance_scale: z.number().min(1).max(10).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  output_format: z.string().nullish(),
  watermark: z.boolean().nullish(),
  optimize_prompt_options: z.looseObject({ mode: z.string().nullish() }).nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
})

const errorSchema = z.looseObject({ code, message: z.string().nullish() })

const itemSchema = z.looseObject({
  url: z.string().nullish(),
  b64_json: z.string().nullish(),
  size: z.string().nullish(),
  output_format: z.string().nullish(),
  error: errorSchema.nullish(),
})

export const responseSchema = z.looseObject({
  model: z.string().nullish(),
  created: z.number().nullish(),
  data: z.array(itemSchema),
  usage: z.looseObject({}).nullish(),
})

/** The body of a request, as checked. */
export type WireArkRequest = JsonObject & { readonly model: string; readonly prompt: string }

/** The body of an answer. Each item is an image or an error. */
export type WireArkResponse = JsonObject & { readonly data: readonly WireArkItem[] }

export type WireArkItem = JsonObject & {
  readonly url?: string | null
  readonly b64_json?: string | null
  readonly size?: string | null
  readonly output_format?: string | null
  readonly error?: (JsonObject & { readonly code?: string | number | null; readonly message?: string | null }) | null
}

/** An event of a stream, named by its `type`. https://www.volcengine.com/docs/82379/1824137 */
export type WireArkEvent = JsonObject
