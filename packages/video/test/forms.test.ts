import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { decodeVideoRequest, videoTiers, type TierId } from '../src/index.ts'
import { movie, picture, png } from './request-fields.ts'

const file = { filename: 'a.png', mime: 'image/png', base64: png }

function read(tier: TierId, body: JsonObject) {
  const { context, notices } = createTestContext()
  const {
    at: _at,
    fields: _fields,
    inputs,
    ...request
  } = decodeVideoRequest({ model: 'm', prompt: 'a red kite', ...body }, videoTiers[tier], context)
  return { request, inputs: inputs?.map(({ at: _place, ...input }) => input), notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

const metadata = {
  content: [
    { type: 'text', text: 'a red kite' },
    { type: 'image_url', image_url: { url: picture } },
  ],
  duration: 5,
  watermark: true,
}

describe('a form says the same as JSON', () => {
  test.each<[string, TierId, JsonObject, JsonObject]>([
    ['numbers', 'fixed', { seconds: '10', width: '720', height: ' 720 ' }, { seconds: 10, width: 720, height: 720 }],
    [
      'numbers and truths',
      '3.1',
      { durationSeconds: '8', generateAudio: 'true', sampleCount: '2', seed: '0' },
      { durationSeconds: 8, generateAudio: true, sampleCount: 2, seed: 0 },
    ],
    ['a file', 'fixed', { input_reference: file }, { input_reference: picture }],
    ['a file of no type that says so', 'fixed', { image: { ...file, mime: 'application/octet-stream' } }, { image: picture }],
    ['a file with parameters', '3.1', { image: { ...file, mime: 'IMAGE/PNG; x=1' } }, { image: picture }],
    ['a list of one file', 'fixed', { 'images[]': [file] }, { images: [picture] }],
    ['a list of one, of a name for one', 'fixed', { 'image[]': file }, { image: picture }],
    ['a video', 'fixed', { video: { filename: 'a.mp4', mime: 'video/mp4', base64: movie.slice(22) } }, { video: movie }],
    ['an object as JSON', 'fixed', { video: '{"id":"task_1"}' }, { video: { id: 'task_1' } }],
    ['an object with brackets', 'fixed', { 'video[id]': 'task_1' }, { video: { id: 'task_1' } }],
    ['an object of an image', 'fixed', { 'input_reference[image_url]': picture }, { input_reference: { image_url: picture } }],
    ['metadata as JSON', '2.0', { asset: 'false', metadata: JSON.stringify(metadata) }, { asset: false, metadata }],
    [
      'metadata with brackets',
      '2.0',
      { metadata: JSON.stringify({ content: metadata.content }), 'metadata[duration]': '5', 'metadata[watermark]': 'true' },
      { metadata },
    ],
  ])('%s', (_name, tier, form, body) => {
    expect(read(tier, form)).toEqual(read(tier, body))
    expect(read(tier, form).notices).toEqual([])
  })
})

test.each<[TierId, JsonObject, string]>([
  ['fixed', { 'images[]': [file, file] }, '/images/1'],
  ['fixed', { 'image[]': [file, file] }, '/image'],
  ['fixed', { input_reference: { ...file, mime: 'application/pdf', base64: 'JVBERi0x' } }, '/input_reference'],
  ['fixed', { input_reference: { ...file, base64: '' } }, '/input_reference'],
  ['fixed', { video: file }, '/video'],
  ['2.0', { metadata: '{"content":' }, '/metadata'],
  ['2.0', { metadata: '[]' }, '/metadata'],
])('what a form cannot mean is refused by its name: %s %#', (tier, body, path) => {
  expect(() => read(tier, body)).toThrow(expect.objectContaining({ code: 'wire', path }))
})

test('brackets that mean nothing are a field that nobody knows', () => {
  expect(read('fixed', { 'mystery[a]': '1', 'video_url[x][y]': '1' }).notices).toEqual([
    'video/foreign-field /mystery[a]',
    'video/foreign-field /video_url[x][y]',
  ])
})
