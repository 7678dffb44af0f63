import type { JsonObject } from '@interlingua/core'
import { createTestContext, diff } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { arkImages } from '../../src/index.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const minimal = { model: 'doubao-seedream-4-0-250828', prompt: 'four seasons in one courtyard' }

const bodies: Readonly<Record<string, JsonObject>> = {
  'a prompt alone': minimal,
  'one image by its URL': { ...minimal, image: 'https://h/one.png', size: '2K', watermark: false },
  'one image in a list': { ...minimal, image: ['https://h/one.png'] },
  'no image in a list': { ...minimal, image: [] },
  'several images, one of them inline': { ...minimal, image: ['https://h/one.png', `data:image/png;base64,${png}`] },
  'a group': {
    ...minimal,
    sequential_image_generation: 'auto',
    sequential_image_generation_options: { max_images: 4 },
    stream: true,
    response_format: 'b64_json',
  },
  'options of a group that is not asked for': { ...minimal, sequential_image_generation_options: { max_images: 4, later: true } },
  'all that the oldest generation takes': {
    model: 'doubao-seedream-3-0-t2i-250415',
    prompt: 'x',
    size: '1024x768',
    seed: 0,
    guidance_scale: 2.5,
    response_format: 'url',
    watermark: true,
  },
  'any seed': { ...minimal, seed: -1 },
  'a size as the editor says it': { ...minimal, size: 'adaptive' },
  'a level in small letters': { ...minimal, size: '1.5k' },
  'a tool and a file': { ...minimal, tools: [{ type: 'web_search' }], output_format: 'png', optimize_prompt_options: { mode: 'fast' } },
  'tools of tomorrow': { ...minimal, tools: [{ type: 'web_search', limit: 3 }, { type: 'draw' }] },
  'keys of tomorrow': { ...minimal, lens: { focal: 35 }, optimize_prompt_options: { mode: 'standard', depth: 2 }, note: null, list: [] },
  'nothing said by null': { ...minimal, size: null, seed: null, image: null, stream: null, sequential_image_generation: null },
}

function messageOf(
  body: unknown,
): { path: string; query: object; headers: object; body: unknown } & Parameters<typeof arkImages.parseRequest>[0] {
  return { path: '/v1/images/generations', query: {}, headers: {}, body }
}

describe('a request of Ark', () => {
  test.each(Object.entries(bodies))('%s: comes back as it went in, and nothing is said', (_, body) => {
    const { context, notices } = createTestContext()
    const request = arkImages.decodeRequest(arkImages.parseRequest(messageOf(body), context), context)
    const back = arkImages.encodeRequest(request, context)
    expect(diff(back.body, body)).toEqual([])
    expect(back.body).toEqual(body)
    expect(back.path).toBe('/v1/images/generations')
    expect(notices).toEqual([])
  })

  test('says in the words of every family what it can', () => {
    const { context } = createTestContext()
    const body = {
      ...minimal,
      image: ['https://h/one.png', `data:image/png;base64,${png}`],
      size: '2K',
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 3 },
      optimize_prompt_options: { mode: 'fast' },
      response_format: 'b64_json',
      tools: [{ type: 'web_search' }],
    }
    const { extensions: _, fields: __, ...asked } = arkImages.decodeRequest(arkImages.parseRequest(messageOf(body), context), context)
    expect(asked).toEqual({
      model: 'doubao-seedream-4-0-250828',
      prompt: 'four seasons in one courtyard',
      at: '',
      images: [
        { source: { type: 'url', url: 'https://h/one.png' }, at: '/image/0' },
        { source: { type: 'inline', mime: 'image/png', base64: png }, at: '/image/1' },
      ],
      size: { type: 'class', name: '2K' },
      sequence: { mode: 'auto', most: 3 },
      promptRewrite: { mode: 'fast' },
      delivery: 'base64',
      tools: ['web-search'],
    })
  })

  test.each([
    [{ prompt: 'x' }, '/model'],
    [{ model: 'm' }, '/prompt'],
    [{ ...minimal, prompt: '' }, '/prompt'],
    [{ ...minimal, size: '2K 16:9' }, '/size'],
    [{ ...minimal, size: '0x5' }, '/size'],
    [{ ...minimal, seed: -2 }, '/seed'],
    [{ ...minimal, seed: 2_147_483_648 }, '/seed'],
    [{ ...minimal, seed: 1.5 }, '/seed'],
    [{ ...minimal, guidance_scale: 0.99 }, '/guidance_scale'],
    [{ ...minimal, guidance_scale: 10.01 }, '/guidance_scale'],
    [{ ...minimal, sequential_image_generation: 'always' }, '/sequential_image_generation'],
    [{ ...minimal, sequential_image_generation_options: { max_images: 0 } }, '/sequential_image_generation_options/max_images'],
    [{ ...minimal, sequential_image_generation_options: { max_images: 16 } }, '/sequential_image_generation_options/max_images'],
    [{ ...minimal, response_format: 'bytes' }, '/response_format'],
    [{ ...minimal, watermark: 'no' }, '/watermark'],
    [{ ...minimal, stream: 1 }, '/stream'],
    [{ ...minimal, image: 7 }, '/image'],
    [{ ...minimal, image: '' }, '/image'],
    [{ ...minimal, image: 'not an image' }, '/image'],
    [{ ...minimal, image: ['https://h/one.png', 'ftp://h/two.png'] }, '/image/1'],
    [[], ''],
    ['text', ''],
    [null, ''],
  ])('%j is refused at %j', (body, path) => {
    const { context } = createTestContext()
    expect(() => arkImages.parseRequest(messageOf(body), context)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })

  test.each([
    { seed: -1 },
    { seed: 0 },
    { seed: 2_147_483_647 },
    { guidance_scale: 1 },
    { guidance_scale: 10 },
    { sequential_image_generation_options: { max_images: 1 } },
    { sequential_image_generation_options: { max_images: 15 } },
  ])('%j is taken', (field) => {
    const { context } = createTestContext()
    expect(arkImages.parseRequest(messageOf({ ...minimal, ...field }), context).body).toEqual({ ...minimal, ...field })
  })

  test('a document without end hits a limit', () => {
    const { context } = createTestContext()
    let deep: unknown = 1
    for (let i = 0; i < 1000; i++) deep = [deep]
    expect(() => arkImages.parseRequest(messageOf({ ...minimal, deep }), context)).toThrow(expect.objectContaining({ code: 'limit' }))
  })
})
