import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeOpenaiVideo,
  decodeVeoVideo,
  encodeOpenaiVideo,
  encodeOperation,
  videoTiers,
  type TierId,
  type VideoRequest,
  type VideoTask,
} from '../src/index.ts'
import { InvalidVideoRequestError } from '../src/request/invalid-video-request-error.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function openai(body: object, tier: TierId): { readonly request: VideoRequest; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const request = decodeOpenaiVideo({ model: 'm', prompt: 'a', ...body }, videoTiers[tier], context)
  return { request, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

function veo(body: object, tier: TierId): { readonly request: VideoRequest; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const request = decodeVeoVideo(body, 'm', videoTiers[tier], context)
  return { request, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

const all = Object.keys(videoTiers) as TierId[] // the keys of the object itself

describe("OpenAI's words", () => {
  test.each(all)('%s: what is not said is 4 seconds in 720x1280, with nothing to tell', (tier) => {
    const { request, notices } = openai({}, tier)
    expect(notices).toEqual([])
    expect(request).toMatchObject({ model: 'm', prompt: 'a', duration: 4, resolution: '720p', aspectRatio: '9:16' })
  })

  test('the first family takes lengths and sizes of the vendor as they are', () => {
    expect(openai({ seconds: '12', size: '1792x1024' }, 'fixed')).toMatchObject({
      request: { duration: 12, size: { width: 1792, height: 1024 } },
      notices: [],
    })
  })

  test('others take the next longer length and the nearest size, each change told at its field', () => {
    expect(openai({ seconds: '5', size: '1792x1024' }, '3.1')).toMatchObject({
      request: { duration: 6, resolution: '1080p', aspectRatio: '16:9', audio: true },
      notices: ['video/duration-raised /seconds', 'video/size-fitted /size'],
    })
    expect(openai({ seconds: 8, size: '1024x1024' }, '2.0-fast').request).toMatchObject({
      duration: 8,
      resolution: '720p',
      aspectRatio: '1:1',
    })
  })

  test.each([
    [{ seconds: '12' }, '3.1', '/seconds'],
    [{ seconds: '1' }, '2.0', '/seconds'],
    [{ size: 'big' }, 'fixed', '/size'],
    [{ prompt: ' ' }, 'fixed', '/prompt'],
    [{ model: '' }, 'fixed', '/model'],
    [{ input_reference: 7 }, '2.0', '/input_reference'],
  ] as const)('%j for %s is refused at %s', (body, tier, path) => {
    expect(() => openai(body, tier)).toThrow(expect.objectContaining({ path }))
  })

  test('an image by its address, in base64 or as a file', () => {
    for (const value of [
      { image_url: 'https://h/a.png' },
      { image_url: `data:image/png;base64,${png}` },
      { filename: 'a.png', mime: 'image/png', base64: png },
    ])
      expect(openai({ input_reference: value }, '2.0').request.inputs).toMatchObject([{ role: 'first-frame', at: '/input_reference' }])
  })

  test('a field that nobody knows is told', () => {
    expect(openai({ mood: 'sad' }, 'fixed').notices).toEqual(['video/foreign-field /mood'])
  })
})

describe("Google's words", () => {
  test('all that the vendor documents', () => {
    const image = { bytesBase64Encoded: png, mimeType: 'image/png' }
    const { request, notices } = veo(
      {
        instances: [{ prompt: 'a', image, lastFrame: { gcsUri: 'gs://b/l.png' } }],
        parameters: {
          sampleCount: 2,
          durationSeconds: 8,
          aspectRatio: '16:9',
          resolution: '1080p',
          generateAudio: false,
          personGeneration: 'ALLOW_ADULT',
          negativePrompt: 'rain',
          enhancePrompt: true,
          seed: 7,
        },
      },
      '3.1',
    )
    expect(notices).toEqual([])
    expect(request).toMatchObject({
      count: 2,
      duration: 8,
      aspectRatio: '16:9',
      resolution: '1080p',
      audio: false,
      people: 'allow_adult',
      negativePrompt: 'rain',
      promptRewrite: true,
      seed: 7,
      inputs: [
        { role: 'first-frame', source: { type: 'inline', mime: 'image/png' } },
        { role: 'last-frame', source: { type: 'url', url: 'gs://b/l.png' } },
      ],
    })
  })

  test.each(all)('%s: a prompt alone, with nothing to tell', (tier) => {
    expect(veo({ instances: [{ prompt: 'a' }] }, tier).notices).toEqual([])
  })

  test.each([
    [{}, '/instances'],
    [{ instances: [{ prompt: 'a' }, { prompt: 'b' }] }, '/instances'],
    [{ instances: [{}] }, '/instances/0/prompt'],
    [{ instances: [{ prompt: 'a' }], parameters: { durationSeconds: 9 } }, '/parameters/durationSeconds'],
    [{ instances: [{ prompt: 'a' }], parameters: { sampleCount: 5 } }, '/parameters/sampleCount'],
    [{ instances: [{ prompt: 'a' }], parameters: { resolution: '8k' } }, '/parameters/resolution'],
    [{ instances: [{ prompt: 'a', image: {} }] }, '/instances/0/image'],
    [{ instances: [{ prompt: 'a', referenceImages: [7] }] }, '/instances/0/referenceImages/0'],
  ] as const)('%j is refused at %s', (body, path) => {
    expect(() => veo(body, '3.0')).toThrow(expect.objectContaining({ path }))
  })

  test('a length that the model has not is the next longer one', () => {
    expect(veo({ instances: [{ prompt: 'a' }], parameters: { durationSeconds: 5 } }, '3.0')).toMatchObject({
      request: { duration: 6 },
      notices: ['video/duration-raised /parameters/durationSeconds'],
    })
  })
})

test('any body at all is read or refused at a field', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(...all), (text, tier) => {
      const { context } = createTestContext()
      const body: unknown = JSON.parse(text)
      for (const read of [
        () => decodeOpenaiVideo(body, videoTiers[tier], context),
        () => decodeVeoVideo(body, 'm', videoTiers[tier], context),
        () => decodeVeoVideo({ instances: [body], parameters: body }, 'm', videoTiers[tier], context),
      ])
        try {
          read()
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidVideoRequestError)
        }
    }),
  )
})

const task: VideoTask = { id: 'task_1', family: 'vf-1', model: 'a/b', upstreamModel: 'u', state: 'running', progress: 40, createdAt: 5 }

test("a task in OpenAI's words", () => {
  expect(encodeOpenaiVideo({ ...task, asked: { duration: 4, size: { width: 720, height: 1280 } } })).toEqual({
    id: 'task_1',
    object: 'video',
    model: 'a/b',
    status: 'in_progress',
    progress: 40,
    created_at: 5,
    completed_at: null,
    expires_at: null,
    prompt: null,
    seconds: '4',
    size: '720x1280',
    remixed_from_video_id: null,
    error: null,
  })
  const failure = { code: 'policy', message: 'no', retryable: false } as const
  expect(encodeOpenaiVideo({ ...task, state: 'failed', failure })).toMatchObject({
    status: 'failed',
    progress: 0,
    error: { code: 'moderation_blocked', message: 'no' },
  })
})

test("a task in Google's words, of both services", () => {
  const name = 'models/a-b/operations/task_1'
  expect(encodeOperation(task, [], true)).toEqual({ name, done: false, metadata: { progressPercent: 40 } })
  const done: VideoTask = { ...task, state: 'succeeded' }
  expect(encodeOperation(done, [{ uri: 'https://h/v', bytes: 'AAAA' }], true)).toMatchObject({
    done: true,
    response: { videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] },
  })
  expect(encodeOperation(done, [{ uri: 'https://h/v' }], false)).toMatchObject({
    done: true,
    response: { generateVideoResponse: { generatedSamples: [{ video: { uri: 'https://h/v' } }] } },
  })
  expect(encodeOperation({ ...task, state: 'expired' }, [], false)).toMatchObject({ name, done: true, error: { code: 4 } })
})
