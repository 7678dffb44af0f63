import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import {
  arkVideo,
  azureVideoJobs,
  gatewayVideo,
  geminiVeo,
  openaiVideos,
  videoTiers,
  vertexVeo,
  type TierId,
  type VideoUpstream,
} from '../src/index.ts'
import { createTestContext } from '@interlingua/testkit'
import { send as sendBody } from './send.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = `data:image/png;base64,${png}`

/** The calls of a request, with the notices. */
function send(upstream: VideoUpstream, tier: TierId, body: JsonObject, dialect?: JsonObject) {
  const { calls, notices } = sendBody(upstream, tier, { model: 'm', prompt: 'a red kite', ...body }, dialect)
  return { calls, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

function bodyOf(upstream: VideoUpstream, tier: TierId, body: JsonObject, dialect?: JsonObject): JsonObject {
  const [call] = send(upstream, tier, body, dialect).calls
  if (call === undefined) throw new Error('no call')
  return call.body
}

const { context } = createTestContext()
const poll = (upstream: VideoUpstream, body: unknown) => upstream.decodePoll({ status: 200, headers: {}, body }, context)

describe('openai-videos', () => {
  test('says seconds as text, and a size for a resolution and a ratio', () => {
    const { calls } = send(openaiVideos, 'fixed', { duration: 10, resolution: '1080p', aspect_ratio: '9:16' })
    expect(calls).toEqual([
      {
        path: '/v1/videos',
        query: {},
        headers: { 'content-type': 'application/json' },
        body: { model: 'm', prompt: 'a red kite', seconds: '10', size: '1080x1920' },
      },
    ])
  })

  test('sends a reference image in JSON, or as a file where the channel says so', () => {
    expect(bodyOf(openaiVideos, 'fixed', { input_reference: image })['input_reference']).toEqual({ image_url: image })
    const [call] = send(openaiVideos, 'fixed', { input_reference: image }, { reference: 'multipart' }).calls
    expect(call?.headers).toEqual({ 'content-type': 'multipart/form-data' })
    expect(call?.body['input_reference']).toEqual({ filename: 'reference.png', mime: 'image/png', base64: png })
  })

  test('goes on from an earlier video where the upstream has it', () => {
    const [call] = send(openaiVideos, 'fixed', { remix_from_video_id: 'video_9' }).calls
    expect(call).toMatchObject({ path: '/v1/videos/edits', body: { video: { id: 'video_9' } } })
    expect(send(openaiVideos, 'fixed', { remix_from_video_id: 'video_9' }, { remix: 'remix' }).calls[0]?.path).toBe(
      '/v1/videos/video_9/remix',
    )
  })

  test('asks for the next longer video where the channel snaps, and says so', () => {
    const { calls, notices } = send(openaiVideos, 'fixed', { seconds: '15' }, { durationSnap: 'up' })
    expect(calls[0]?.body['seconds']).toBe('16')
    expect(notices).toEqual(['video/duration-raised /seconds'])
  })

  test('refuses a size that the channel does not have, at the field that said it', () => {
    expect(() => send(openaiVideos, 'fixed', { size: '480x480' }, { sizes: ['1280x720'] })).toThrow(
      expect.objectContaining({ path: '/size' }),
    )
    expect(() => send(openaiVideos, 'fixed', { resolution: '480p' }, { sizes: ['1280x720'] })).toThrow(
      expect.objectContaining({ code: 'wire' }),
    )
  })

  test('reads a video object and where its file is', () => {
    const wire = {
      id: 'video_1',
      object: 'video',
      status: 'in_progress',
      progress: 33,
      created_at: 1,
      seconds: '8',
      size: '1280x720',
      error: null,
    }
    expect(poll(openaiVideos, wire)).toEqual({ state: 'running', progress: 33, facts: { duration: 8, size: '1280x720', createdAt: 1 } })
    expect(poll(openaiVideos, { ...wire, status: 'completed', expires_at: 99 })).toMatchObject({
      state: 'succeeded',
      videos: [{ type: 'path', path: '/v1/videos/video_1/content' }],
      facts: { expiresAt: 99 },
    })
    expect(poll(openaiVideos, { ...wire, status: 'failed', error: { code: 'moderation_blocked', message: 'no' } })).toMatchObject({
      state: 'failed',
      failure: { code: 'policy', message: 'no' },
    })
  })
})

describe('azure-video-jobs', () => {
  test('says width, height and seconds as numbers', () => {
    expect(bodyOf(azureVideoJobs, 'fixed', { duration: 5, resolution: '720p', aspect_ratio: '1:1' })).toEqual({
      model: 'm',
      prompt: 'a red kite',
      width: 720,
      height: 720,
      n_seconds: 5,
    })
  })

  test('sends an image as a file with its place in the video', () => {
    const [call] = send(azureVideoJobs, 'fixed', { image }).calls
    expect(call).toMatchObject({ path: '/v1/video/generations/jobs', headers: { 'content-type': 'multipart/form-data' } })
    expect(call?.body).toMatchObject({
      n_seconds: '5',
      width: '1280',
      files: [{ filename: 'image-0.png', mime: 'image/png', base64: png }],
    })
    expect(JSON.parse(String(call?.body['inpaint_items']))).toEqual([{ frame_index: 0, type: 'image', file_name: 'image-0.png' }])
  })

  test('downloads by the id of the generation, not of the job', () => {
    const job = {
      id: 'task_1',
      status: 'succeeded',
      generations: [{ id: 'gen_1', job_id: 'task_1', width: 480, height: 854, n_seconds: 5 }],
      expires_at: 4_000_000_000,
    }
    expect(poll(azureVideoJobs, job)).toEqual({
      state: 'succeeded',
      videos: [{ type: 'path', path: '/v1/video/generations/gen_1/content/video', mime: 'video/mp4' }],
      facts: { size: '480x854', duration: 5, expiresAt: 4_000_000_000 },
    })
  })

  test('a job that succeeded without a generation has failed', () => {
    expect(poll(azureVideoJobs, { id: 'task_1', status: 'succeeded', generations: [] })).toMatchObject({
      state: 'failed',
      failure: { code: 'policy' },
    })
    expect(poll(azureVideoJobs, { id: 'task_1', status: 'failed', failure_reason: 'input_moderation' })).toMatchObject({
      failure: { code: 'policy' },
    })
  })
})

describe('Veo', () => {
  test('on Vertex gets every option, the sound said in any case', () => {
    expect(
      bodyOf(vertexVeo, '3.1', {
        durationSeconds: 8,
        aspectRatio: '9:16',
        resolution: '1080p',
        sampleCount: 4,
        personGeneration: 'allow_all',
        seed: 0,
        image,
        lastFrame: image,
      }),
    ).toEqual({
      instances: [
        {
          prompt: 'a red kite',
          image: { bytesBase64Encoded: png, mimeType: 'image/png' },
          lastFrame: { bytesBase64Encoded: png, mimeType: 'image/png' },
        },
      ],
      parameters: {
        sampleCount: 4,
        durationSeconds: 8,
        aspectRatio: '9:16',
        resolution: '1080p',
        personGeneration: 'allow_all',
        generateAudio: false,
        seed: 0,
      },
    })
  })

  test('on the developer API makes one video an operation, with what it does not know told', () => {
    const { calls, notices } = send(geminiVeo, '3.1', { sampleCount: 3, seed: 7, generateAudio: false })
    expect(calls.map(({ body }) => body['parameters'])).toEqual([{ sampleCount: 1 }, { sampleCount: 1 }, { sampleCount: 1 }])
    expect(notices).toEqual(expect.arrayContaining(['video/seed /seed', 'video/always-audio /generateAudio']))
  })

  test('on the developer API is silent about sound that nobody spoke of, or that is there as asked', () => {
    expect(send(geminiVeo, '3.1', {}).notices).toEqual([])
    expect(send(geminiVeo, '3.1', { generateAudio: true }).notices).toEqual([])
    expect(send(vertexVeo, '3.1-fast', { generateAudio: false }).notices).toEqual(['video/always-audio /generateAudio'])
    expect(bodyOf(vertexVeo, '3.1-fast', {})['parameters']).toEqual({ sampleCount: 1, generateAudio: true })
  })

  test('says that a mark cannot be chosen only where one is asked for', () => {
    expect(send(vertexVeo, '3.1', { addWatermark: true }).notices).toEqual(['video/watermark /addWatermark'])
    expect(send(vertexVeo, '3.1', { addWatermark: false }).notices).toEqual([])
  })

  test('is asked after by its name, or by a call of its own', () => {
    expect(geminiVeo.poll('models/m/operations/o')).toEqual({ method: 'GET', path: '/v1beta/models/m/operations/o' })
    expect(vertexVeo.poll('projects/p/operations/o', 'm')).toEqual({
      method: 'POST',
      path: '/v1beta/models/m:fetchPredictOperation',
      body: { operationName: 'projects/p/operations/o' },
    })
  })

  test.each<[string, JsonObject, object]>([
    ['runs while it is not done', { name: 'o' }, { state: 'running' }],
    [
      'gives an address to the key alone',
      {
        name: 'o',
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri: 'https://g/v1beta/files/a:download?alt=media' } }] } },
      },
      { state: 'succeeded', videos: [{ type: 'url', keyed: true }] },
    ],
    [
      'has failed where everything was filtered',
      {
        name: 'o',
        done: true,
        response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It shows a person.'] } },
      },
      { state: 'failed', failure: { code: 'policy', message: 'It shows a person.' } },
    ],
    ['has failed where it ends with nothing', { name: 'o', done: true, response: {} }, { state: 'failed', failure: { code: 'policy' } }],
    [
      'has failed by a number of google.rpc',
      { name: 'o', done: true, error: { code: 8, message: 'slow' } },
      { state: 'failed', failure: { code: 'rate-limit' } },
    ],
    [
      'was cancelled',
      { name: 'o', done: true, error: { code: 1, message: 'gone' } },
      { state: 'cancelled', failure: { code: 'cancelled' } },
    ],
    ['was wrong', { name: 'o', done: true, error: { code: 3, message: 'no' } }, { state: 'failed', failure: { code: 'invalid-request' } }],
  ])('%s', (_name, wire, state) => {
    expect(poll(geminiVeo, wire)).toMatchObject(state)
  })

  test('on Vertex gives bytes or an object of a bucket', () => {
    const wire = {
      name: 'o',
      done: true,
      response: { videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }, { gcsUri: 'gs://b/v.mp4' }] },
    }
    expect(poll(vertexVeo, wire)).toEqual({
      state: 'succeeded',
      videos: [
        { type: 'inline', base64: 'AAAA', mime: 'video/mp4' },
        { type: 'url', url: 'gs://b/v.mp4', mime: 'video/mp4' },
      ],
    })
  })
})

describe('ark-video', () => {
  const request = (metadata: JsonObject, more: readonly JsonObject[] = []): JsonObject => ({
    metadata: { content: [{ type: 'text', text: 'a red kite' }, ...more], ...metadata },
  })

  test('gets what stands in metadata at its top, false and -1 included', () => {
    expect(bodyOf(arkVideo, '2.0', request({ duration: -1, resolution: '4k', ratio: '21:9', generate_audio: false, seed: -1 }))).toEqual({
      model: 'm',
      content: [{ type: 'text', text: 'a red kite' }],
      resolution: '4k',
      ratio: '21:9',
      duration: -1,
      seed: -1,
      generate_audio: false,
      watermark: false,
    })
  })

  test('gets its inputs with their roles, the prompt first', () => {
    const first = { type: 'image_url', image_url: { url: image } }
    const last = { type: 'image_url', image_url: { url: 'https://example.com/b.png' }, role: 'last_frame' }
    expect(bodyOf(arkVideo, '2.0', request({}, [first, last]))['content']).toEqual([
      { type: 'text', text: 'a red kite' },
      { type: 'image_url', image_url: { url: image }, role: 'first_frame' },
      { type: 'image_url', image_url: { url: 'https://example.com/b.png' }, role: 'last_frame' },
    ])
  })

  test('is called back by nobody and routed by nobody else', () => {
    const { calls, notices } = send(
      arkVideo,
      '2.0',
      request({ callback_url: 'https://evil.example', model: 'dearer', safety_identifier: 'x', mystery: 1 }),
    )
    expect(Object.keys(calls[0]?.body ?? {})).toEqual(['model', 'content', 'watermark'])
    expect(notices.toSorted()).toEqual([
      'video/callback /metadata/callback_url',
      'video/foreign-field /metadata/mystery',
      'video/own-identifier /metadata/safety_identifier',
      'video/routed-model /metadata/model',
    ])
  })

  test('takes assets where the channel has a library of them', () => {
    const asset = { asset: true, ...request({}, [{ type: 'image_url', image_url: { url: 'asset://a1' }, role: 'reference_image' }]) }
    expect(bodyOf(arkVideo, '2.0', asset)).toMatchObject({ content: [{}, { image_url: { url: 'asset://a1' } }] })
    expect(() => send(arkVideo, '2.0', asset, { assets: false })).toThrow(expect.objectContaining({ path: '/asset' }))
  })

  test('reads a task with its facts', () => {
    const wire = {
      id: 'cgt-1',
      model: 'm',
      status: 'succeeded',
      content: { video_url: 'https://h/v.mp4?sig', last_frame_url: 'https://h/l.png' },
      usage: { completion_tokens: 108_900, total_tokens: 108_900 },
      created_at: 1,
      updated_at: 2,
      seed: 1276,
      resolution: '720p',
      ratio: '16:9',
      duration: 5,
      generate_audio: true,
    }
    expect(poll(arkVideo, wire)).toEqual({
      state: 'succeeded',
      videos: [{ type: 'url', url: 'https://h/v.mp4?sig', mime: 'video/mp4' }],
      facts: {
        duration: 5,
        ratio: '16:9',
        resolution: '720p',
        audio: true,
        seed: 1276,
        createdAt: 1,
        updatedAt: 2,
        lastFrameUrl: 'https://h/l.png',
        usage: { completion_tokens: 108_900, total_tokens: 108_900 },
      },
      usage: { input: {}, output: { total: 108_900 }, raw: { completion_tokens: 108_900, total_tokens: 108_900 } },
    })
    const error = { code: 'OutputVideoSensitiveContentDetected', message: 'no' }
    expect(poll(arkVideo, { id: 'cgt-1', status: 'failed', error })).toMatchObject({
      state: 'failed',
      failure: { code: 'policy', message: 'no' },
    })
    expect(poll(arkVideo, { id: 'cgt-1', status: 'expired' })).toMatchObject({ state: 'expired', failure: { code: 'timeout' } })
  })

  test('finds what was submitted in its list', () => {
    const body = { total: 2, items: [{ id: 'cgt-2', model: 'm', created_at: 5 }, { nothing: true }] }
    expect(arkVideo.decodeList({ status: 200, headers: {}, body })).toEqual([{ operation: 'cgt-2', model: 'm', createdAt: 5 }])
  })
})

describe('gateway-video', () => {
  test.each<[TierId, JsonObject, JsonObject]>([
    ['fixed', { seconds: '10', size: '720x720' }, { duration: 10, resolution: '720p', aspect_ratio: '1:1' }],
    ['3.1', { durationSeconds: 8, sampleCount: 2, image }, { durationSeconds: 8, generateAudio: false, sampleCount: 2, image }],
    [
      '2.0',
      { metadata: { content: [{ type: 'text', text: 'a red kite' }], duration: 5 } },
      { metadata: { content: [{ type: 'text', text: 'a red kite' }], duration: 5 } },
    ],
  ])('says a request of %s in the words of its family', (tier, body, said) => {
    const family = { family: videoTiers[tier].family }
    expect(bodyOf(gatewayVideo, tier, body, family)).toEqual({ model: 'm', prompt: 'a red kite', ...said })
  })

  test('reads its own answers, in both shapes', () => {
    const wrapped = {
      code: 'success',
      data: { task_id: 'task_1', status: 'SUCCESS', result_url: 'https://h/v.mp4', data: { duration: 5, ratio: '16:9' } },
    }
    expect(poll(gatewayVideo, wrapped)).toEqual({
      state: 'succeeded',
      facts: { duration: 5, ratio: '16:9' },
      videos: [{ type: 'url', url: 'https://h/v.mp4', mime: 'video/mp4' }],
    })
    expect(poll(gatewayVideo, { task_id: 'task_1', status: 'succeeded', format: 'mp4' })).toMatchObject({
      videos: [{ type: 'path', path: '/v1/video/generations/download?id=task_1', mime: 'application/json' }],
    })
    expect(poll(gatewayVideo, { task_id: 'task_1', status: 'succeeded', url: 'data:video/mp4;base64,AAAA' })).toMatchObject({
      videos: [{ type: 'inline', base64: 'AAAA', mime: 'video/mp4' }],
    })
    expect(poll(gatewayVideo, { task_id: 'task_1', status: 'failed', error: { code: 429, message: 'later' } })).toMatchObject({
      state: 'failed',
      failure: { code: 'rate-limit', message: 'later' },
    })
    expect(poll(gatewayVideo, { code: 'success', data: { task_id: 't', status: 'IN_PROGRESS', progress: '42%' } })).toMatchObject({
      progress: 42,
    })
  })

  test.each([{ id: 'task_1' }, { task_id: 'task_1', status: 'pending' }, { task_id: 'task_1', status: 'submitted', format: 'mp4' }])(
    'takes every answer to a submission: %j',
    (body) => {
      expect(gatewayVideo.decodeSubmitted({ status: 200, headers: {}, body })).toBe('task_1')
    },
  )
})
