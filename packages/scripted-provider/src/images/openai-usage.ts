import type { JsonObject } from '@interlingua/core'
import { estimateTokens } from '../estimate-tokens.ts'
import type { Size } from './size.ts'

/** The output tokens of a square of 1024 by 1024. */
const ofQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160, xhigh: 6240, max: 8320 }
const ofInput = 194

/** The usage of OpenAI for a number of images. */
export function openaiUsage(
  prompt: string,
  { width, height }: Size,
  quality: string,
  counts: { readonly inputs: number; readonly images: number },
): JsonObject {
  const text = estimateTokens(prompt)
  const image = counts.inputs * ofInput
  const output = counts.images * Math.ceil(((ofQuality[quality] ?? 0) * width * height) / (1024 * 1024))
  return {
    input_tokens: text + image,
    input_tokens_details: { text_tokens: text, image_tokens: image },
    output_tokens: output,
    output_tokens_details: { text_tokens: 0, image_tokens: output },
    total_tokens: text + image + output,
  }
}
