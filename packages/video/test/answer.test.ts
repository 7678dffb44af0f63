import { describe, expect, test } from 'vitest'
import { encodeSubmitted, encodeTask, encodeDownload, type VideoTask } from '../src/index.ts'

const states = ['created', 'submitted', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const

const task: VideoTask = {
  id: 'task_1',
  family: 'vf-3',
  model: 'asked-for',
  upstreamModel: 'known-as',
  operation: 'cgt-1',
  state: 'succeeded',
  createdAt: 1_790_000_000,
  settledAt: 1_790_000_060,
  urls: ['https://h/v.mp4'],
  facts: { duration: 5, ratio: '16:9', resolution: '720p', audio: true },
}

const failure = { code: 'policy', message: 'It shows too much.', retryable: false } as const

describe('what whoever submits a request gets', () => {
  test('has the fields of the interface', () => {
    expect(encodeSubmitted({ ...task, state: 'submitted' })).toEqual({
      id: 'task_1',
      task_id: 'task_1',
      object: 'video',
      model: 'asked-for',
      status: 'queued',
      progress: 0,
      created_at: 1_790_000_000,
    })
  })
})

describe('the wrapped shape', () => {
  test('of a finished task has each field of the interface, and a link at its top', () => {
    expect(encodeTask(task)).toEqual({
      code: 'success',
      message: '',
      url: 'https://h/v.mp4',
      data: {
        task_id: 'task_1',
        status: 'SUCCESS',
        progress: '100%',
        fail_reason: '',
        result_url: 'https://h/v.mp4',
        created_at: 1_790_000_000,
        submit_time: 1_790_000_000,
        finish_time: 1_790_000_060,
        properties: { upstream_model_name: 'known-as', origin_model_name: 'asked-for' },
        data: {
          id: 'cgt-1',
          status: 'succeeded',
          content: { video_url: 'https://h/v.mp4' },
          duration: 5,
          ratio: '16:9',
          resolution: '720p',
          generate_audio: true,
        },
      },
    })
  })

  test.each([
    ['created', 'NOT_START', '0%', 'queued'],
    ['submitted', 'QUEUED', '0%', 'queued'],
    ['queued', 'QUEUED', '10%', 'queued'],
    ['running', 'IN_PROGRESS', '50%', 'running'],
    ['failed', 'FAILED', '100%', 'failed'],
    ['cancelled', 'FAILED', '100%', 'cancelled'],
    ['expired', 'EXPIRED', '100%', 'expired'],
  ] as const)('of a task that is %s says so, and has an object of data all the same', (state, status, progress, inner) => {
    const shape = encodeTask({ ...task, state, ...(state === 'failed' && { failure }) })
    expect(shape).toMatchObject({ code: 'success', data: { status, progress, result_url: '', data: { status: inner } } })
    expect(shape).not.toHaveProperty('url')
    expect(shape).not.toHaveProperty('data.data.content')
    if (state === 'failed') expect(shape).toMatchObject({ data: { fail_reason: 'It shows too much.' } })
  })

  test('never tells a progress of 100 before the end, nor one of less than the start', () => {
    for (const progress of [0, 3, 42, 100])
      expect(encodeTask({ ...task, state: 'running', progress })).toMatchObject({
        data: { progress: `${Math.min(99, Math.max(11, progress))}%` },
      })
  })
})

describe('the flat shape', () => {
  test('of the first family has no address', () => {
    expect(encodeTask({ ...task, family: 'vf-1' })).toEqual({ task_id: 'task_1', status: 'succeeded', format: 'mp4' })
  })

  test('of the second family has one, and all where there are several', () => {
    expect(encodeTask({ ...task, family: 'vf-2' })).toEqual({
      task_id: 'task_1',
      status: 'succeeded',
      format: 'mp4',
      url: 'https://h/v.mp4',
    })
    expect(encodeTask({ ...task, family: 'vf-2', urls: ['https://h/1.mp4', 'https://h/2.mp4'] })).toMatchObject({
      url: 'https://h/1.mp4',
      urls: ['https://h/1.mp4', 'https://h/2.mp4'],
    })
  })

  test.each([
    ['failed', 400],
    ['cancelled', 499],
    ['expired', 504],
  ] as const)('of a task that is %s has a number and words', (state, code) => {
    const shape = encodeTask({ ...task, family: 'vf-2', state, failure })
    expect(shape).toEqual({ task_id: 'task_1', status: 'failed', format: 'mp4', error: { code, message: 'It shows too much.' } })
  })

  test('has no word that the interface does not list', () => {
    for (const state of states)
      for (const family of ['vf-1', 'vf-2'] as const)
        expect(['queued', 'in_progress', 'succeeded', 'failed']).toContain(encodeTask({ ...task, family, state })['status'])
  })
})

test('the download in pieces is the document of the interface', () => {
  const bytes = Buffer.from('a video of some bytes')
  const { head, middle, tail } = encodeDownload('task_1', bytes.length)
  const base64 = bytes.toString('base64')
  expect(JSON.parse(head + base64 + middle + base64 + tail)).toEqual({
    success: true,
    generation_id: 'task_1',
    task_id: 'task_1',
    format: 'mp4',
    size: bytes.length,
    base64,
    data_url: `data:video/mp4;base64,${base64}`,
  })
})
