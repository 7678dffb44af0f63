import { isJsonObject, pointer, type Context, type Json, type JsonObject, type Pointer, type WireReply } from '@interlingua/core'
import { parseTime, type Draft } from '@interlingua/core/adapter'
import type { FailedImage, ImageItem, GeneratedImage, ImageResponse, ImageUsage } from '../image-response.ts'
import { notice } from '../notices.ts'
import { keep } from './format.ts'
import type { WireGeminiImageResponse } from './parse-response.ts'

const fields = { items: '/candidates', createdAt: '/createTime', model: '/modelVersion', usage: '/usageMetadata' } as const
const read = new Set(['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'createTime', 'responseId'])
const readPart = new Set(['inlineData', 'inline_data'])
const mostWords = 500

/**
 * Decodes the images of generateContent, without drafts of thinking, or the reason of a candidate without an image. Reports the other parts
 * (text, grounding).
 */
export function decodeResponse({ body }: WireReply<WireGeminiImageResponse>, context: Context): ImageResponse {
  const items = candidatesOf(body).flatMap((candidate, index) => readCandidate(candidate, pointer('/candidates', index), context))
  if (items.length === 0) items.push(blocked(body))
  const draft: Draft<ImageResponse> = { items, at: '', fields }
  const { createTime, modelVersion, usageMetadata } = body
  const created = typeof createTime === 'string' ? parseTime(createTime) : undefined
  if (created !== undefined) draft.createdAt = created
  if (typeof modelVersion === 'string') draft.model = modelVersion
  if (isJsonObject(usageMetadata)) draft.usage = { ...readUsage(usageMetadata), at: '/usageMetadata' }
  return keep(draft, body, read)
}

function candidatesOf({ candidates }: WireGeminiImageResponse): readonly JsonObject[] {
  return Array.isArray(candidates) ? candidates.filter(isJsonObject) : []
}

function blocked({ promptFeedback }: WireGeminiImageResponse): FailedImage {
  const { blockReason, blockReasonMessage } = isJsonObject(promptFeedback) ? promptFeedback : {}
  const code = typeof blockReason === 'string' ? blockReason : 'NO_IMAGE'
  const message = typeof blockReasonMessage === 'string' ? blockReasonMessage : `the prompt was blocked: ${code}`
  return { type: 'failed', code, message, at: '/promptFeedback' }
}

function readCandidate(candidate: JsonObject, at: Pointer, context: Context): ImageItem[] {
  const { content } = candidate
  const parts = isJsonObject(content) && Array.isArray(content['parts']) ? (content['parts'] as readonly Json[]) : [] // an array: its items are JSON
  const items: ImageItem[] = []
  let words = ''
  for (const [index, part] of parts.entries()) {
    if (!isJsonObject(part)) continue
    const place = pointer(at, 'content', 'parts', index)
    const image = part['thought'] === true ? undefined : readImage(part, place)
    if (image !== undefined) items.push(image)
    else if (part['thought'] !== true && typeof part['text'] === 'string') words += part['text']
    else if (part['thought'] !== true || part['inlineData'] === undefined) context.onNotice(notice('answer-part', place))
  }
  if (items.length === 0) return [failed(candidate, words, at)]
  if (words !== '') context.onNotice(notice('answer-part', pointer(at, 'content')))
  return items
}

function readImage(part: JsonObject, at: Pointer): ImageItem | undefined {
  const data = part['inlineData'] ?? part['inline_data']
  if (!isJsonObject(data) || typeof data['data'] !== 'string' || data['data'] === '') return undefined
  const mime = data['mimeType'] ?? data['mime_type']
  if (typeof mime === 'string' && !mime.startsWith('image/')) return undefined
  const source = { type: 'inline', base64: data['data'], ...(typeof mime === 'string' && { mime }) } as const
  return keep<GeneratedImage>({ type: 'image', source, at }, part, readPart)
}

/** The failure of a candidate without an image, whose text may tell the reason. */
function failed(candidate: JsonObject, words: string, at: Pointer): FailedImage {
  const { finishReason, finishMessage } = candidate
  const stopped = finishReason === undefined || finishReason === 'STOP'
  const code = typeof finishReason === 'string' && !stopped ? finishReason : 'NO_IMAGE'
  const message = typeof finishMessage === 'string' && finishMessage !== '' ? finishMessage : words.slice(0, mostWords)
  return { type: 'failed', code, message: message === '' ? `no image was made: ${code}` : message, at }
}

function readUsage(wire: JsonObject): ImageUsage {
  const input = numberOf(wire['promptTokenCount'])
  const shown = numberOf(wire['candidatesTokenCount'])
  const reasoning = numberOf(wire['thoughtsTokenCount'])
  const output = shown === undefined && reasoning === undefined ? undefined : (shown ?? 0) + (reasoning ?? 0)
  return {
    input: { ...(input !== undefined && { total: input }), ...modalitiesOf(wire['promptTokensDetails']) },
    output: {
      ...(output !== undefined && { total: output }),
      ...(reasoning !== undefined && { reasoning }),
      ...modalitiesOf(wire['candidatesTokensDetails']),
    },
    raw: wire,
  }
}

function modalitiesOf(details: Json | undefined): { readonly byModality?: Readonly<Record<string, number>> } {
  if (!Array.isArray(details)) return {}
  const byModality: Record<string, number> = {}
  for (const detail of details) {
    if (!isJsonObject(detail) || typeof detail['modality'] !== 'string' || typeof detail['tokenCount'] !== 'number') continue
    const name = detail['modality'].toLowerCase()
    byModality[name] = (byModality[name] ?? 0) + detail['tokenCount']
  }
  return { byModality }
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}
