import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { decodeVideoRequest, findVideoModel, videoTiers, type TierId } from '../src/index.ts'
import { movie, picture, png, sound, text } from './request-fields.ts'

function read(tier: TierId, body: JsonObject) {
  const { context, notices } = createTestContext()
  return { request: decodeVideoRequest({ model: 'm', prompt: 'a red kite', ...body }, videoTiers[tier], context), notices }
}
const content = (...items: readonly JsonObject[]): JsonObject => ({ metadata: { content: [text, ...items] } })
const asset = { type: 'image_url', image_url: { url: ' asset://a1' }, role: 'reference_image' }

describe('what is refused, at its field', () => {
  test.each<[string, TierId, JsonObject, string, string]>([
    ['an asset without leave, white space before it', '2.0', content(asset), '/metadata/content/1/image_url/url', 'invalid_value'],
    ['an asset of a family without a library', 'fixed', { image: 'asset://a1' }, '/image', 'invalid_value'],
    [
      'a bucket of a family that reads none',
      '2.0',
      content({ ...asset, image_url: { url: 'gs://b/a' } }),
      '/metadata/content/1/image_url/url',
      'invalid_value',
    ],
    ['a file of a disk', '3.1', { image: 'file:///etc/passwd' }, '/image', 'invalid_value'],
    ['a video in place of an image', 'fixed', { input_reference: movie }, '/input_reference', 'invalid_value'],
    ['an image in place of a video', 'fixed', { video_url: picture }, '/video_url', 'invalid_value'],
    [
      'a sound in place of an image',
      '2.0',
      content({ ...asset, image_url: { url: sound } }),
      '/metadata/content/1/image_url/url',
      'invalid_value',
    ],
    ['an image beside a source video', 'fixed', { image: png, video_url: movie }, '/image', 'conflicting_parameters'],
    ['a user that is no text', '3.1', { user: 5 }, '/user', 'invalid_value'],
    [
      'frames of a tier that counts in seconds',
      '1.5-pro',
      { metadata: { content: [text], frames: 57 } },
      '/metadata/frames',
      'unsupported_value',
    ],
    [
      'a tier of service that the model has not',
      '2.0',
      { metadata: { content: [text], service_tier: 'flex' } },
      '/metadata/service_tier',
      'unsupported_value',
    ],
    [
      'tools of a model without',
      '1.0-pro',
      { metadata: { content: [text], tools: [{ type: 'web_search' }] } },
      '/metadata/tools',
      'unsupported_value',
    ],
    [
      'a draft in 1080p',
      '1.5-pro',
      { metadata: { content: [text], draft: true, resolution: '1080p' } },
      '/metadata/resolution',
      'conflicting_parameters',
    ],
    [
      'a draft that hands out its last frame',
      '1.5-pro',
      { metadata: { content: [text], draft: true, return_last_frame: true } },
      '/metadata/return_last_frame',
      'conflicting_parameters',
    ],
    [
      'a draft that waits',
      '1.5-pro',
      { metadata: { content: [text], draft: true, service_tier: 'flex' } },
      '/metadata/service_tier',
      'conflicting_parameters',
    ],
    ['a field of metadata at the top', '2.0', { ...content(), return_last_frame: true }, '/return_last_frame', 'unsupported_value'],
  ])('%s', (_name, tier, body, path, reason) => {
    expect(() => read(tier, body)).toThrow(expect.objectContaining({ path, reason }))
  })
})

test('one thing by two names is one thing where they agree, as a number or as text', () => {
  expect(read('3.1', { durationSeconds: 8, duration: '8', n: '2', sampleCount: 2 }).request).toMatchObject({ duration: 8, count: 2 })
  expect(() => read('3.1', { durationSeconds: 8, duration: '6' })).toThrow(expect.objectContaining({ path: '/duration' }))
})

test('what goes on from a video has no usual length and size', () => {
  expect(read('fixed', { video_url: movie }).request).not.toHaveProperty('duration')
  expect(read('fixed', { video_url: movie }).request).not.toHaveProperty('size')
  expect(read('fixed', {}).request).toMatchObject({ duration: 5, size: { width: 1280, height: 720 } })
})

test('data URLs are read whatever their case, alphabet and white space', () => {
  const spelled = { type: 'audio_url', audio_url: { url: 'DATA:audio/WAV;base64,UklG\n Rg-_' }, role: 'reference_audio' }
  const reference = {
    type: 'image_url',
    image_url: { url: `data:image/JPG;base64, ${png.slice(0, 40)}\n${png.slice(40)}` },
    role: 'reference_image',
  }
  expect(read('2.0', content(reference, spelled)).request.inputs?.map(({ source }) => source)).toEqual([
    { type: 'inline', mime: 'image/jpeg', base64: png },
    { type: 'inline', mime: 'audio/wav', base64: 'UklGRg+/' },
  ])
})

test.each([
  ['sora-2-pro', 'fixed'],
  ['veo-3.1-fast-generate-preview', '3.1-fast'],
  ['veo-3.1-lite-generate-preview', '3.1-fast'],
  ['veo-3-1-generate-001', '3.1'],
  ['veo-3.0-fast-generate-001', '3.0-fast'],
  ['veo-3.0-generate-001', '3.0'],
  ['doubao-seedance-2-0-260128', '2.0'],
  ['dreamina-seedance-2-0-fast-260128', '2.0-fast'],
  ['seedance-2.0-mini', '2.0-mini'],
  ['doubao-seedance-1-5-pro-251215', '1.5-pro'],
  ['doubao-seedance-1-0-pro-fast-251015', '1.0-pro-fast'],
  ['doubao-seedance-1-0-pro-250528', '1.0-pro'],
])('%s is of the tier %s', (id, tier) => {
  expect(findVideoModel(id)?.tier).toBe(tier)
})

describe('a field of another family is told with the field to use', () => {
  test.each<[TierId, string, string]>([
    ['fixed', 'durationSeconds', 'use duration'],
    ['fixed', 'aspectRatio', 'use aspect_ratio'],
    ['fixed', 'negativePrompt', 'it takes duration, seconds, '],
    ['3.1', 'aspect_ratio', 'use aspectRatio'],
    ['3.1', 'width', 'use resolution and aspectRatio'],
    ['2.0', 'duration', 'use metadata.duration'],
    ['2.0', 'images', 'use metadata.content'],
    ['2.0', 'aspectRatio', 'use metadata.ratio'],
    ['2.0', 'camera_fixed', 'use metadata.camera_fixed'],
  ])('%s: %s', (tier, field, words) => {
    expect(() => read(tier, { [field]: 5 })).toThrow(words)
  })
})
