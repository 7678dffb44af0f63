import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { openaiImages } from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'

function parse(body: JsonObject, path = '/v1/images/generations'): void {
  const { context } = createTestContext()
  openaiImages.parseRequest({ path, query: {}, headers: {}, body: { model: 'm', prompt: 'p', ...body } }, context)
}

const images = (count: number): readonly string[] => Array.from({ length: count }, () => png)

test.each<[string, JsonObject]>([
  ['one image', { n: 1 }],
  ['ten images', { n: 10 }],
  ['the smallest seed', { seed: 0 }],
  ['the largest seed', { seed: 2_147_483_647 }],
  ['no previews', { partial_images: 0 }],
  ['three previews', { stream: true, partial_images: 3 }],
  ['all compression', { output_format: 'jpeg', output_compression: 0 }],
  ['no compression', { output_format: 'webp', output_compression: 100 }],
  ['no compression of png', { output_compression: 100 }],
  ['a long prompt', { prompt: 'a'.repeat(32_000) }],
  ['a long prompt of letters that take two units each', { prompt: '🪁'.repeat(32_000) }],
  ['a long prompt in two places', { prompt: '🪁'.repeat(15_999), contents: [{ parts: [{ text: '🪁'.repeat(16_000) }] }] }],
  ['sixteen images', { images: images(16) }],
  ['sixteen images in two places', { image: images(8), images: images(8) }],
  ['fifteen of a group', { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 15 } }],
  ['transparent webp', { background: 'transparent', output_format: 'webp' }],
  ['transparent in whatever is the default', { background: 'transparent' }],
  ['a mask beside an image', { image: png, mask: png }],
  ['a mask beside an image of its own input', { input: { messages: [{ content: [{ image: png }] }] }, mask: png }],
  ['each fidelity', { input_fidelity: 'medium', image: png }],
  ['a prompt in contents alone', { prompt: null, contents: [{ parts: [{ text: 'a' }] }] }],
  ['a prompt in input alone', { prompt: null, input: { messages: [{ role: 'user', content: [{ text: 'a' }] }] } }],
  ['a prompt in an older input alone', { prompt: null, input: { prompt: 'a' } }],
])('%s is accepted', (_, body) => {
  expect(() => parse(body)).not.toThrow()
})

test.each<[string, string, JsonObject]>([
  ['no image', '/n', { n: 0 }],
  ['eleven images', '/n', { n: 11 }],
  ['half an image', '/n', { n: 1.5 }],
  ['a seed below 0', '/seed', { seed: -1 }],
  ['a seed above 2^31 - 1', '/seed', { seed: 2_147_483_648 }],
  ['a seed in the parameters', '/parameters/seed', { parameters: { seed: -1 } }],
  ['four previews', '/partial_images', { stream: true, partial_images: 4 }],
  ['previews without a stream', '/partial_images', { partial_images: 1 }],
  ['compression above 100', '/output_compression', { output_format: 'jpeg', output_compression: 101 }],
  ['compression below 0', '/output_compression', { output_format: 'jpeg', output_compression: -1 }],
  ['compressed png', '/output_compression', { output_format: 'png', output_compression: 50 }],
  ['compression of whatever is the default', '/output_compression', { output_compression: 50 }],
  ['transparent jpeg', '/background', { background: 'transparent', output_format: 'jpeg' }],
  ['an unknown background', '/background', { background: 'green' }],
  ['an unknown file', '/output_format', { output_format: 'tiff' }],
  ['an unknown quality', '/quality', { quality: 'best' }],
  ['an unknown delivery', '/response_format', { response_format: 'json' }],
  ['an unknown fidelity', '/input_fidelity', { input_fidelity: 'exact' }],
  ['an unknown moderation', '/moderation', { moderation: 'none' }],
  ['an unknown mode of rewriting', '/optimize_prompt_options/mode', { optimize_prompt_options: { mode: 'slow' } }],
  ['an unknown switch of groups', '/sequential_image_generation', { sequential_image_generation: 'on' }],
  [
    'a group of sixteen',
    '/sequential_image_generation_options/max_images',
    { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 16 } },
  ],
  ['a group without its switch', '/sequential_image_generation_options', { sequential_image_generation_options: { max_images: 2 } }],
  ['a size that is none', '/size', { size: 'large' }],
  ['a size with a side of 0', '/size', { size: '0x1024' }],
  ['a size in the parameters that is none', '/parameters/size', { parameters: { size: '1024:1024' } }],
  ['a ratio that is none', '/aspect_ratio', { aspect_ratio: 'wide' }],
  ['no model', '/model', { model: null }],
  ['an empty model', '/model', { model: '' }],
  ['no prompt', '/prompt', { prompt: null }],
  ['an empty prompt', '/prompt', { prompt: '' }],
  ['no prompt beside images alone', '/prompt', { prompt: null, contents: [{ parts: [{ image: png }] }] }],
  ['a prompt that is too long', '/prompt', { prompt: 'a'.repeat(32_001) }],
  ['a prompt with one letter too many', '/prompt', { prompt: '🪁'.repeat(32_001) }],
  ['texts that are too long together', '/contents', { contents: [{ parts: [{ text: 'a'.repeat(32_000) }] }] }],
  ['seventeen images', '/images/16', { images: images(17) }],
  ['seventeen images in two places', '/images/8', { image: images(8), images: images(9) }],
  ['a mask without an image', '/mask', { mask: png }],
  ['an image that is no image', '/image', { image: 'a cat' }],
  ['an image of another kind of URL', '/image', { image: 'ftp://example.com/a.png' }],
  ['a data URL of no base64', '/image', { image: 'data:image/png;base64,!!' }],
  ['an empty file', '/image', { image: { filename: 'a.png', mime: 'image/png', base64: '' } }],
  ['a data URL of text', '/images/0/image_url', { images: [{ image_url: 'data:text/plain,hello' }] }],
  ['an image object that says nothing', '/images/0', { images: [{ type: 'image_url' }] }],
  ['an empty id of a file', '/images/0/file_id', { images: [{ file_id: '' }] }],
  ['contents that are no list', '/contents', { contents: 'a cat' }],
  ['contents without parts', '/contents/0', { contents: [{ role: 'user' }] }],
  ['a part that is neither text nor image', '/contents/0/parts/0', { contents: [{ parts: [{ audio: 1 }] }] }],
  ['input whose messages are no list', '/input/messages', { input: { messages: 'a' } }],
])('%s is refused, and %s named', (_, path, body) => {
  expect(() => parse(body)).toThrow(expect.objectContaining({ path, code: 'wire' }))
})

test('edits need an image; a form may leave the model to whoever serves it', () => {
  expect(() => parse({}, '/v1/images/edits')).toThrow(expect.objectContaining({ path: '/image' }))
  expect(() => parse({ images: [] }, '/v1/images/edits')).toThrow(expect.objectContaining({ path: '/images' }))
  expect(() => parse({ model: null, image: png }, '/v1/images/edits')).not.toThrow()
})

test.each([null, 'text', 7, [], [{}]])('a body that is %j is refused as a whole', (body) => {
  const { context } = createTestContext()
  expect(() => openaiImages.parseRequest({ path: '/v1/images/generations', query: {}, headers: {}, body }, context)).toThrow(
    expect.objectContaining({ path: '', code: 'wire' }),
  )
})

test('a body that is nested too deep is refused before anything is read', () => {
  let deep: JsonObject = {}
  for (let level = 0; level < 300; level++) deep = { deep }
  expect(() => parse({ deep })).toThrow(expect.objectContaining({ code: 'limit' }))
})
