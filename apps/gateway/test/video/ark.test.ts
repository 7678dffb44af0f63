import { beforeEach, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type SeenRequest } from '../start-upstream.ts'
import { answerWith, saidBy } from '../images/scripted.ts'
import { waitFor } from '../wait-for.ts'
import { queryVideo, submitVideo } from './ask-video.ts'

const upstream = await startUpstream()
const model = 'doubao-seedance-2-0-260128'
const { url } = await startGateway({
  channels: [
    {
      name: 'ark',
      format: 'ark-video',
      baseUrl: `${upstream.url}/api/v3`,
      apiKey: 'key-of-ark',
      models: [model],
      circuitBreaker: false,
      poll: { initial: 0.05, interval: 0.05 },
    },
  ],
})

const request = { model, prompt: 'A cat', metadata: { content: [{ type: 'text', text: 'A cat' }], duration: 5, ratio: '16:9' } }
const succeeded = {
  id: 'cgt-1',
  model,
  status: 'succeeded',
  content: { video_url: 'https://example.com/v.mp4?sig' },
  usage: { completion_tokens: 108_900, total_tokens: 108_900 },
  created_at: 1,
  updated_at: 2,
  seed: 7,
  resolution: '720p',
  ratio: '16:9',
  duration: 5,
  generate_audio: true,
}

let submitted = answerWith({ id: 'cgt-1' })
let states: readonly unknown[] = []
let polls = 0
const submits = (): readonly SeenRequest[] => upstream.seen.filter(({ body }) => body.length > 0)

upstream.answer = (response, seen) => {
  if (seen.body.length > 0) return submitted(response)
  const state = states[Math.min(polls++, states.length - 1)]
  answerWith(typeof state === 'string' ? { id: 'cgt-1', status: state } : state)(response)
}

beforeEach(() => {
  upstream.seen.length = 0
  polls = 0
  submitted = answerWith({ id: 'cgt-1' })
})

test('a request is submitted once, and its task told in the wrapped shape from the first word to the last', async () => {
  let done = false
  states = [{ id: 'cgt-1', status: 'queued' }]
  const { status, body } = await submitVideo(url, request)
  expect([status, body]).toEqual([
    200,
    { id: body.id, task_id: body.id, object: 'video', model, status: 'queued', progress: 0, created_at: expect.any(Number) },
  ])
  expect(body.id).toMatch(/^task_[A-Za-z0-9]{32}$/)
  expect(submits()).toHaveLength(1)
  expect(submits()[0]).toMatchObject({ url: '/api/v3/contents/generations/tasks', headers: { authorization: 'Bearer key-of-ark' } })
  expect(saidBy(submits()[0] as SeenRequest)).toMatchObject({
    model,
    content: [{ type: 'text', text: 'A cat' }],
    duration: 5,
    ratio: '16:9',
    watermark: false,
  })
  await waitFor(async () => (await queryVideo(url, body.id)).body.data.status === 'QUEUED')
  const waiting = await queryVideo(url, body.id)
  expect([waiting.status, waiting.headers.get('retry-after'), waiting.body.url]).toEqual([200, '5', undefined])
  states = [{ id: 'cgt-1', status: 'running' }]
  await waitFor(async () => (await queryVideo(url, body.id)).body.data.status === 'IN_PROGRESS')
  states = [succeeded]
  await waitFor(async () => {
    done = (await queryVideo(url, body.id)).body.data.status === 'SUCCESS'
    return done
  })
  const end = await queryVideo(url, body.id)
  const video = 'https://example.com/v.mp4?sig'
  expect([end.status, end.headers.get('retry-after')]).toEqual([200, null])
  expect(end.body).toMatchObject({
    code: 'success',
    message: '',
    url: video,
    data: {
      task_id: body.id,
      status: 'SUCCESS',
      progress: '100%',
      fail_reason: '',
      result_url: video,
      properties: { upstream_model_name: model, origin_model_name: model },
      data: {
        id: 'cgt-1',
        status: 'succeeded',
        content: { video_url: video },
        duration: 5,
        ratio: '16:9',
        resolution: '720p',
        generate_audio: true,
      },
    },
  })
  const asked = upstream.seen.length
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([upstream.seen.length, submits().length]).toEqual([asked, 1])
})

test('a task that fails says why, as a good answer', async () => {
  states = [{ id: 'cgt-1', status: 'failed', error: { code: 'OutputVideoSensitiveContentDetected', message: 'Not this.' } }]
  const { body } = await submitVideo(url, request)
  await waitFor(async () => (await queryVideo(url, body.id)).body.data.status === 'FAILED')
  expect((await queryVideo(url, body.id)).body).toMatchObject({
    code: 'success',
    data: {
      status: 'FAILED',
      fail_reason: 'Not this.',
      result_url: '',
      data: { status: 'failed', error: { code: '400', message: 'Not this.' } },
    },
  })
})

test('what is refused is an error that names the field, at the top as well', async () => {
  submitted = answerWith({ error: { code: 'InputTextSensitiveContentDetected', message: 'No.' } }, 400)
  const refused = await submitVideo(url, request)
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'content_policy_violation', error: { code: 'content_policy_violation' } },
  ])
  expect((await submitVideo(url, { ...request, metadata: { ...request.metadata, duration: 99 } })).body).toMatchObject({
    code: 'unsupported_value',
    error: { param: 'metadata.duration', code: 'unsupported_value' },
  })
  expect(await queryVideo(url, 'task_x')).toMatchObject({ status: 404, body: { code: 'task_not_exist' } })
  expect(submits()).toHaveLength(1)
})
