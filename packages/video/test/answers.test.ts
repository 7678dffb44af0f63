import type { Video, VideoCreateParams, VideoEditParams } from 'openai/resources/videos'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { azureVideoJobs, encodeTask, gatewayVideo, geminiVeo, openaiVideos, vertexVeo, type VideoUpstream } from '../src/index.ts'
import { send } from './send.ts'
import { picture } from './request-fields.ts'

const { context } = createTestContext()
const poll = (upstream: VideoUpstream, body: unknown) => upstream.decodePoll({ status: 200, headers: {}, body }, context)

describe("openai-videos by the official SDK's types", () => {
  test('a video is read field by field', () => {
    const video: Video = {
      id: 'video_1',
      object: 'video',
      model: 'sora-2',
      status: 'completed',
      progress: 100,
      prompt: 'a red kite',
      created_at: 1,
      completed_at: 9,
      expires_at: 3_609,
      seconds: '12',
      size: '1280x720',
      remixed_from_video_id: null,
      error: null,
    }
    expect(poll(openaiVideos, video)).toEqual({
      state: 'succeeded',
      videos: [{ type: 'path', path: '/v1/videos/video_1/content', mime: 'video/mp4' }],
      facts: { duration: 12, size: '1280x720', createdAt: 1, updatedAt: 9, expiresAt: 3_609 },
    })
  })

  test('a request has the fields of the SDK and no other', () => {
    const [call] = send(openaiVideos, 'fixed', { model: 'sora-2', prompt: 'a red kite', seconds: '20', input_reference: picture }).calls
    const params: VideoCreateParams = {
      model: 'sora-2',
      prompt: 'a red kite',
      seconds: '20' as '12', // other servers take more durations than OpenAI did
      size: '1280x720',
      input_reference: { image_url: picture },
    }
    expect(call?.body).toEqual(params)
    const edit: VideoEditParams = { prompt: 'a red kite', video: { id: 'video_9' } }
    expect(send(openaiVideos, 'fixed', { model: 'm', prompt: 'a red kite', video: { id: 'video_9' } }).calls[0]?.body).toEqual(edit)
  })
})

test('a job of Azure that is past its end is gone', () => {
  const job = { id: 'task_1', status: 'succeeded', generations: [{ id: 'gen_1' }] }
  expect(poll(azureVideoJobs, { ...job, expires_at: 1_767_225_500 })).toMatchObject({ state: 'expired', failure: { code: 'timeout' } })
  expect(poll(azureVideoJobs, { ...job, expires_at: 1_767_225_700 })).toMatchObject({ state: 'succeeded' })
  expect(poll(azureVideoJobs, { id: 'task_1', status: 'failed', error: { code: 'content_filter', message: 'no' } })).toMatchObject({
    failure: { code: 'policy', message: 'no' },
  })
})

describe('Veo', () => {
  test('that refuses what a prompt says does so in words', () => {
    const message = "The prompt could not be submitted: it may violate Vertex AI's usage guidelines."
    expect(poll(vertexVeo, { name: 'o', done: true, error: { code: 3, message } })).toMatchObject({
      failure: { code: 'policy', retryable: false },
    })
    expect(poll(vertexVeo, { name: 'o', done: true, error: { code: 13, message: 'Internal error.' } })).toMatchObject({
      failure: { code: 'server', retryable: true },
    })
  })

  test.each([
    [
      { generateVideoResponse: { generatedSamples: [], generatedVideos: [{ video: { uri: 'https://h/v' } }] } },
      { type: 'url', url: 'https://h/v', mime: 'video/mp4', keyed: true },
    ],
    [
      { generateVideoResponse: { generatedSamples: [{ video: { encodedVideo: 'AAAA', encoding: 'video/webm' } }] } },
      { type: 'inline', base64: 'AAAA', mime: 'video/webm' },
    ],
  ])('that answers otherwise is understood: %j', (response, video) => {
    expect(poll(geminiVeo, { name: 'o', done: true, response })).toEqual({ state: 'succeeded', videos: [video] })
  })

  test.each(['models/m/../operations/o', '..', 'a/./b', ''])('is asked after no name that climbs: %j', (name) => {
    expect(() => geminiVeo.decodeSubmitted({ status: 200, headers: {}, body: { name } })).toThrow(
      expect.objectContaining({ code: 'wire', path: '/name' }),
    )
  })
})

describe('another gateway', () => {
  test.each([
    [{ url: '', result_url: 'https://h/v.mp4' }],
    [{ url: ['https://h/v.mp4'] }],
    [{ result_url: '', data: { content: { video_url: 'https://h/v.mp4' } } }],
  ])('says where its video is, one way or another: %j', (said) => {
    expect(poll(gatewayVideo, { data: { task_id: 't', status: 'SUCCESS', ...said } })).toMatchObject({
      videos: [{ type: 'url', url: 'https://h/v.mp4' }],
    })
  })

  test('says what is made, what it cost, and how far it is', () => {
    const data = {
      duration: 5,
      created_at: 1,
      updated_at: 2,
      usage: { completion_tokens: 9, account: 'a' },
      content: { last_frame_url: 'https://h/l.png' },
    }
    expect(
      poll(gatewayVideo, { code: 'success', data: { task_id: 't', status: 'SUCCESS', result_url: 'https://h/v.mp4', data } }),
    ).toMatchObject({
      facts: { duration: 5, createdAt: 1, updatedAt: 2, lastFrameUrl: 'https://h/l.png', usage: { completion_tokens: 9 } },
      usage: { output: { total: 9 }, raw: { completion_tokens: 9 } },
    })
    expect(poll(gatewayVideo, { data: { status: 'IN_PROGRESS', progress: '42.5%' } })).toMatchObject({ progress: 43 })
  })

  test('wraps what it answers to a submission, or not', () => {
    expect(gatewayVideo.decodeSubmitted({ status: 200, headers: {}, body: { code: 'success', data: { task_id: 'task_1' } } })).toBe(
      'task_1',
    )
    expect(() => gatewayVideo.decodeSubmitted({ status: 200, headers: {}, body: { code: 'quota', message: 'no', data: null } })).toThrow(
      expect.objectContaining({ code: 'wire' }),
    )
  })

  test('reads what this one prints, of every state that a client sees', () => {
    for (const family of ['vf-2', 'vf-3'] as const)
      for (const [state, read] of [
        ['created', 'queued'],
        ['queued', 'queued'],
        ['running', 'running'],
        ['succeeded', 'succeeded'],
        ['failed', 'failed'],
      ] as const) {
        const task = { id: 'task_1', family, model: 'm', upstreamModel: 'm', state, createdAt: 1, urls: ['https://h/v.mp4'] }
        expect(poll(gatewayVideo, encodeTask(task)).state).toBe(read)
      }
  })
})
