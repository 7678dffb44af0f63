import { isInterlinguaError, type JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '../src/index.ts'
import { translate } from './silent-losses.ts'
import { wishFields } from './wish-fields.ts'

const upstreams: readonly {
  readonly name: string
  readonly upstream: ImageUpstream
  readonly dialect?: JsonObject
  readonly model: string
}[] = [
  { name: 'openai-images', upstream: openaiImages, model: 'gpt-image-2.5-flare' },
  { name: 'openai-images of dall-e-3', upstream: openaiImages, model: 'dall-e-3' },
  {
    name: 'openai-images of a compatible server',
    upstream: openaiImages,
    model: 'm',
    dialect: { takes: ['seed', 'aspectRatio'], edits: 'json' },
  },
  { name: 'ark-images', upstream: arkImages, model: 'doubao-seedream-4-5' },
  { name: 'dashscope', upstream: dashscope, model: 'qwen-image-2.0' },
  { name: 'imagen-predict', upstream: imagenPredict, model: 'imagen-4.0-generate-001' },
  {
    name: 'imagen-predict of the Developer API',
    upstream: imagenPredict,
    model: 'imagen-4.0-generate-001',
    dialect: { platform: 'gemini' },
  },
  { name: 'gemini-image', upstream: geminiImage, model: 'gemini-3-pro-image' },
  { name: 'gemini-image of Vertex AI', upstream: geminiImage, model: 'gemini-3-pro-image', dialect: { platform: 'vertex' } },
]

/** Whether it changes what is sent, is told, or is refused where the caller wrote it. */
function fateOf(upstream: ImageUpstream, model: string, field: (typeof wishFields)[number], dialect?: JsonObject): string {
  const beside = { model, prompt: 'a cat', ...field.beside }
  let without: string | undefined
  try {
    without = JSON.stringify(translate(upstream, beside, dialect).calls)
  } catch {
    return 'refused beside' // what must be there beside it is refused here
  }
  try {
    const { calls, notices } = translate(upstream, { ...beside, ...field.body }, dialect)
    const told = notices.some(({ path }) => path === field.at || path.startsWith(`${field.at}/`))
    const changed = JSON.stringify(calls) !== without
    return changed ? (told ? 'approximated' : 'carried') : told ? 'dropped' : 'silent'
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return error.path === field.at || error.path.startsWith(`${field.at}/`) ? 'refused' : `refused at ${error.path}`
  }
}

/** Values that are sent, or done, also where nobody asks for them. */
const known = new Set([
  'ark-images {"output_format":"jpeg"} silent',
  'ark-images {"watermark":false} silent',
  'dashscope {"watermark":false} silent',
  'dashscope {"size":"1024x1024"} silent',
  'dashscope {"parameters":{"size":"1024*1024"}} silent',
])

describe.each(upstreams)('$name', ({ name, upstream, model, dialect }) => {
  test.each(wishFields)('$at $body is carried, told, or refused by its name', (field) => {
    const fate = fateOf(upstream, model, field, dialect)
    if (known.has(`${name} ${JSON.stringify(field.body)} ${fate}`)) return
    // Its own input replaces the prompt.
    const replaced = name === 'dashscope' && field.at === '/input' ? '|refused at /prompt' : ''
    expect(fate).toMatch(new RegExp(`^(carried|approximated|dropped|refused|refused beside${replaced})$`))
  })
})

test('an upstream that takes images takes what must stand beside a mask', () => {
  for (const { upstream, model, dialect } of upstreams.filter(({ name }) => !/imagen|dall-e/.test(name)))
    expect(fateOf(upstream, model, { at: '/mask', body: {}, beside: { image: wishFields[32]?.body['image'] ?? '' } }, dialect)).toBe(
      'silent',
    )
})
