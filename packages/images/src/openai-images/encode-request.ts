import type { Context, Json, WireMessage } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { printSize, readSize } from '../image-size.ts'
import { hintOf, restore } from './format.ts'
import { printForm } from './print-form.ts'
import { printInputs } from './print-inputs.ts'
import { readProfile } from './profile.ts'
import type { WireImageRequest } from './wire.ts'

type WireDraft = Record<string, Json>

/**
 * The call of OpenAI's images API: `/v1/images/generations`, or with input images `/v1/images/edits`, as a form where all of them are at
 * hand and the profile does not say otherwise. A request that was read from this dialect and not lowered comes back as it was.
 */
export function encodeRequest(request: ImageRequest, context: Context): WireMessage<WireImageRequest> {
  const shown = request.images !== undefined || request.mask !== undefined
  const endpoint = hintOf(request)['endpoint'] ?? (shown ? 'edits' : 'generations')
  const form = isForm(request, endpoint, context)
  const wire: WireDraft = {}
  if (request.model !== '') wire['model'] = request.model
  Object.assign(wire, printPrompt(request), printInputs(request, form, readProfile(context.dialect).imageObject))
  printPlain(wire, request)
  printGroups(wire, request)
  const body = restore(wire, request)
  const json = hintOf(request)['json']
  return {
    path: `/v1/images/${endpoint === 'edits' ? 'edits' : 'generations'}`,
    query: {},
    headers: { 'content-type': form ? 'multipart/form-data' : 'application/json' },
    body: form ? printForm(body, Array.isArray(json) ? json : []) : body,
  }
}

/** A form has no place for an image that is elsewhere. */
function isForm(request: ImageRequest, endpoint: Json, context: Context): boolean {
  if (endpoint !== 'edits') return hintOf(request)['form'] === true
  const inputs = [...(request.images ?? []), ...(request.mask ? [request.mask] : [])]
  if (hintOf(request)['inputs'] !== undefined) return hintOf(request)['form'] === true
  return readProfile(context.dialect).edits !== 'json' && inputs.every(({ source }) => source.type === 'inline')
}

/** A hint that no longer fits the prompt is ignored. */
function printPrompt(request: ImageRequest): WireDraft {
  const { prompt } = request
  const contents = hintOf(request)['contents']
  const own = hintOf(request)['prompt']
  if (!Array.isArray(contents)) return prompt === undefined ? {} : { prompt }
  return typeof own === 'number' ? { prompt: (prompt ?? '').slice(0, own) } : {}
}

function printPlain(wire: WireDraft, request: ImageRequest): void {
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

function printGroups(wire: WireDraft, request: ImageRequest): void {
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

/** With the sign, or the case, that the caller wrote, where it still says the same. */
function printedSize(request: ImageRequest, size: NonNullable<ImageRequest['size']>): string {
  const own = hintOf(request)['size']
  const read = typeof own === 'string' ? readSize(own) : undefined
  return typeof own === 'string' && read !== undefined && printSize(read) === printSize(size) ? own : printSize(size)
}
