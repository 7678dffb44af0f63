import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import {
  arkImages,
  dashscope,
  findImageUrls,
  geminiImage,
  openaiImages,
  placeImages,
  type ImageRequest,
  type ImageUpstream,
} from '../src/index.ts'
import { png } from './arbitrary-request.ts'

const url = (name: string): string => `https://example.com/${name}.png`
const link = (name: string, at: `/${string}`): NonNullable<ImageRequest['images']>[number] => ({
  source: { type: 'url', url: url(name) },
  at,
})

const request: ImageRequest = deepFreeze({
  model: 'gpt-image-2',
  prompt: 'p',
  images: [
    link('a', '/image/0'),
    link('b', '/image/1'),
    link('a', '/image/2'),
    { source: { type: 'inline', mime: 'image/png', base64: png } },
  ],
  mask: link('mask', '/mask'),
  native: { input: { messages: [{ role: 'user', content: [{ image: url('c') }, { image: url('a') }, { text: 'x' }] }] } },
})

function find(upstream: ImageUpstream, dialect = {}): readonly string[] {
  const { context, notices } = createTestContext({ dialect })
  const found = findImageUrls(request, upstream, context)
  expect(notices).toEqual([])
  return found.map((one) => `${one.at} ${one.url.slice('https://example.com/'.length)}`)
}

test('an upstream that cannot be told URLs has each of them fetched once, also those in the input of DashScope', () => {
  const all = ['/image/0 a.png', '/image/1 b.png', '/input/messages/0/content/0 c.png', '/mask mask.png']
  expect(find(geminiImage)).toEqual(all)
  expect(find(openaiImages)).toEqual(all)
})

test('an upstream that takes URLs has none fetched', () => {
  expect(find(openaiImages, { edits: 'json' })).toEqual([])
  expect(find(arkImages)).toEqual([])
  expect(find(dashscope)).toEqual([])
})

test('what was fetched stands where its URL stood, everywhere; what was not stays', () => {
  const { context } = createTestContext()
  const bytes = { mime: 'image/png', base64: png }
  const placed = placeImages(request, new Map([url('a'), url('c'), url('mask')].map((one) => [one, bytes])))
  const inline = { source: { type: 'inline', ...bytes } }
  expect(placed).toMatchObject({
    images: [{ ...inline, at: '/image/0' }, { source: { type: 'url' } }, { ...inline, at: '/image/2' }, inline],
    mask: { ...inline, at: '/mask' },
    native: {
      input: {
        messages: [
          { role: 'user', content: [{ image: `data:image/png;base64,${png}` }, { image: `data:image/png;base64,${png}` }, { text: 'x' }] },
        ],
      },
    },
  })
  expect(findImageUrls(placed, geminiImage, context).map(({ at }) => at)).toEqual(['/image/1'])
  expect(placeImages(request, new Map())).toBe(request)
})

test('an image that was not fetched is refused where the caller wrote it', () => {
  const { context } = createTestContext()
  expect(() => geminiImage.lowerRequest({ ...request, model: 'gemini-3-pro-image' }, context)).toThrow(
    expect.objectContaining({ path: '/image/0', code: 'wire' }),
  )
})
