import { findModelProfile, type Context, type JsonObject } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents, fitImages, modelProfiles } from '../src/index.ts'

const flash2 = 'gemini-2.5-flash-image'
const flash3 = 'gemini-3.1-flash-image'
const preview = 'gemini-3.1-flash-image-preview'
const pro = 'gemini-3-pro-image'
const models = [flash2, flash3, preview, pro]

const everywhere = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
const longShapes = ['1:4', '4:1', '1:8', '8:1']

const said = [{ role: 'user', parts: [{ text: 'A lighthouse' }] }]
const wanted = (imageConfig: JsonObject, more: JsonObject = {}): JsonObject => ({
  contents: said,
  generationConfig: { imageConfig, ...more },
})
const asked = { responseModalities: ['TEXT', 'IMAGE'] }

function contextOf(name: string): ReturnType<typeof createTestContext> {
  const model = findModelProfile(modelProfiles, name)
  return createTestContext(model && { model })
}

const message = (body: JsonObject) => ({ path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body })
const parse = (name: string, body: JsonObject): unknown => contents.parseRequest(message(body), contextOf(name).context).body

/** Native request as an upstream gets it, unchanged bytes fitted and by way of the model: both must agree. */
function send(name: string, body: JsonObject): { readonly body: unknown; readonly notices: readonly string[] } {
  const passed = contextOf(name)
  const bytes = fitImages(deepFreeze(body), passed.context)
  const translated = contextOf(name)
  const lowered = contents.lowerRequest(deepFreeze(decode(body, translated.context)), translated.context)
  expect(contents.encodeRequest(lowered.request, translated.context).body).toEqual(bytes)
  const told = ({ notices }: typeof passed): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
  expect(told(translated)).toEqual(told(passed))
  return { body: bytes, notices: told(passed) }
}

/** Decodes for an unknown model: settings that the upstream's model cannot fulfil are found by lowering. */
function decode(body: JsonObject, context: Context) {
  const { model: _, ...unknown } = context
  return contents.decodeRequest(contents.parseRequest(message(body), unknown), unknown)
}

const refusal = (path: string): unknown => expect.objectContaining({ code: 'wire', path })

describe('aspect ratios', () => {
  test.each(models.flatMap((model) => everywhere.map((aspectRatio) => ({ model, aspectRatio }))))(
    'media 3.14: $model makes $aspectRatio',
    ({ model, aspectRatio }) => {
      const body = wanted({ aspectRatio }, asked)
      expect(parse(model, body)).toBe(body)
      expect(send(model, body)).toEqual({ body, notices: [] })
    },
  )

  test.each([flash3, preview].flatMap((model) => longShapes.map((aspectRatio) => ({ model, aspectRatio }))))(
    'media 3.14: $model makes $aspectRatio too',
    ({ model, aspectRatio }) => {
      expect(() => parse(model, wanted({ aspectRatio }))).not.toThrow()
    },
  )

  test.each([
    ...[flash2, pro].flatMap((model) => longShapes.map((aspectRatio) => ({ model, aspectRatio }))),
    ...models.flatMap((model) => ['7:3', '1x1', '16:10', '1:1 ', '', '9:21'].map((aspectRatio) => ({ model, aspectRatio }))),
  ])('media 3.14: $model refuses "$aspectRatio" with the field named', ({ model, aspectRatio }) => {
    const body = wanted({ aspectRatio })
    expect(() => parse(model, body)).toThrow(refusal('/generationConfig/imageConfig/aspectRatio'))
    expect(() => fitImages(body, contextOf(model).context)).toThrow(refusal('/generationConfig/imageConfig/aspectRatio'))
    const { context } = contextOf(model)
    expect(() => contents.lowerRequest(decode(body, context), context)).toThrow(refusal('/generationConfig/imageConfig/aspectRatio'))
  })

  test('are named as the caller spelled them', () => {
    const body = { contents: said, generation_config: { image_config: { aspect_ratio: '7:3' } } }
    expect(() => parse(pro, body)).toThrow(refusal('/generation_config/image_config/aspect_ratio'))
  })

  test('of models of which nothing is known are for their server to judge', () => {
    const body = wanted({ aspectRatio: '7:3', imageSize: '9K' }, { responseModalities: ['TEXT'] })
    expect(parse('gemini-3-flash-preview', body)).toBe(body)
    expect(send('some-other-model', body)).toEqual({ body, notices: [] })
  })
})

describe('sizes', () => {
  test.each([flash3, preview, pro].flatMap((model) => ['1K', '2K', '4K'].map((imageSize) => ({ model, imageSize }))))(
    'media 3.14: $model makes $imageSize',
    ({ model, imageSize }) => {
      const body = wanted({ imageSize, aspectRatio: '1:1' }, asked)
      expect(parse(model, body)).toBe(body)
      expect(send(model, body)).toEqual({ body, notices: [] })
    },
  )

  test.each(
    [flash3, preview, pro].flatMap((model) => ['1k', '2k', '4k', '3K', '8K', '1024', ''].map((imageSize) => ({ model, imageSize }))),
  )('media 3.14: $model refuses "$imageSize" with the field named', ({ model, imageSize }) => {
    expect(() => parse(model, wanted({ imageSize }))).toThrow(refusal('/generationConfig/imageConfig/imageSize'))
  })

  test.each(['1K', '2K', '4K', '1k'])(
    'media 3.14: %s means nothing to the model with one size: it is not sent, and that is told',
    (imageSize) => {
      expect(parse(flash2, wanted({ imageSize }))).toBeDefined()
      expect(send(flash2, wanted({ imageSize, aspectRatio: '16:9' }, asked))).toEqual({
        body: wanted({ aspectRatio: '16:9' }, asked),
        notices: ['contents/image-size /generationConfig/imageConfig/imageSize'],
      })
      // No other image setting was given.
      expect(send(flash2, wanted({ imageSize }, asked)).body).toEqual({ contents: said, generationConfig: asked })
    },
  )
})

describe('modalities', () => {
  test.each(models)('media 3.14: %s is asked for text and images where the caller asked for nothing', (model) => {
    const notices = ['contents/image-modalities /generationConfig/responseModalities']
    expect(send(model, { contents: said })).toEqual({ body: { contents: said, generationConfig: asked }, notices })
    expect(send(model, { contents: said, generationConfig: { seed: 1 } })).toEqual({
      body: { contents: said, generationConfig: { seed: 1, ...asked } },
      notices,
    })
    expect(send(model, { contents: said, generationConfig: { responseModalities: [] } }).body).toEqual({
      contents: said,
      generationConfig: asked,
    })
  })

  test.each(
    models.flatMap((model) => [['IMAGE'], ['TEXT', 'IMAGE'], ['IMAGE', 'TEXT'], ['text', 'image']].map((words) => ({ model, words }))),
  )('media 3.14: $model takes $words as they are', ({ model, words }) => {
    const body = { contents: said, generationConfig: { responseModalities: words } }
    expect(parse(model, body)).toBe(body)
    expect(send(model, body)).toEqual({ body, notices: [] })
  })

  test.each(models.flatMap((model) => [['TEXT'], ['AUDIO'], ['text'], ['TEXT', 'AUDIO']].map((words) => ({ model, words }))))(
    'media 3.14: $model refuses $words with the field named',
    ({ model, words }) => {
      const body = { contents: said, generationConfig: { responseModalities: words } }
      expect(() => parse(model, body)).toThrow(refusal('/generationConfig/responseModalities'))
      const { context } = contextOf(model)
      expect(() => contents.lowerRequest(decode(body, context), context)).toThrow(refusal('/generationConfig/responseModalities'))
    },
  )

  test('a client of another format gets images beside the text that it asks for', () => {
    const { context, notices } = contextOf(pro)
    const turns = [{ author: 'user', parts: [{ type: 'text', text: 'A lighthouse' }] }] as const
    const { request } = contents.lowerRequest({ model: pro, turns, output: { modalities: ['text'] } }, context)
    expect(request.output?.modalities).toEqual(['text', 'image'])
    expect(notices.map(({ code, benign }) => [code, benign])).toEqual([['contents/image-modalities', true]])
    expect(contents.lowerRequest(request, context).request.output).toEqual(request.output)
  })

  test('are added in the spelling that the caller has', () => {
    const { context } = contextOf(pro)
    expect(fitImages({ contents: said, generation_config: { response_modalities: [] } }, context)).toEqual({
      contents: said,
      generation_config: { response_modalities: ['TEXT', 'IMAGE'] },
    })
  })

  test('models that make no images are left alone', () => {
    const body = { contents: said }
    expect(fitImages(body, contextOf('gemini-3-flash-preview').context)).toBe(body)
    expect(send('gemini-2.5-flash', body)).toEqual({ body, notices: [] })
  })
})
