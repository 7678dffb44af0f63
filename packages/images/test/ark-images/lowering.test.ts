import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { arkImages, type ImageRequest } from '../../src/index.ts'
import { bodies, lower, silentLosses, translate } from '../silent-losses.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const v3 = 'doubao-seedream-3-0-t2i-250415'
const edit3 = 'doubao-seededit-3-0-i2i-250628'
const v40 = 'doubao-seedream-4-0-250828'
const v45 = 'seedream-4-5-251128'
const lite = 'doubao-seedream-5-0-260128'
const pro = 'doubao-seedream-5-0-pro-260628'
const endpoint = 'ep-20260101-abcde'
const url = (n: number): NonNullable<ImageRequest['images']> =>
  Array.from({ length: n }, (_, i) => ({ source: { type: 'url' as const, url: `https://h/${i}.png` } }))

const codesOf = (notices: readonly { readonly code: string; readonly path: string }[]): readonly string[] =>
  notices.map(({ code, path }) => `${code} ${path}`)

describe('a request for Seedream', () => {
  test('sharp edge 18: asks for no mark, unless the caller speaks of marks or is Ark’s own', () => {
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x' }))).toEqual([{ model: v40, prompt: 'x', watermark: false }])
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x', watermark: true }))).toEqual([{ model: v40, prompt: 'x', watermark: true }])
    const own = { model: v40, prompt: 'x', extensions: { 'ark-images': { hint: { own: true } } } }
    expect(bodies(lower(arkImages, own))).toEqual([{ model: v40, prompt: 'x' }])
  })

  test.each([
    [v3, 512 * 512, 2048 * 2048],
    [v40, 1280 * 720, 4096 * 4096],
    [v45, 2560 * 1440, 4096 * 4096],
    [lite, 2560 * 1440, 4096 * 4096],
  ])('%s: takes %d to %d pixels in all, and not one row less or more', (model, least, most) => {
    const square = (pixels: number): [number, number] => [Math.sqrt(pixels), Math.sqrt(pixels)]
    const [small, tall] = least === 512 * 512 ? square(least) : least === 1280 * 720 ? [1280, 720] : [2560, 1440]
    const [wide, high] = square(most)
    const size = (width: number, height: number): ImageRequest => ({ model, prompt: 'x', size: { type: 'pixels', width, height } })
    expect(bodies(lower(arkImages, size(small, tall)))).toMatchObject([{ size: `${small}x${tall}` }])
    expect(bodies(lower(arkImages, size(wide, high)))).toMatchObject([{ size: `${wide}x${high}` }])
    for (const [width, height] of [
      [small, tall - 1],
      [wide, high + 1],
    ] as const)
      expect(() => lower(arkImages, size(width, height))).toThrow(expect.objectContaining({ code: 'wire', path: '/size' }))
  })

  test('5.0 pro takes 921600 to 4624220 pixels', () => {
    const size = (width: number, height: number): ImageRequest => ({ model: pro, prompt: 'x', size: { type: 'pixels', width, height } })
    for (const [width, height] of [
      [1280, 720],
      [2150, 2150],
    ] as const)
      expect(bodies(lower(arkImages, size(width, height)))).toMatchObject([{ size: `${width}x${height}` }])
    for (const [width, height] of [
      [1279, 720],
      [2151, 2150],
    ] as const)
      expect(() => lower(arkImages, size(width, height))).toThrow(expect.objectContaining({ path: '/size' }))
  })

  test('one side is at most 16 times as long as the other', () => {
    const size = (width: number, height: number): ImageRequest => ({ model: v40, prompt: 'x', size: { type: 'pixels', width, height } })
    expect(bodies(lower(arkImages, size(4800, 300)))).toMatchObject([{ size: '4800x300' }])
    expect(() => lower(arkImages, size(4801, 300))).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => lower(arkImages, size(300, 4801))).toThrow(expect.objectContaining({ path: '/size' }))
  })

  test.each([
    [v3, []],
    [v40, ['1K', '2K', '4K']],
    [v45, ['2K', '4K']],
    [lite, ['2K', '3K', '4K']],
    [pro, ['1K', '1.5K', '2K']],
    [endpoint, ['1K', '1.5K', '2K', '3K', '4K']],
  ])('%s: takes the levels %j and no other', (model, levels) => {
    for (const name of ['1K', '1.5K', '2K', '3K', '4K', '8K']) {
      const run = (): unknown => bodies(lower(arkImages, { model, prompt: 'x', size: { type: 'class', name } }))
      if (levels.includes(name)) expect(run()).toMatchObject([{ size: name }])
      else expect(run).toThrow(expect.objectContaining({ code: 'wire', path: '/size' }))
    }
  })

  test('a level and a ratio are pixels: the form of both is not known', () => {
    const run = lower(arkImages, { model: v45, prompt: 'x', size: { type: 'class', name: '2K' }, aspectRatio: '16:9' })
    expect(bodies(run)).toEqual([{ model: v45, prompt: 'x', size: '2720x1530', watermark: false }])
    expect(codesOf(run.notices)).toEqual(['images/size-shape /aspectRatio'])
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x', aspectRatio: '1:1' }))).toMatchObject([{ size: '2048x2048' }])
    expect(() => lower(arkImages, { model: v40, prompt: 'x', aspectRatio: '1:17' })).toThrow(
      expect.objectContaining({ path: '/aspectRatio' }),
    )
    expect(() => lower(arkImages, { model: v40, prompt: 'x', aspectRatio: 'wide' })).toThrow(
      expect.objectContaining({ path: '/aspectRatio' }),
    )
  })

  test('no size of its own choice is a size of the model’s choice', () => {
    const run = lower(arkImages, { model: v40, prompt: 'x', size: { type: 'auto' } })
    expect(bodies(run)).toEqual([{ model: v40, prompt: 'x', watermark: false }])
    expect(codesOf(run.notices)).toEqual(['images/size-auto /size'])
    expect(bodies(lower(arkImages, { model: edit3, prompt: 'x', images: url(1), size: { type: 'auto' } }))).toMatchObject([
      { size: 'adaptive' },
    ])
  })

  test.each([
    [v3, 0],
    [edit3, 1],
    [pro, 10],
    [v40, 14],
    [v45, 14],
    [lite, 14],
    [endpoint, 14],
  ])('%s: takes up to %d images', (model, most) => {
    if (most > 0) expect(bodies(lower(arkImages, { model, prompt: 'x', images: url(most) }))).toHaveLength(1)
    expect(() => lower(arkImages, { model, prompt: 'x', images: url(most + 1) })).toThrow(
      expect.objectContaining({ code: 'wire', path: '/images' }),
    )
  })

  test('one image stands alone, several in a list; the type of inline ones is in small letters', () => {
    const inline: NonNullable<ImageRequest['images']> = [{ source: { type: 'inline', mime: 'image/PNG', base64: png } }]
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x', images: inline }))).toMatchObject([{ image: `data:image/png;base64,${png}` }])
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x', images: url(2) }))).toMatchObject([
      { image: ['https://h/0.png', 'https://h/1.png'] },
    ])
    const file: ImageRequest = {
      model: v40,
      prompt: 'x',
      images: [{ source: { type: 'file', fileId: 'f', owner: 'openai-images' }, at: '/images/0' }],
    }
    expect(() => lower(arkImages, file)).toThrow(expect.objectContaining({ path: '/images/0' }))
  })

  test('there is no n: several images are as many calls, whose seeds count on', () => {
    const ten = lower(arkImages, { model: v3, prompt: 'x', count: 10, seed: 2_147_483_645 })
    expect(ten.calls).toHaveLength(10)
    expect(
      bodies(ten)
        .map((body) => (body as { seed: number }).seed)
        .slice(0, 4),
    ).toEqual([2_147_483_645, 2_147_483_646, 2_147_483_647, 0])
    expect(codesOf(ten.notices)).toEqual(['images/seed-spread /seed'])
    expect(lower(arkImages, { model: v3, prompt: 'x', count: 3 }).notices).toEqual([])
    expect(bodies(lower(arkImages, { model: v3, prompt: 'x', count: 2, seed: -1 }))).toMatchObject([{ seed: -1 }, { seed: -1 }])
    for (const count of [0, 11, 1.5, -1, Number.NaN])
      expect(() => lower(arkImages, { model: v40, prompt: 'x', count })).toThrow(expect.objectContaining({ code: 'wire', path: '/count' }))
  })

  test('a group is one call, of as many images as were asked for', () => {
    const group = lower(arkImages, { model: v40, prompt: 'x', count: 4, sequence: { mode: 'auto' } })
    expect(bodies(group)).toEqual([
      {
        model: v40,
        prompt: 'x',
        sequential_image_generation: 'auto',
        sequential_image_generation_options: { max_images: 4 },
        watermark: false,
      },
    ])
    expect(codesOf(group.notices)).toEqual(['images/group-most /count'])
    const told = lower(arkImages, { model: v40, prompt: 'x', count: 4, sequence: { mode: 'auto', most: 6 } })
    expect(bodies(told)).toMatchObject([{ sequential_image_generation_options: { max_images: 6 } }])
    expect(codesOf(told.notices)).toEqual(['images/group-most /count'])
  })

  test('images given and made are at most 15 together', () => {
    const request = (given: number, most: number): ImageRequest => ({
      model: v40,
      prompt: 'x',
      images: url(given),
      sequence: { mode: 'auto', most },
    })
    expect(bodies(lower(arkImages, request(14, 1)))).toHaveLength(1)
    expect(bodies(lower(arkImages, request(1, 14)))).toHaveLength(1)
    expect(() => lower(arkImages, request(14, 2))).toThrow(expect.objectContaining({ code: 'wire', path: '/sequence' }))
    const counted: ImageRequest = { model: v40, prompt: 'x', images: url(14), count: 2, sequence: { mode: 'auto' } }
    expect(() => lower(arkImages, counted)).toThrow(expect.objectContaining({ path: '/count' }))
    expect(bodies(lower(arkImages, { model: v40, prompt: 'x', sequence: { mode: 'auto', most: 15 } }))).toHaveLength(1)
    for (const most of [0, 16])
      expect(() => lower(arkImages, { model: v40, prompt: 'x', sequence: { mode: 'auto', most } })).toThrow(
        expect.objectContaining({ path: '/sequence' }),
      )
  })

  test.each<[string, ImageRequest, JsonObject, readonly string[]]>([
    ['a seed where none is taken', { model: v40, prompt: 'x', seed: 7 }, {}, ['images/seed /seed']],
    ['a seed where one is', { model: v3, prompt: 'x', seed: 0 }, { seed: 0 }, []],
    ['guidance where none is taken', { model: v45, prompt: 'x', guidance: 5 }, {}, ['images/guidance /guidance']],
    ['guidance where it is', { model: v3, prompt: 'x', guidance: 10 }, { guidance_scale: 10 }, []],
    ['a stream where there is none', { model: v3, prompt: 'x', stream: true }, {}, ['images/stream /stream']],
    ['a stream where there is', { model: v45, prompt: 'x', stream: true }, { stream: true }, []],
    ['JPEG where all is JPEG', { model: v45, prompt: 'x', outputFormat: 'jpeg' }, {}, []],
    ['PNG where all is JPEG', { model: v45, prompt: 'x', outputFormat: 'png' }, {}, ['images/output-format /outputFormat']],
    ['PNG where one may choose', { model: lite, prompt: 'x', outputFormat: 'png' }, { output_format: 'png' }, []],
    ['WebP, which nobody makes', { model: lite, prompt: 'x', outputFormat: 'webp' }, {}, ['images/output-format /outputFormat']],
    ['a fast rewrite', { model: v40, prompt: 'x', promptRewrite: { mode: 'fast' } }, { optimize_prompt_options: { mode: 'fast' } }, []],
    [
      'a fast rewrite where there is one kind',
      { model: v45, prompt: 'x', promptRewrite: { mode: 'fast' } },
      { optimize_prompt_options: { mode: 'standard' } },
      ['images/prompt-rewrite-mode /promptRewrite'],
    ],
    ['no rewrite', { model: v40, prompt: 'x', promptRewrite: { enabled: false } }, {}, ['images/prompt-rewrite /promptRewrite']],
    ['a rewrite', { model: v40, prompt: 'x', promptRewrite: { enabled: true } }, { optimize_prompt_options: { mode: 'standard' } }, []],
    [
      'a rewrite where there is none',
      { model: v3, prompt: 'x', promptRewrite: { enabled: true } },
      {},
      ['images/prompt-rewrite /promptRewrite'],
    ],
    ['a search', { model: lite, prompt: 'x', tools: ['web-search'] }, { tools: [{ type: 'web_search' }] }, []],
    ['a search where there is none', { model: v40, prompt: 'x', tools: ['web-search'] }, {}, ['images/tools /tools']],
    [
      'two tools',
      { model: lite, prompt: 'x', tools: ['draw', 'web-search'] },
      { tools: [{ type: 'web_search' }] },
      ['images/tools /tools'],
    ],
    ['a group where there is none', { model: v3, prompt: 'x', sequence: { mode: 'auto' } }, {}, ['images/sequence /sequence']],
    ['no group where there is none', { model: v3, prompt: 'x', sequence: { mode: 'disabled' } }, {}, []],
    ['bytes', { model: v40, prompt: 'x', delivery: 'base64' }, { response_format: 'b64_json' }, []],
    ['a negative prompt', { model: v40, prompt: 'x', negativePrompt: 'fog' }, {}, ['images/negative-prompt /negativePrompt']],
    ['a mask', { model: v40, prompt: 'x', mask: { source: { type: 'url', url: 'https://h/m.png' } } }, {}, ['images/mask /mask']],
  ])('%s', (_, asked, printed, codes) => {
    const run = lower(arkImages, asked)
    expect(bodies(run)).toEqual([{ model: asked.model, prompt: 'x', watermark: false, ...printed }])
    expect(codesOf(run.notices)).toEqual(codes)
  })

  test.each<[ImageRequest, string]>([
    [{ model: v40 }, '/prompt'],
    [{ model: v40, prompt: ' ' }, '/prompt'],
    [{ model: v3, prompt: 'x', seed: -2 }, '/seed'],
    [{ model: v3, prompt: 'x', seed: 2_147_483_648 }, '/seed'],
    [{ model: v40, prompt: 'x', seed: 2_147_483_648 }, '/seed'],
    [{ model: v3, prompt: 'x', guidance: 0.5 }, '/guidance'],
    [{ model: v3, prompt: 'x', guidance: 10.5 }, '/guidance'],
    [{ model: v40, prompt: 'x', promptRewrite: { mode: 'wild' } }, '/promptRewrite'],
    [{ model: edit3, prompt: 'x', images: url(1), size: { type: 'pixels', width: 1024, height: 1024 } }, '/size'],
  ])('%j is refused at %j, before anything is spent', (wanted, path) => {
    expect(() => lower(arkImages, wanted)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })

  test('the dialect profile says of which model an endpoint is another name', () => {
    const wanted: ImageRequest = { model: endpoint, prompt: 'x', size: { type: 'class', name: '1K' } }
    expect(bodies(lower(arkImages, wanted))).toMatchObject([{ model: endpoint, size: '1K' }])
    expect(() => lower(arkImages, wanted, { like: 'Doubao-Seedream-4.5' })).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => lower(arkImages, wanted, { like: 7 })).toThrow(expect.objectContaining({ code: 'wire' }))
  })
})

const full: JsonObject = {
  model: v40,
  prompt: 'a fox',
  n: 2,
  size: '2048x2048',
  quality: 'high',
  background: 'opaque',
  output_format: 'webp',
  output_compression: 80,
  response_format: 'b64_json',
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
  some_new_field: { deep: [1, 'two'] },
}

/** The fields that another field requires beside it. */
const companions: Readonly<Record<string, JsonObject>> = {
  mask: { image: 'https://h/1.png' },
  partial_images: { stream: true },
  output_compression: { output_format: 'webp' },
  sequential_image_generation_options: { sequential_image_generation: 'auto' },
}

describe('the images endpoint before Seedream', () => {
  test.each([v40, v45, lite, pro, endpoint, v3, edit3])('%s: no field is lost in silence, alone or beside others', (model) => {
    const run = (body: JsonObject): ReturnType<typeof translate> => translate(arkImages, { ...body, model })
    const images = model === v3 ? {} : { image: model === edit3 ? 'https://h/1.png' : ['https://h/1.png', 'https://h/2.png'] }
    const { mask, size, image: _, ...others } = full
    const fits: JsonObject = {
      ...others,
      ...images,
      ...(model !== v3 && { mask: mask ?? null }),
      ...(model !== edit3 && { size: size ?? null }),
    }
    expect(silentLosses(fits, run)).toEqual(['/model'])
    for (const key of Object.keys(fits)) {
      if (key === 'model' || key === 'prompt') continue
      const alone: JsonObject = { model, prompt: 'a fox', ...companions[key], [key]: fits[key] ?? null }
      expect([key, silentLosses(alone, run)]).toEqual([key, ['/model']])
    }
  })

  test('errors name the caller’s own field', () => {
    const at = (body: JsonObject): unknown => {
      try {
        return translate(arkImages, { model: v45, prompt: 'x', ...body })
      } catch (error) {
        return (error as { path: string }).path
      }
    }
    expect(at({ size: '1024x1024' })).toBe('/size')
    expect(at({ parameters: { size: '1024*1024' } })).toBe('/parameters/size')
    expect(at({ image: Array.from({ length: 15 }, (_, i) => `https://h/${i}.png`) })).toBe('/images')
    expect(at({ aspect_ratio: '1:20' })).toBe('/aspect_ratio')
  })
})
