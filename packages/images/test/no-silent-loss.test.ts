import type { JsonObject } from '@interlingua/core'
import { isInterlinguaError } from '@interlingua/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arkImages, dashscope, geminiImage, imagenPredict, isSameRatio, notice, openaiImages, type ImageUpstream } from '../src/index.ts'
import { silentLosses, translate, type Run } from './silent-losses.ts'

const link = fc.constantFrom('https://h/1.png', 'https://h/2.png', 'data:image/png;base64,iVBORw0KGgo=')
const sides = fc.constantFrom(512, 768, 928, 1024, 1280, 1440, 1664, 2048, 2560, 4096)
const size = fc.oneof(
  fc.constantFrom('auto', '1K', '2K', '4k'),
  fc.tuple(sides, sides).map(([width, height]) => `${width}x${height}`),
)

/** Legal requests of the images endpoint. */
const request = fc
  .record(
    {
      prompt: fc.constantFrom('a fox', 'a cat\nin snow'),
      n: fc.integer({ min: 1, max: 10 }),
      size,
      aspect_ratio: fc.constantFrom('1:1', '16:9', '3:4', '21:9'),
      quality: fc.constantFrom('low', 'high'),
      background: fc.constantFrom('auto', 'opaque'),
      output_format: fc.constantFrom('png', 'jpeg', 'webp'),
      response_format: fc.constantFrom('url', 'b64_json'),
      stream: fc.boolean(),
      seed: fc.constantFrom(0, 7, 2_147_483_647),
      negative_prompt: fc.constantFrom('fog', 'rain'),
      guidance_scale: fc.constantFrom(1, 7.5, 10),
      watermark: fc.boolean(),
      optimize_prompt_options: fc.record({ mode: fc.constantFrom('standard', 'fast') }),
      sequential_image_generation: fc.constantFrom('auto', 'disabled'),
      input_fidelity: fc.constantFrom('low', 'high'),
      moderation: fc.constant('low'),
      user: fc.constant('u1'),
      tools: fc.constant([{ type: 'web_search' }]),
      image: fc.oneof(link, fc.array(link, { minLength: 1, maxLength: 3 })),
      parameters: fc.record(
        {
          n: fc.integer({ min: 1, max: 4 }),
          seed: fc.constantFrom(3, 4),
          size: fc.constantFrom('1024*1024', '2K'),
          watermark: fc.boolean(),
          prompt_extend: fc.boolean(),
          negative_prompt: fc.constant('mud'),
          enable_sequential: fc.boolean(),
          thinking_mode: fc.boolean(),
          model: fc.constant('other'),
        },
        { requiredKeys: [] },
      ),
      later: fc.record({ a: fc.integer(), b: fc.string() }),
    },
    { requiredKeys: ['prompt'] },
  )
  .chain((body) =>
    body.sequential_image_generation === undefined
      ? fc.constant(body)
      : fc
          .option(fc.integer({ min: 1, max: 15 }), { nil: undefined })
          .map((most) => (most === undefined ? body : { ...body, sequential_image_generation_options: { max_images: most } })),
  )

/** True for a value that changes nothing: a default, or a value that another field states as well. */
function isIdle(body: JsonObject, path: string): boolean {
  const value = path
    .slice(1)
    .split('/')
    .reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], body)
  if (['/model', '/response_format', '/delivery'].includes(path)) return true
  if (path === '/sequential_image_generation') return value === 'disabled'
  if (path === '/n') return value === 1 || value === parameter(body, 'n') || value === mostOf(body)
  if (path === '/sequential_image_generation_options/max_images')
    return value === body['n'] || value === 12 || value === parameter(body, 'n')
  if (path === '/seed' || path === '/negative_prompt') return value === parameter(body, path.slice(1))
  if (path === '/parameters/n') return value === 1 || value === body['n'] || value === mostOf(body)
  if (path === '/parameters/seed') return value === body['seed']
  if (path === '/size' || path === '/parameters/size') return true // the usual size; the tests of each dialect cover the others
  if (path === '/aspect_ratio') return [body['size'], parameter(body, 'size')].some((size) => isOfShape(size, value))
  if (path === '/optimize_prompt_options/mode') return parameter(body, 'prompt_extend') !== undefined || value === 'standard'
  if (path === '/output_format') return value === 'jpeg'
  if (/watermark$|stream$|prompt_extend$|enable_sequential$|prompt$/.test(path)) return true
  return false
}

/** True for a ratio beside a size in pixels of the same shape. */
function isOfShape(size: unknown, ratio: unknown): boolean {
  return typeof size === 'string' && typeof ratio === 'string' && isSameRatio(size.replace(/[x*]/, ':'), ratio)
}

function mostOf(body: JsonObject): unknown {
  return (body['sequential_image_generation_options'] as JsonObject | undefined)?.['max_images']
}

function parameter(body: JsonObject, key: string): unknown {
  return (body['parameters'] as JsonObject | undefined)?.[key]
}

const upstreams: readonly (readonly [string, ImageUpstream])[] = [
  ...['doubao-seedream-3-0-t2i-250415', 'doubao-seedream-4-0-250828', 'doubao-seedream-5-0-260128', 'ep-1'].map(
    (model) => [model, arkImages] as const,
  ),
  ...['qwen-image-max', 'qwen-image-2.0', 'wan2.7-image-pro', 'wan2.6-t2i', 'wan2.5-i2i-preview', 'demo-dashscope-async'].map(
    (model) => [model, dashscope] as const,
  ),
  ...['gpt-image-1', 'gpt-image-2.5-flare', 'dall-e-3', 'some-model'].map((model) => [model, openaiImages] as const),
  ['imagen-4.0-generate-001', imagenPredict],
  ...['gemini-2.5-flash-image', 'gemini-3-pro-image'].map((model) => [model, geminiImage] as const),
]

const refusedOrRun = (upstream: ImageUpstream, body: JsonObject): Run | undefined => {
  try {
    return translate(upstream, body)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    expect(error.path.startsWith('/')).toBe(true)
    return undefined
  }
}

test.each(upstreams)('%s: whatever is asked for is sent, told, or refused at a field', (model, upstream) => {
  let sent = 0
  fc.assert(
    fc.property(request, (fields) => {
      const body = JSON.parse(JSON.stringify({ ...fields, model })) as JsonObject // a JSON object, as it was written
      const run = refusedOrRun(upstream, body)
      if (run === undefined) return
      sent++
      for (const { code } of run.notices) expect(Object.keys(notice.table)).toContain(code.slice('images/'.length))
      expect(silentLosses(body, (other) => translate(upstream, other)).filter((path) => !isIdle(body, path))).toEqual([])
      expect(translate(upstream, body)).toEqual(run)
    }),
    // Few requests suit some of the models, so that a quarter of the usual runs might have none.
    { numRuns: 150 },
  )
  expect(sent).toBeGreaterThan(0)
})
