import { isInterlinguaError, type JsonObject, type Notice, type WireMessage } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { arkImages, dashscope, imagenPredict, type ImageServer } from '../src/index.ts'
import { png } from './arbitrary-request.ts'
import { targets, type Target } from './fate-of.ts'

interface Field {
  readonly at: string
  readonly body: JsonObject
  /** The fields that must stand beside it. */
  readonly beside?: JsonObject
}

interface Client {
  readonly name: string
  readonly server: ImageServer
  message(body: JsonObject): WireMessage<unknown>
  readonly fields: readonly Field[]
}

const dataUrl = `data:image/png;base64,${png}`
const parameter = (key: string, value: JsonObject[string], beside?: JsonObject): Field => ({
  at: `/parameters/${key}`,
  body: { [key]: value },
  ...(beside !== undefined && { beside }),
})

const clients: readonly Client[] = [
  {
    name: 'imagen-predict',
    server: imagenPredict,
    message: (parameters) => ({
      path: '/v1beta/models/m:predict',
      query: {},
      headers: {},
      body: { instances: [{ prompt: 'a cat' }], parameters },
    }),
    fields: [
      parameter('sampleCount', 2),
      parameter('aspectRatio', '16:9'),
      parameter('sampleImageSize', '2K'),
      parameter('negativePrompt', 'dogs'),
      parameter('seed', 7),
      parameter('guidanceScale', 3),
      parameter('addWatermark', true),
      parameter('addWatermark', false),
      parameter('enhancePrompt', true),
      parameter('enhancePrompt', false),
      parameter('personGeneration', 'allow_adult'),
      parameter('language', 'en'),
      parameter('safetySetting', 'block_only_high'),
      parameter('includeRaiReason', true),
      parameter('includeSafetyAttributes', true),
      parameter('storageUri', 'gs://b/x'),
      parameter('outputOptions', { mimeType: 'image/jpeg' }),
      parameter('outputOptions', { mimeType: 'image/jpeg', compressionQuality: 40 }),
      parameter('unheardOf', { a: 1 }),
    ],
  },
  {
    name: 'ark-images',
    server: arkImages,
    message: (body) => ({ path: '/v1/images/generations', query: {}, headers: {}, body: { model: 'm', prompt: 'a cat', ...body } }),
    fields: [
      { at: '/image', body: { image: dataUrl } },
      { at: '/image', body: { image: [dataUrl, dataUrl] } },
      { at: '/size', body: { size: '2K' } },
      { at: '/size', body: { size: '2048x2048' } },
      { at: '/sequential_image_generation', body: { sequential_image_generation: 'auto' } },
      {
        at: '/sequential_image_generation_options',
        body: { sequential_image_generation_options: { max_images: 3 } },
        beside: { sequential_image_generation: 'auto' },
      },
      { at: '/optimize_prompt_options', body: { optimize_prompt_options: { mode: 'fast' } } },
      { at: '/watermark', body: { watermark: true } },
      { at: '/seed', body: { seed: 7 } },
      { at: '/guidance_scale', body: { guidance_scale: 3 } },
      { at: '/stream', body: { stream: true } },
      { at: '/output_format', body: { output_format: 'png' } },
      { at: '/tools', body: { tools: [{ type: 'web_search' }] } },
      { at: '/unheard_of', body: { unheard_of: 1 } },
    ],
  },
  {
    name: 'dashscope',
    server: dashscope,
    message: (parameters) => ({
      path: '/v1/services/aigc/multimodal-generation/generation',
      query: {},
      headers: {},
      body: { model: 'm', input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] }, parameters },
    }),
    fields: [
      parameter('size', '1024*1024'),
      parameter('size', '2K'),
      parameter('n', 2),
      parameter('seed', 7),
      parameter('negative_prompt', 'dogs'),
      parameter('watermark', true),
      parameter('watermark', false),
      parameter('prompt_extend', false),
      parameter('thinking_mode', true),
      parameter('enable_sequential', true),
      parameter('bbox_list', [[[1, 2, 3, 4]]]),
      parameter('unheard_of', { a: 1 }),
    ],
  },
]

function translate(
  { server, message }: Client,
  { upstream, model, dialect }: Target,
  body: JsonObject,
): { readonly calls: string; readonly notices: readonly Notice[] } {
  const { context, notices } = createTestContext(dialect && { dialect })
  const client = createTestContext()
  const request = server.decodeRequest(server.parseRequest(message(body), client.context), client.context)
  const calls = upstream.lowerRequest({ ...request, model }, context).map((call) => upstream.encodeRequest(call, context))
  return { calls: JSON.stringify(calls), notices: [...client.notices, ...notices] }
}

function fateOf(client: Client, target: Target, { at, body, beside = {} }: Field): string {
  const within = (path: string): boolean => path === at || path.startsWith(`${at}/`)
  let without: string
  try {
    without = translate(client, target, beside).calls
  } catch {
    return 'refused beside'
  }
  try {
    const { calls, notices } = translate(client, target, { ...beside, ...body })
    return notices.some(({ path }) => within(path)) ? 'told' : calls === without ? 'silent' : 'carried'
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return within(error.path) ? 'refused' : `refused at ${error.path}`
  }
}

/** The values that are sent without being asked for. */
const idle = new Set([
  '"outputOptions":{"mimeType":"image/jpeg"}',
  '"addWatermark":false',
  '"watermark":false',
  '"includeRaiReason":true',
  '"output_format":"png"',
  '"size":"2048x2048"',
])

describe.each(clients)('a client of $name', (client) => {
  describe.each(targets)('by $name', (target) => {
    test.each(client.fields)('$at $body is carried, told, or refused by its name', (field) => {
      const fate = fateOf(client, target, field)
      if (fate === 'silent') expect(idle).toContain(JSON.stringify(field.body).slice(1, -1))
      else expect(fate).toMatch(/^(carried|told|refused|refused beside)$/)
    })
  })
})
