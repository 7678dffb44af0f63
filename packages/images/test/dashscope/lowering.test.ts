import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { dashscope, type ImageRequest } from '../../src/index.ts'
import { bodies, lower, silentLosses, translate, type Run } from '../silent-losses.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const url = (n: number): NonNullable<ImageRequest['images']> =>
  Array.from({ length: n }, (_, i) => ({ source: { type: 'url' as const, url: `https://h/${i}.png` } }))
const pixels = (width: number, height: number): NonNullable<ImageRequest['size']> => ({ type: 'pixels', width, height })
const codesOf = ({ notices }: Run): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
const parametersOf = (run: Run): readonly unknown[] => bodies(run).map((body) => (body as JsonObject)['parameters'])
const inputsOf = (run: Run): readonly unknown[] => bodies(run).map((body) => (body as JsonObject)['input'])

const sync = '/v1/services/aigc/multimodal-generation/generation'
const messages = '/v1/services/aigc/image-generation/generation'
const classic = '/v1/services/aigc/text2image/image-synthesis'
const edit = '/v1/services/aigc/image2image/image-synthesis'

describe('how a model is asked', () => {
  test.each([
    ['qwen-image', sync],
    ['qwen-image-plus', sync],
    ['qwen-image-max', sync],
    ['qwen-image-2.0-pro', sync],
    ['qwen-image-edit', sync],
    ['qwen-image-edit-plus-2025-12-15', sync],
    ['wan2.6-t2i', sync],
    ['wan2.6-image', messages],
    ['wan2.7-image', messages],
    ['wan2.7-image-pro', messages],
    ['wan2.5-t2i-preview', classic],
    ['wan2.2-t2i-flash', classic],
    ['wanx2.1-t2i-turbo', classic],
    ['wanx-v1', classic],
    ['wan2.5-i2i-preview', edit],
    ['demo-dashscope', sync],
    ['demo-dashscope-async', messages],
    ['whatever', sync],
  ])('%s: %s', (model, path) => {
    const images = /edit|i2i|wan2\.6-image/.test(model) ? url(1) : undefined
    const { calls } = lower(dashscope, { model, prompt: 'x', ...(images && { images }) })
    expect(calls).toMatchObject([{ path, headers: path === sync ? {} : { 'x-dashscope-async': 'enable' }, body: { model } }])
  })

  test.each([
    ['sync', sync],
    ['async', messages],
    ['classic', classic],
  ])('the dialect profile may say %s', (mode, path) => {
    expect(lower(dashscope, { model: 'wan2.6-t2i', prompt: 'x' }, { mode }).calls).toMatchObject([{ path }])
  })

  test('the dialect profile may say of which model an id is another name, and says nothing else', () => {
    const request: ImageRequest = { model: 'poster', prompt: 'x', size: pixels(1024, 1024) }
    expect(parametersOf(lower(dashscope, request))).toMatchObject([{ size: '1024*1024' }])
    expect(() => lower(dashscope, request, { like: 'Qwen-Image-Max' })).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => lower(dashscope, request, { mode: 'later' })).toThrow(expect.objectContaining({ code: 'wire' }))
  })
})

describe('a request for DashScope', () => {
  test('sharp edge 18: says how many, how large and without a mark, because the upstream’s own choices cost more', () => {
    const qwen = lower(dashscope, { model: 'qwen-image-2.0', prompt: 'a fox' })
    expect(bodies(qwen)).toEqual([
      {
        model: 'qwen-image-2.0',
        input: { messages: [{ role: 'user', content: [{ text: 'a fox' }] }] },
        parameters: { size: '1024*1024', n: 1, watermark: false },
      },
    ])
    expect(codesOf(qwen)).toEqual(['images/size-default /size'])
    const wan = lower(dashscope, { model: 'wan2.7-image', prompt: 'a fox' })
    expect(parametersOf(wan)).toEqual([{ n: 1, watermark: false }])
    expect(codesOf(wan)).toEqual([])
    expect(parametersOf(lower(dashscope, { model: 'qwen-image-2.0', prompt: 'a fox', images: url(1) }))).toEqual([
      { n: 1, watermark: false },
    ])
  })

  test('Qwen reads images before the text, Wan the text first', () => {
    const images = [...url(1), { source: { type: 'inline' as const, mime: 'image/png', base64: png } }]
    const pictures = [{ image: 'https://h/0.png' }, { image: `data:image/png;base64,${png}` }]
    expect(inputsOf(lower(dashscope, { model: 'qwen-image-edit', prompt: 'x', images }))).toEqual([
      { messages: [{ role: 'user', content: [...pictures, { text: 'x' }] }] },
    ])
    expect(inputsOf(lower(dashscope, { model: 'wan2.7-image', prompt: 'x', images }))).toEqual([
      { messages: [{ role: 'user', content: [{ text: 'x' }, ...pictures] }] },
    ])
    expect(inputsOf(lower(dashscope, { model: 'wan2.5-i2i-preview', prompt: 'x', images, negativePrompt: 'fog' }))).toEqual([
      { prompt: 'x', negative_prompt: 'fog', images: ['https://h/0.png', `data:image/png;base64,${png}`] },
    ])
  })

  test('a negative prompt stands with the prompt in the old form, and with the parameters in the new one', () => {
    const request = { prompt: 'x', negativePrompt: 'fog' }
    expect(bodies(lower(dashscope, { model: 'wanx2.1-t2i-turbo', ...request }))).toEqual([
      { model: 'wanx2.1-t2i-turbo', input: { prompt: 'x', negative_prompt: 'fog' }, parameters: { n: 1, watermark: false } },
    ])
    expect(parametersOf(lower(dashscope, { model: 'qwen-image-max', ...request }))).toEqual([
      { n: 1, negative_prompt: 'fog', watermark: false },
    ])
    const run = lower(dashscope, { model: 'wan2.7-image', ...request })
    expect(parametersOf(run)).toEqual([{ n: 1, watermark: false }])
    expect(codesOf(run)).toEqual(['images/negative-prompt /negativePrompt'])
  })

  test('a negative prompt has at most 500 characters', () => {
    const asked = (negativePrompt: string): ImageRequest => ({ model: 'qwen-image', prompt: 'x', negativePrompt })
    expect(parametersOf(lower(dashscope, asked('🦊'.repeat(500))))).toHaveLength(1)
    expect(() => lower(dashscope, asked('🦊'.repeat(501)))).toThrow(expect.objectContaining({ code: 'wire', path: '/negativePrompt' }))
    const own = (text: string): ImageRequest => ({ model: 'qwen-image', prompt: 'x', native: { parameters: { negative_prompt: text } } })
    expect(parametersOf(lower(dashscope, own('x'.repeat(500))))).toHaveLength(1)
    expect(() => lower(dashscope, own('x'.repeat(501)))).toThrow(expect.objectContaining({ path: '/parameters/negative_prompt' }))
  })

  test('a seed is 0 to 2147483647', () => {
    for (const seed of [0, 2_147_483_647]) {
      expect(parametersOf(lower(dashscope, { model: 'qwen-image', prompt: 'x', seed }))).toMatchObject([{ seed }])
      expect(parametersOf(lower(dashscope, { model: 'qwen-image', prompt: 'x', native: { parameters: { seed } } }))).toMatchObject([
        { seed },
      ])
    }
    for (const seed of [-1, 2_147_483_648, 0.5]) {
      expect(() => lower(dashscope, { model: 'qwen-image', prompt: 'x', seed })).toThrow(expect.objectContaining({ path: '/seed' }))
      const own: ImageRequest = { model: 'qwen-image', prompt: 'x', native: { parameters: { seed } } }
      expect(() => lower(dashscope, own)).toThrow(expect.objectContaining({ path: '/parameters/seed' }))
    }
  })

  test.each([
    ['qwen-image-2.0', 6],
    ['qwen-image-edit-plus', 6],
    ['wan2.7-image', 4],
    ['wan2.6-t2i', 4],
    ['wanx2.1-t2i-plus', 4],
    ['wan2.5-i2i-preview', 4],
  ])('%s: makes up to %d images a call', (model, most) => {
    const images = /edit|i2i/.test(model) ? { images: url(1) } : {}
    expect(parametersOf(lower(dashscope, { model, prompt: 'x', ...images, count: most }))).toMatchObject([{ n: most }])
    expect(parametersOf(lower(dashscope, { model, prompt: 'x', ...images, native: { parameters: { n: most } } }))).toMatchObject([
      { n: most },
    ])
    for (const count of [0, most + 1, 1.5])
      expect(() => lower(dashscope, { model, prompt: 'x', ...images, count })).toThrow(
        expect.objectContaining({ code: 'wire', path: '/count' }),
      )
    const own: ImageRequest = { model, prompt: 'x', ...images, native: { parameters: { n: most + 1 } } }
    expect(() => lower(dashscope, own)).toThrow(expect.objectContaining({ path: '/parameters/n' }))
  })

  test('a model that makes one image a call is called several times, with seeds that count on', () => {
    const run = lower(dashscope, { model: 'qwen-image-max', prompt: 'x', count: 3, seed: 5 })
    expect(parametersOf(run)).toEqual([5, 6, 7].map((seed) => ({ n: 1, seed, watermark: false })))
    expect(lower(dashscope, { model: 'qwen-image-max', prompt: 'x', count: 10 }).calls).toHaveLength(10)
    expect(() => lower(dashscope, { model: 'qwen-image-max', prompt: 'x', count: 11 })).toThrow(expect.objectContaining({ path: '/count' }))
  })

  test('a group is what Wan 2.7 makes, of up to 12 images', () => {
    const group = (wanted: Partial<ImageRequest>): Run =>
      lower(dashscope, { model: 'wan2.7-image', prompt: 'x', sequence: { mode: 'auto' }, ...wanted })
    expect(parametersOf(group({}))).toEqual([{ n: 12, enable_sequential: true, watermark: false }])
    expect(parametersOf(group({ sequence: { mode: 'auto', most: 12 } }))).toEqual([{ n: 12, enable_sequential: true, watermark: false }])
    expect(parametersOf(group({ count: 5 }))).toEqual([{ n: 5, enable_sequential: true, watermark: false }])
    expect(codesOf(group({ count: 5 }))).toEqual(['images/group-most /count'])
    expect(() => group({ sequence: { mode: 'auto', most: 13 } })).toThrow(expect.objectContaining({ path: '/sequence' }))
    expect(() => group({ count: 13 })).toThrow(expect.objectContaining({ path: '/count' }))
    expect(parametersOf(group({ sequence: { mode: 'disabled' } }))).toEqual([{ n: 1, enable_sequential: false, watermark: false }])
    const other = lower(dashscope, { model: 'wan2.6-t2i', prompt: 'x', count: 2, sequence: { mode: 'auto' } })
    expect(parametersOf(other)).toEqual([{ n: 2, watermark: false }])
    expect(codesOf(other)).toEqual(['images/sequence /sequence'])
  })

  test.each([
    ['qwen-image', 0],
    ['qwen-image-2.0', 3],
    ['qwen-image-edit', 3],
    ['wan2.7-image', 9],
    ['wan2.6-image', 4],
    ['wan2.6-t2i', 0],
    ['wan2.5-t2i-preview', 0],
    ['wan2.5-i2i-preview', 2],
    ['wanx-v1', 0],
  ])('%s: takes up to %d images', (model, most) => {
    if (most > 0) expect(lower(dashscope, { model, prompt: 'x', images: url(most) }).calls).toHaveLength(1)
    expect(() => lower(dashscope, { model, prompt: 'x', images: url(most + 1) })).toThrow(
      expect.objectContaining({ code: 'wire', path: '/images' }),
    )
  })

  test('a model that only edits needs an image, unless it mixes text and images', () => {
    for (const model of ['qwen-image-edit', 'wan2.6-image', 'wan2.5-i2i-preview'])
      expect(() => lower(dashscope, { model, prompt: 'x' })).toThrow(expect.objectContaining({ path: '/images' }))
    const mixed: ImageRequest = { model: 'wan2.6-image', prompt: 'x', native: { parameters: { enable_interleave: true } } }
    expect(parametersOf(lower(dashscope, mixed))).toEqual([{ n: 1, watermark: false, enable_interleave: true }])
  })

  test('a rewritten prompt is one kind of rewriting', () => {
    const wanted = (promptRewrite: NonNullable<ImageRequest['promptRewrite']>, model = 'qwen-image'): Run =>
      lower(dashscope, { model, prompt: 'x', promptRewrite })
    expect(parametersOf(wanted({ enabled: false }))).toEqual([{ n: 1, prompt_extend: false, watermark: false }])
    expect(codesOf(wanted({ enabled: false }))).toEqual([])
    for (const mode of ['standard', 'fast']) {
      expect(parametersOf(wanted({ mode }))).toEqual([{ n: 1, prompt_extend: true, watermark: false }])
      expect(codesOf(wanted({ mode }))).toEqual(['images/prompt-rewrite-mode /promptRewrite'])
    }
    expect(codesOf(wanted({ enabled: true }, 'wan2.7-image'))).toEqual(['images/prompt-rewrite /promptRewrite'])
    expect(() => wanted({ mode: 'wild' })).toThrow(expect.objectContaining({ path: '/promptRewrite' }))
  })

  test.each<[string, ImageRequest['size'], string | undefined]>([
    ['qwen-image', pixels(1664, 928), '1664*928'],
    ['qwen-image', pixels(928, 1664), '928*1664'],
    ['qwen-image', pixels(1024, 1024), undefined],
    ['qwen-image', { type: 'class', name: '2K' }, undefined],
    ['qwen-image-2.0', pixels(512, 512), '512*512'],
    ['qwen-image-2.0', pixels(2048, 2048), '2048*2048'],
    ['qwen-image-2.0', pixels(511, 512), undefined],
    ['qwen-image-2.0', pixels(2049, 2048), undefined],
    ['qwen-image-3.0', { type: 'class', name: '2K' }, undefined],
    ['wan2.7-image', { type: 'class', name: '1K' }, '1K'],
    ['wan2.7-image', { type: 'class', name: '2K' }, '2K'],
    ['wan2.7-image', { type: 'class', name: '4K' }, undefined],
    ['wan2.7-image', pixels(768, 768), '768*768'],
    ['wan2.7-image', pixels(767, 768), undefined],
    ['wan2.7-image', pixels(2048, 2048), '2048*2048'],
    ['wan2.7-image', pixels(2049, 2048), undefined],
    ['wan2.7-image', pixels(4096, 512), '4096*512'],
    ['wan2.7-image', pixels(4104, 512), undefined],
    ['wan2.7-image-pro', { type: 'class', name: '4K' }, '4K'],
    ['wan2.7-image-pro', pixels(4096, 4096), '4096*4096'],
    ['wan2.7-image-pro', pixels(4097, 4096), undefined],
    ['wan2.6-t2i', pixels(1440, 1440), '1440*1440'],
    ['wan2.6-t2i', pixels(1441, 1440), undefined],
    ['wan2.6-t2i', pixels(1600, 400), '1600*400'],
    ['wan2.6-t2i', pixels(1604, 400), undefined],
    ['wan2.5-t2i-preview', pixels(768, 2700), '768*2700'],
    ['wan2.2-t2i-flash', pixels(512, 1440), '512*1440'],
    ['wan2.2-t2i-flash', pixels(511, 1440), undefined],
    ['wan2.2-t2i-flash', pixels(512, 1441), undefined],
    ['demo-dashscope', pixels(512, 512), '512*512'],
    ['demo-dashscope', pixels(511, 512), undefined],
    ['something-new', pixels(64, 64), '64*64'],
  ])('%s: %j is %s', (model, size, printed) => {
    const wanted: ImageRequest = { model, prompt: 'x', size: size ?? { type: 'auto' } }
    const spelled = size?.type === 'pixels' ? `${size.width}*${size.height}` : size?.type === 'class' ? size.name : ''
    const own: ImageRequest = { model, prompt: 'x', native: { parameters: { size: spelled } } }
    if (printed === undefined) {
      expect(() => lower(dashscope, wanted)).toThrow(expect.objectContaining({ code: 'wire', path: '/size' }))
      expect(() => lower(dashscope, own)).toThrow(expect.objectContaining({ code: 'wire', path: '/parameters/size' }))
      return
    }
    expect(parametersOf(lower(dashscope, wanted))).toEqual([{ size: printed, n: 1, watermark: false }])
    expect(parametersOf(lower(dashscope, own))).toEqual([{ n: 1, watermark: false, size: printed }])
  })

  test('the large sizes of Wan 2.7 pro are for texts alone', () => {
    const large: ImageRequest = { model: 'wan2.7-image-pro', prompt: 'x', size: { type: 'class', name: '4K' } }
    expect(() => lower(dashscope, { ...large, images: url(1) })).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => lower(dashscope, { ...large, sequence: { mode: 'auto' } })).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => lower(dashscope, { ...large, images: url(1), size: pixels(2049, 2048) })).toThrow(
      expect.objectContaining({ path: '/size' }),
    )
    expect(lower(dashscope, { ...large, images: url(1), size: pixels(2048, 2048) }).calls).toHaveLength(1)
  })

  test('an edit of the first Qwen editor has the size of its image', () => {
    const wanted: ImageRequest = { model: 'qwen-image-edit', prompt: 'x', images: url(1), size: pixels(1024, 1024) }
    expect(() => lower(dashscope, wanted)).toThrow(expect.objectContaining({ code: 'wire', path: '/size' }))
    expect(codesOf(lower(dashscope, { ...wanted, size: { type: 'auto' } }))).toEqual([])
    const sides: ImageRequest = { ...wanted, model: 'qwen-image-edit-max', size: pixels(512, 2048) }
    expect(parametersOf(lower(dashscope, sides))).toMatchObject([{ size: '512*2048' }])
    expect(() => lower(dashscope, { ...sides, size: pixels(512, 2049) })).toThrow(expect.objectContaining({ path: '/size' }))
  })

  test('a ratio picks a listed size, or the pixels of a level', () => {
    const wanted = (model: string, aspectRatio: string, size?: ImageRequest['size']): Run =>
      lower(dashscope, { model, prompt: 'x', aspectRatio, ...(size && { size }) })
    expect(parametersOf(wanted('qwen-image', '16:9'))).toMatchObject([{ size: '1664*928' }])
    expect(parametersOf(wanted('qwen-image', '3:4'))).toMatchObject([{ size: '1104*1472' }])
    expect(() => wanted('qwen-image', '21:9')).toThrow(expect.objectContaining({ path: '/aspectRatio' }))
    expect(parametersOf(wanted('wan2.7-image', '16:9', { type: 'class', name: '2K' }))).toMatchObject([{ size: '2720*1530' }])
    expect(codesOf(wanted('wan2.7-image', '16:9'))).toEqual(['images/size-shape /aspectRatio'])
    expect(() => wanted('wan2.6-t2i', '9:1')).toThrow(expect.objectContaining({ path: '/aspectRatio' }))
  })

  test.each<[ImageRequest, string]>([
    [{ model: 'qwen-image' }, '/prompt'],
    [{ model: 'qwen-image', prompt: ' \n' }, '/prompt'],
    [{ model: 'qwen-image', native: { input: { messages: [{ role: 'user', content: [{ image: 'https://h/1.png' }] }] } } }, '/prompt'],
    [{ model: 'qwen-image', prompt: 'x', native: { parameters: { watermark: 'no' } } }, '/parameters/watermark'],
    [{ model: 'qwen-image', prompt: 'x', native: { parameters: { prompt_extend: 1 } } }, '/parameters/prompt_extend'],
    [{ model: 'qwen-image', prompt: 'x', native: { parameters: { size: 'large' } } }, '/parameters/size'],
    [{ model: 'qwen-image', prompt: 'x', native: { parameters: { size: 7 } } }, '/parameters/size'],
    [{ model: 'wan2.7-image', prompt: 'x', images: [{ source: { type: 'file', fileId: 'f', owner: 'o' }, at: '/images/0' }] }, '/images/0'],
  ])('%j is refused at %j, before anything is spent', (wanted, path) => {
    expect(() => lower(dashscope, wanted)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })
})

describe('DashScope’s own words in a request', () => {
  const input = { messages: [{ role: 'user', content: [{ image: 'https://h/a.png' }, { text: 'make it blue' }] }] }

  test('go along as they are, whatever they say', () => {
    const native = { input: { ...input, later: { a: [1] } }, parameters: { bbox_list: [[0, 0, 9, 9]], thinking_mode: true, note: null } }
    const run = lower(dashscope, { model: 'wan2.7-image', native })
    expect(bodies(run)).toEqual([
      { model: 'wan2.7-image', input: native.input, parameters: { n: 1, watermark: false, ...native.parameters } },
    ])
    expect(run.notices).toEqual([])
  })

  test('win over the caller’s other words, which are reported where they say something else', () => {
    const wanted: ImageRequest = {
      model: 'wan2.7-image',
      prompt: 'make it red',
      images: url(1),
      count: 2,
      size: pixels(1024, 1024),
      seed: 1,
      watermark: false,
      native: { input, parameters: { n: 3, size: '2K', seed: 2, watermark: true } },
    }
    const run = lower(dashscope, wanted)
    expect(bodies(run)).toEqual([{ model: 'wan2.7-image', input, parameters: { n: 3, size: '2K', seed: 2, watermark: true } }])
    expect(codesOf(run).toSorted()).toEqual([
      'images/native-wins /count',
      'images/native-wins /images',
      'images/native-wins /prompt',
      'images/native-wins /seed',
      'images/native-wins /size',
      'images/native-wins /watermark',
    ])
  })

  test('say nothing new where they say the same', () => {
    const wanted: ImageRequest = {
      model: 'wan2.7-image',
      prompt: 'make it blue',
      count: 3,
      size: { type: 'class', name: '2K' },
      native: { input, parameters: { n: 3, size: '2k' } },
    }
    const run = lower(dashscope, { ...wanted, native: { input, parameters: { n: 3, size: '2K' } } })
    expect(parametersOf(run)).toEqual([{ watermark: false, n: 3, size: '2K' }])
    expect(run.notices).toEqual([])
  })

  test('are given the text, or the images, that they lack', () => {
    const picture = { image: 'https://h/a.png' }
    const pictured: ImageRequest = {
      model: 'qwen-image-edit',
      prompt: 'make it red',
      native: { input: { messages: [{ role: 'user', content: [picture] }] } },
    }
    expect(inputsOf(lower(dashscope, pictured))).toEqual([{ messages: [{ role: 'user', content: [picture, { text: 'make it red' }] }] }])
    const wan = lower(dashscope, { ...pictured, model: 'wan2.7-image' })
    expect(inputsOf(wan)).toEqual([{ messages: [{ role: 'user', content: [{ text: 'make it red' }, picture] }] }])
    expect(wan.notices).toEqual([])
    const spoken: ImageRequest = {
      model: 'wan2.7-image',
      images: url(1),
      native: { input: { messages: [{ role: 'user', content: 'a fox' }], later: 1 } },
    }
    expect(inputsOf(lower(dashscope, spoken))).toEqual([
      { messages: [{ role: 'user', content: [{ text: 'a fox' }, { image: 'https://h/0.png' }] }], later: 1 },
    ])
    const none: ImageRequest = { model: 'wan2.7-image', prompt: 'a fox', native: { input: { messages: [] } } }
    expect(inputsOf(lower(dashscope, none))).toEqual([{ messages: [{ role: 'user', content: [{ text: 'a fox' }] }] }])
  })

  test('never choose the model', () => {
    const run = lower(dashscope, {
      model: 'wan2.7-image',
      native: { input: { ...input, model: 'dear' }, parameters: { model: 'dearer', n: 1 } },
    })
    expect(bodies(run)).toEqual([{ model: 'wan2.7-image', input, parameters: { watermark: false, n: 1 } }])
    expect(codesOf(run)).toEqual(['images/native-model /input/model', 'images/native-model /parameters/model'])
  })

  test('count with the images and the size of the model', () => {
    const many = {
      messages: [{ role: 'user', content: [...Array.from({ length: 10 }, () => ({ image: 'https://h/a.png' })), { text: 'x' }] }],
    }
    expect(() => lower(dashscope, { model: 'wan2.7-image', native: { input: many } })).toThrow(expect.objectContaining({ path: '/input' }))
    const large: ImageRequest = { model: 'wan2.7-image-pro', native: { input, parameters: { size: '4K' } } }
    expect(() => lower(dashscope, large)).toThrow(expect.objectContaining({ path: '/parameters/size' }))
  })

  test('become a prompt and images where the model is asked so', () => {
    const run = lower(dashscope, { model: 'wan2.5-i2i-preview', native: { input } })
    expect(inputsOf(run)).toEqual([{ prompt: 'make it blue', images: ['https://h/a.png'] }])
    const old = { prompt: 'a fox', negative_prompt: 'fog', ref_img: 'https://h/r.png' }
    expect(inputsOf(lower(dashscope, { model: 'wanx-v1', prompt: 'a cat', native: { input: old } }))).toEqual([old])
    expect(codesOf(lower(dashscope, { model: 'wanx-v1', prompt: 'a cat', native: { input: old } }))).toEqual(['images/native-wins /prompt'])
  })
})

const full: JsonObject = {
  model: 'demo-dashscope',
  prompt: 'a fox',
  n: 3,
  size: '1024x1024',
  quality: 'high',
  background: 'opaque',
  output_format: 'webp',
  output_compression: 80,
  stream: true,
  partial_images: 2,
  seed: 5,
  negative_prompt: 'fog',
  guidance_scale: 3,
  watermark: true,
  optimize_prompt_options: { mode: 'fast' },
  sequential_image_generation: 'auto',
  sequential_image_generation_options: { max_images: 3 },
  input_fidelity: 'high',
  moderation: 'low',
  user: 'u1',
  tools: [{ type: 'web_search' }],
  image: ['https://h/1.png', 'https://h/2.png'],
  mask: { image_url: 'https://h/m.png' },
  parameters: { thinking_mode: false, n: 2, negative_prompt: 'rain' },
  some_new_field: { deep: [1, 'two'] },
}

/** The fields that another field requires beside it. */
const companions: Readonly<Record<string, JsonObject>> = {
  mask: { image: 'https://h/1.png' },
  partial_images: { stream: true },
  output_compression: { output_format: 'webp' },
  sequential_image_generation_options: { sequential_image_generation: 'auto' },
}

describe('the images endpoint before DashScope', () => {
  test.each<[string, JsonObject]>([
    ['demo-dashscope', full],
    ['wan2.7-image', full],
    ['qwen-image-2.0', full],
    ['qwen-image-edit-plus', full],
    ['wan2.5-i2i-preview', full],
    ['wan2.6-image', full],
    ['qwen-image-edit', { ...full, size: null }],
    ['wan2.2-t2i-flash', { ...full, image: null, mask: null }],
    ['wan2.6-t2i', { ...full, image: null, mask: null }],
  ])('%s: no field is lost in silence, alone or beside others', (model, body) => {
    const run = (wanted: JsonObject): Run => translate(dashscope, { ...wanted, model })
    const single: JsonObject = model === 'qwen-image-edit' ? { ...body, n: 2, parameters: { n: 1, thinking_mode: false } } : body
    expect(silentLosses(single, run)).toEqual(['/model'])
    const image = single['image'] === null ? {} : { image: 'https://h/1.png' }
    for (const key of Object.keys(single)) {
      const value = single[key]
      if (key === 'model' || key === 'prompt' || value === undefined || value === null) continue
      const alone: JsonObject = { model, prompt: 'a fox', ...image, ...companions[key], [key]: value }
      expect([key, silentLosses(alone, run)]).toEqual([key, ['/model']])
    }
  })

  test('errors name the caller’s own field', () => {
    const at = (body: JsonObject): unknown => {
      try {
        return translate(dashscope, { model: 'wan2.7-image', prompt: 'x', ...body })
      } catch (error) {
        return (error as { path: string }).path
      }
    }
    expect(at({ n: 5 })).toBe('/n')
    expect(at({ size: '256x256' })).toBe('/size')
    expect(at({ parameters: { size: '256*256' } })).toBe('/parameters/size')
    expect(at({ aspect_ratio: '1:20' })).toBe('/aspect_ratio')
    expect(at({ image: Array.from({ length: 10 }, (_, i) => `https://h/${i}.png`) })).toBe('/images')
  })
})
