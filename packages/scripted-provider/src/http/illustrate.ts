import type { Candidate, Finish, GenerateRequest, GenerateResponse, MediaPart, Part } from '@interlingua/core'
import { refuseContents } from '../contents/refuse-contents.ts'
import type { ContentsBody } from '../contents/shapes/request-shape.ts'
import { geminiImageSize } from '../images/gemini-image-size.ts'
import { readConversation } from '../read-conversation.ts'
import type { Directives } from '../read-directives.ts'
import { openInput } from './media/open-input.ts'
import type { DemoRequest } from './demo-request.ts'
import type { Bitmap } from './paint/bitmap.ts'
import { makeImage } from './paint/make-image.ts'
import type { Illustrated, Refused } from './served-dialect.ts'

/** The tokens of an image of about a megapixel. */
const perImage = 1290
/** The side of a draft's squares in pixels. */
const draftly = 32

/** Paints the images of an answer: the prompt, on top of the request's images. */
export async function illustrate(
  response: GenerateResponse,
  request: GenerateRequest,
  body: ContentsBody,
  directives: Directives,
  demoRequest: DemoRequest,
): Promise<Illustrated | Refused> {
  const stopped = stoppedBy(response, directives)
  if (stopped) return { response: { ...response, candidates: response.candidates.map((candidate) => ({ ...candidate, ...stopped })) } }
  if (!response.candidates.some(({ parts }) => parts.some(isImage))) return { response }
  const { imageConfig = {}, thinkingConfig, seed } = body.generationConfig ?? {}
  const { model } = request
  const { prompt } = readConversation(request)
  const inputs: Bitmap[] = []
  for (const { source } of imagesOf(request)) {
    if (source.type !== 'inline' && source.type !== 'url') continue
    const bitmap = await openInput(source.type === 'url' ? source.url : `data:${source.mime};base64,${source.base64}`, demoRequest)
    if (typeof bitmap === 'string')
      return { failure: refuseContents('Unable to process input image. Please retry or report in https://ai.google.dev') }
    inputs.push(bitmap)
  }
  const mime = (imageConfig.outputMimeType ?? imageConfig.imageOutputOptions?.mimeType) === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const { image, previews } = await makeImage(
    {
      ...(geminiImageSize(model, imageConfig.aspectRatio, imageConfig.imageSize) ?? { width: 1024, height: 1024 }),
      prompt,
      label: `Demo provider (no real model): ${model}`,
      seed: `${prompt} ${seed ?? ''}`,
      inputs,
      mime,
      quality: imageConfig.outputCompressionQuality ?? imageConfig.imageOutputOptions?.compressionQuality ?? 90,
    },
    thinkingConfig?.includeThoughts === true ? [draftly] : [],
  )
  const source = { type: 'inline', mime, base64: image.toString('base64') } as const
  const [draft] = previews
  return {
    response: withTokens({ ...response, candidates: response.candidates.map((candidate) => painted(candidate, source)) }),
    ...(draft && { draft: draft.toString('base64') }),
  }
}

/** The end of an answer that a filter or another reason stopped, without parts; `undefined` for an answer that goes on. */
function stoppedBy(
  { candidates }: GenerateResponse,
  directives: Directives,
): { readonly parts: readonly Part[]; readonly finish: Finish } | undefined {
  const raw = (value: string): Finish['raw'] & object => ({ format: 'contents', value })
  if (!candidates.some(({ parts }) => parts.some(isImage))) return undefined
  if (directives.has('filter')) return { parts: [], finish: { unified: 'content-filter', raw: raw('IMAGE_SAFETY') } }
  if (directives.has('fail')) return { parts: [], finish: { unified: 'other', raw: raw('NO_IMAGE') } }
  const finish = candidates[0]?.finish
  return finish?.raw !== undefined && /IMAGE/.test(finish.raw.value) ? { parts: [], finish } : undefined
}

function isImage(part: Part): part is MediaPart {
  return part.type === 'media' && part.kind === 'image'
}

/** The images in the user's latest turn, or else those of the answer before it, which the prompt changes. */
function imagesOf(request: GenerateRequest): readonly MediaPart[] {
  const given = readConversation(request).parts.filter(isImage)
  return given.length > 0 ? given : (request.turns.findLast(({ author }) => author === 'assistant')?.parts.filter(isImage) ?? [])
}

function painted(candidate: Candidate, source: MediaPart['source']): Candidate {
  return { ...candidate, parts: candidate.parts.map((part) => (isImage(part) ? { ...part, source } : part)) }
}

function withTokens(response: GenerateResponse): GenerateResponse {
  const { usage } = response
  if (!usage) return response
  return {
    ...response,
    usage: { ...usage, output: { ...usage.output, total: (usage.output.total ?? 0) + perImage, byModality: { image: perImage } } },
  }
}
