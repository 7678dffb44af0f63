import type { Context, Json, JsonObject, WireMessage } from '@interlingua/core'
import { withRest } from '../box.ts'
import type { ImageRequest } from '../image-request.ts'
import { printSize } from '../image-size.ts'
import { contentOf, urlOf } from './content-of.ts'
import { familyOf } from './family-of.ts'
import { format } from './format.ts'
import type { Family, Mode } from './models.ts'
import type { WireDashscopeRequest } from './wire.ts'

/** Where a wish of each mode is sent. https://help.aliyun.com/zh/model-studio/ */
export const paths = {
  sync: '/v1/services/aigc/multimodal-generation/generation',
  async: '/v1/services/aigc/image-generation/generation',
  classic: '/v1/services/aigc/text2image/image-synthesis',
  edit: '/v1/services/aigc/image2image/image-synthesis',
} as const satisfies Record<Mode, string>

/** Prints a wish, silently: what could not be printed was lowered before. */
export function encodeRequest(request: ImageRequest, context: Context): WireMessage<WireDashscopeRequest> {
  const family = familyOf(request.model, context)
  const { mode } = family
  const { native } = request
  const messages = mode === 'sync' || mode === 'async'
  const input = { ...(messages ? inputOf(request, family) : classicInputOf(request)), ...native?.input }
  const parameters = { ...parametersOf(request, messages), ...native?.parameters }
  return {
    path: paths[mode],
    query: {},
    headers: mode === 'sync' ? {} : { 'x-dashscope-async': 'enable' },
    body: withRest({ model: request.model, input, parameters }, request, format) as WireDashscopeRequest, // all three were just written
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
  if (size !== undefined) parameters['size'] = printSize(size, '*')
  if (count !== undefined) parameters['n'] = count
  if (seed !== undefined) parameters['seed'] = seed
  if (negativePrompt !== undefined && messages) parameters['negative_prompt'] = negativePrompt
  if (promptRewrite?.enabled !== undefined) parameters['prompt_extend'] = promptRewrite.enabled
  if (sequence !== undefined) parameters['enable_sequential'] = sequence.mode === 'auto'
  if (watermark !== undefined) parameters['watermark'] = watermark
  return parameters
}
