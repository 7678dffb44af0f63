import type { Context, Json, WireMessage } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { formatSize, parseSize } from '../image-size.ts'
import { hintOf, restore } from './format.ts'
import { encodeForm } from './encode-form.ts'
import { encodeInputs } from './encode-inputs.ts'
import { readProfile } from './profile.ts'
import type { WireImageRequest } from './wire.ts'

type WireDraft = Record<string, Json>

/**
 * Encodes the call of OpenAI's images API: `/v1/images/generations`, or `/v1/images/edits` with input images, as a form where all images
 * are inline and the profile allows it. A decoded request of this dialect that was not lowered is encoded unchanged.
 */
export function encodeRequest(request: ImageRequest, context: Context): WireMessage<WireImageRequest> {
  const shown = request.images !== undefined || request.mask !== undefined
  const endpoint = hintOf(request)['endpoint'] ?? (shown ? 'edits' : 'generations')
  const form = isForm(request, endpoint, context)
  const wire: WireDraft = {}
  if (request.model !== '') wire['model'] = request.model
  Object.assign(wire, encodePrompt(request), encodeInputs(request, form, readProfile(context.dialect).imageObject))
  encodePlain(wire, request)
  encodeGroups(wire, request)
  const body = restore(wire, request)
  const json = hintOf(request)['json']
  return {
    path: `/v1/images/${endpoint === 'edits' ? 'edits' : 'generations'}`,
    query: {},
    headers: { 'content-type': form ? 'multipart/form-data' : 'application/json' },
    body: form ? encodeForm(body, Array.isArray(json) ? json : []) : body,
  }
}

/** True for a call that is sent as a form, which holds inline images only. */
function isForm(request: ImageRequest, endpoint: Json, context: Context): boolean {
  if (endpoint !== 'edits') return hintOf(request)['form'] === true
  const inputs = [...(request.images ?? []), ...(request.mask ? [request.mask] : [])]
  if (hintOf(request)['inputs'] !== undefined) return hintOf(request)['form'] === true
  return readProfile(context.dialect).edits !== 'json' && inputs.every(({ source }) => source.type === 'inline')
}

/** The prompt of the request. The hint with its length is ignored where the prompt no longer fits it. */
function encodePrompt(request: ImageRequest): WireDraft {
  const { prompt } = request
  const contents = hintOf(request)['contents']
  const own = hintOf(request)['prompt']
  if (!Array.isArray(contents)) return prompt === undefined ? {} : { prompt }
  return typeof own === 'number' ? { prompt: (prompt ?? '').slice(0, own) } : {}
}

function encodePlain(wire: WireDraft, request: ImageRequest): void {
  const { size, delivery } = request
  put(wire, 'n', request.count)
  if (size !== undefined) wire['size'] = printedSize(request, size)
  put(wire, 'aspect_ratio', request.aspectRatio ?? hintOf(request)['ratio'])
  put(wire, 'quality', request.quality)
  put(wire, 'background', request.background)
  put(wire, 'output_format', request.outputFormat)
  put(wire, 'output_compression', request.compression)
  if (delivery !== undefined) wire['response_format'] = delivery === 'url' ? 'url' : 'b64_json'
  put(wire, 'stream', request.stream)
  put(wire, 'partial_images', request.partialImages)
  put(wire, 'seed', request.seed)
  put(wire, 'negative_prompt', request.negativePrompt)
  put(wire, 'guidance_scale', request.guidance)
  put(wire, 'watermark', request.watermark)
  put(wire, 'input_fidelity', request.fidelity)
  put(wire, 'moderation', request.moderation)
  put(wire, hintOf(request)['user'] === 'safety_identifier' ? 'safety_identifier' : 'user', request.user)
}

function encodeGroups(wire: WireDraft, request: ImageRequest): void {
  const { promptRewrite, sequence, tools, native } = request
  if (promptRewrite?.mode !== undefined) wire['optimize_prompt_options'] = { mode: promptRewrite.mode }
  if (sequence !== undefined) {
    wire['sequential_image_generation'] = sequence.mode
    if (sequence.most !== undefined) wire['sequential_image_generation_options'] = { max_images: sequence.most }
  }
  if (tools !== undefined) wire['tools'] = tools.map((tool) => ({ type: tool.replaceAll('-', '_') }))
  put(wire, 'input', native?.input)
  put(wire, 'parameters', native?.parameters)
}

function put(wire: WireDraft, key: string, value: Json | undefined): void {
  if (value !== undefined) wire[key] = value
}

/** The size in the caller's own spelling where that still means the same. */
function printedSize(request: ImageRequest, size: NonNullable<ImageRequest['size']>): string {
  const own = hintOf(request)['size']
  const read = typeof own === 'string' ? parseSize(own) : undefined
  return typeof own === 'string' && read !== undefined && formatSize(read) === formatSize(size) ? own : formatSize(size)
}
