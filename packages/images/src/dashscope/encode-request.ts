import type { Context, Json, JsonObject, WireMessage } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { formatSize } from '../image-size.ts'
import { contentOf, urlOf } from './content-of.ts'
import { familyOf } from './family-of.ts'
import { hintOf, restore } from './format.ts'
import { paths, type Family } from './models.ts'
import type { WireDashscopeRequest } from './wire.ts'

/** Encodes a lowered request, without a notice. */
export function encodeRequest(request: ImageRequest, context: Context): WireMessage<WireDashscopeRequest> {
  const family = familyOf(request, context)
  const { mode } = family
  const { native } = request
  const messages = mode === 'sync' || mode === 'async'
  const input = { ...(messages ? inputOf(request, family) : classicInputOf(request)), ...native?.input }
  const parameters = { ...parametersOf(request, messages), ...native?.parameters }
  const body: Record<string, Json> = { model: request.model, input }
  if (Object.keys(parameters).length > 0 || hintOf(request)['parameters'] !== 'absent') body['parameters'] = parameters
  return {
    path: paths[mode],
    query: {},
    headers: mode === 'sync' ? {} : { 'x-dashscope-async': 'enable' },
    body: restore(body, request) as WireDashscopeRequest, // model and input were just written
  }
}

function inputOf(request: ImageRequest, family: Family): JsonObject {
  if (request.native?.input?.['messages'] !== undefined) return {}
  return { messages: [{ role: 'user', content: contentOf(request, family) }] }
}

function classicInputOf({ prompt, negativePrompt, images }: ImageRequest): JsonObject {
  const input: Record<string, Json> = {}
  if (prompt !== undefined) input['prompt'] = prompt
  if (negativePrompt !== undefined) input['negative_prompt'] = negativePrompt
  if (images !== undefined) input['images'] = images.map(urlOf)
  return input
}

function parametersOf(request: ImageRequest, messages: boolean): JsonObject {
  const { size, count, seed, negativePrompt, promptRewrite, sequence, watermark } = request
  const parameters: Record<string, Json> = {}
  if (size !== undefined) parameters['size'] = formatSize(size, '*')
  const n = count ?? sequence?.most
  if (n !== undefined) parameters['n'] = n
  if (seed !== undefined) parameters['seed'] = seed
  if (negativePrompt !== undefined && messages) parameters['negative_prompt'] = negativePrompt
  if (promptRewrite?.enabled !== undefined) parameters['prompt_extend'] = promptRewrite.enabled
  if (sequence !== undefined) parameters['enable_sequential'] = sequence.mode === 'auto'
  if (watermark !== undefined) parameters['watermark'] = watermark
  return parameters
}
