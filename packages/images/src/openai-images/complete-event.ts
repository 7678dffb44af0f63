import { isJsonObject, type Json } from '@interlingua/core'
import { readImageSize, sniffImage } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import type { GeneratedImage } from '../image-response.ts'

/**
 * Adds the fields that the SDK's types require of every event and the upstream left out: from the request, or from the bytes, or else
 * `auto` and counts of 0. https://platform.openai.com/docs/api-reference/images-streaming
 */
export function completeEvent(
  wire: Record<string, Json>,
  { source }: GeneratedImage,
  request: ImageRequest | undefined,
  partial: boolean,
): void {
  // An image by URL has no bytes to read facts from, and the SDK's types do not provide for it.
  if (source.type !== 'inline') return
  const { base64 } = source
  wire['background'] ??= request?.background ?? 'auto'
  wire['output_format'] ??= formatOf(source.mime ?? sniffImage(base64)) ?? request?.outputFormat ?? 'png'
  wire['quality'] ??= request?.quality ?? 'auto'
  wire['size'] ??= sizeOf(base64) ?? 'auto'
  if (!partial) wire['usage'] = completeUsage(isJsonObject(wire['usage']) ? wire['usage'] : {})
}

function formatOf(mime: string | undefined): string | undefined {
  return mime?.startsWith('image/') === true ? mime.slice('image/'.length) : undefined
}

function sizeOf(base64: string): string | undefined {
  const size = readImageSize(base64)
  return size && `${size.width}x${size.height}`
}

function completeUsage(usage: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  const { input_tokens: input = 0, output_tokens: output = 0, total_tokens: total, input_tokens_details: details } = usage
  const known: Record<string, Json> = {}
  for (const key in usage) if (usage[key] !== undefined) known[key] = usage[key]
  return {
    ...known,
    input_tokens: input,
    input_tokens_details: { image_tokens: 0, text_tokens: input, ...(isJsonObject(details) && details) },
    output_tokens: output,
    total_tokens: total ?? (typeof input === 'number' && typeof output === 'number' ? input + output : 0),
  }
}
