import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { fates as arkFates } from '../src/ark-video/fates.ts'
import { fates as azureFates } from '../src/azure-video-jobs/fates.ts'
import { fates as geminiFates } from '../src/gemini-veo/fates.ts'
import {
  arkVideo,
  azureVideoJobs,
  decodeOpenaiVideo,
  gatewayVideo,
  geminiVeo,
  notice,
  openaiVideos,
  videoTiers,
  vertexVeo,
  type VideoRequest,
} from '../src/index.ts'
import { fates as openaiFates } from '../src/openai-videos/fates.ts'
import type { VideoFates } from '../src/upstream/fates.ts'
import { fates as vertexFates } from '../src/vertex-veo/fates.ts'
import { send, sendRequest } from './send.ts'
import { movie, picture, text } from './request-fields.ts'

/** A value for every field of a request that differs from the default. */
const values = {
  count: 2,
  duration: 8,
  frames: 57,
  resolution: '1080p',
  aspectRatio: '9:16',
  size: { width: 720, height: 1280 },
  audio: false,
  seed: 7,
  negativePrompt: 'rain',
  watermark: true,
  people: 'allow_adult',
  promptRewrite: false,
  fps: 24,
  cameraFixed: true,
  returnLastFrame: true,
  draft: true,
  serviceTier: 'flex',
  expiresAfter: 7_200,
  priority: 1,
  tools: ['web-search'],
  user: 'u1',
  assets: true,
} as const satisfies Required<Pick<VideoRequest, keyof VideoFates>>

const request = { model: 'm', prompt: 'a red kite' } as const satisfies VideoRequest
const seen = new Set<string>()

describe.each([
  { upstream: openaiVideos, fates: openaiFates },
  { upstream: azureVideoJobs, fates: azureFates },
  { upstream: geminiVeo, fates: geminiFates },
  { upstream: vertexVeo, fates: vertexFates },
  { upstream: arkVideo, fates: arkFates },
])('$upstream.format', ({ upstream, fates }) => {
  test.each(Object.keys(fates) as (keyof VideoFates)[])('%s has the fate that the table says', (field) => {
    // The field `assets` permits inputs and is not sent.
    if (field === 'assets' && upstream.format === 'ark-video') return
    const plain = sendRequest(upstream, request)
    const { calls, notices } = sendRequest(upstream, { ...request, [field]: values[field] })
    const fate = fates[field]
    for (const { code } of notices) seen.add(code)
    if (fate === 'carried') expect(JSON.stringify(calls)).not.toBe(JSON.stringify(plain.calls))
    else {
      expect(calls).toEqual(plain.calls)
      expect(notices).toEqual([notice(fate, `/${field}`)])
    }
  })

  test('a request without anything is sent without a word', () => {
    expect(sendRequest(upstream, request).notices).toEqual([])
  })
})

test('every notice that is declared is reached', () => {
  const cases = [
    send(openaiVideos, 'fixed', { ...request, seconds: 15, mystery: 1, webhook: 'https://h' }, { durationSnap: 'up' }),
    send(openaiVideos, 'fixed', { ...request, seconds: 15, size: '480x480', video_url: movie }),
    send(vertexVeo, '3.1', { ...request, sampleCount: 4, seed: 1 }, { maxVideos: 2 }),
    send(vertexVeo, '3.1-fast', { ...request, generateAudio: false }),
    send(arkVideo, '1.0-pro', {
      ...request,
      metadata: { content: [text], generate_audio: false, callback_url: 'https://h', model: 'dearer', safety_identifier: 's1' },
    }),
  ]
  for (const { code } of cases.flatMap(({ notices }) => notices)) seen.add(code)
  const { context, notices } = createTestContext()
  decodeOpenaiVideo({ ...request, size: '1024x1792' }, videoTiers['3.1'], context)
  for (const { code } of notices) seen.add(code)
  expect([...seen].toSorted()).toEqual(
    Object.keys(notice.table)
      .map((code) => `video/${code}`)
      .toSorted(),
  )
})

test('pixels are said in words, and words in pixels, where one of them alone is there', () => {
  expect(sendRequest(openaiVideos, { ...request, aspectRatio: '9:16' }).calls[0]?.body).toMatchObject({ size: '720x1280' })
  expect(sendRequest(gatewayVideo, { ...request, size: { width: 480, height: 480 } }, { family: 'vf-1' }).calls[0]?.body).toMatchObject({
    resolution: '480p',
    aspect_ratio: '1:1',
  })
  expect(sendRequest(gatewayVideo, { ...request, size: { width: 1024, height: 1792 } }, { family: 'vf-1' }).calls[0]?.body).toMatchObject({
    size: '1024x1792',
  })
  expect(() => sendRequest(openaiVideos, { ...request, resolution: '4k' })).toThrow(expect.objectContaining({ path: '/resolution' }))
  expect(() => sendRequest(azureVideoJobs, { ...request, aspectRatio: '21:9' })).toThrow(expect.objectContaining({ path: '/aspectRatio' }))
})

test('an input that would stand in the place of another is refused', () => {
  const source = { type: 'inline', mime: 'image/png', base64: picture.slice(22) } as const
  const [first, reference] = [
    { role: 'first-frame', source },
    { role: 'reference-image', source },
  ] as const
  for (const upstream of [openaiVideos, azureVideoJobs, geminiVeo, vertexVeo, arkVideo, gatewayVideo])
    expect(() => sendRequest(upstream, { ...request, inputs: [first, first] })).toThrow(expect.objectContaining({ path: '/inputs/1' }))
  expect(sendRequest(arkVideo, { ...request, inputs: [reference, reference] }).calls[0]?.body['content']).toHaveLength(3)
  expect(() => sendRequest(gatewayVideo, { ...request, inputs: [reference] }, { family: 'vf-2' })).toThrow(
    expect.objectContaining({ path: '/inputs/0' }),
  )
})

test.each([
  [geminiVeo, { takes: ['size'] }],
  [vertexVeo, { maxVideos: 0 }],
  [openaiVideos, { remix: 'no' }],
  [arkVideo, { assets: 1 }],
  [gatewayVideo, { family: 'vf-4' }],
] as const)('settings that a dialect cannot use are told to whoever sets them: %#', (upstream, settings) => {
  expect(() => upstream.checkDialect(settings)).toThrow(TypeError)
  expect(() => upstream.checkDialect(settings)).toThrow(`${upstream.format} dialect: ${Object.keys(settings)[0] ?? ''}`)
  expect(upstream.checkDialect({ later: 1 })).toEqual({ later: 1 })
})
