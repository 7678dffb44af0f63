import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { dashscope, openaiImages, type ImageResponse } from '../../src/index.ts'

const reply = (body: unknown, status = 200): { status: number; headers: Record<string, string>; body: unknown } => ({
  status,
  headers: {},
  body,
})

function decode(body: unknown): { readonly answer: ImageResponse; readonly codes: readonly string[] } {
  const { context, notices } = createTestContext()
  const answer = dashscope.decodeResponse(dashscope.parseResponse(reply(deepFreeze(body)), context), context)
  return { answer, codes: notices.map(({ code, path }) => `${code} ${path}`) }
}

const sync = {
  output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://h/a.png?Expires=1' }] } }] },
  usage: { image_count: 1, width: 1328, height: 1328 },
  request_id: 'r',
}
const many = {
  output: {
    choices: [
      { finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://h/a.png', type: 'image' }] } },
      {
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a fox' },
            { type: 'image', image: 'https://h/b.png' },
          ],
        },
      },
    ],
    finished: true,
  },
  usage: { image_count: 2, input_tokens: 18_790, output_tokens: 2, size: '2985*1405', total_tokens: 18_792 },
  request_id: 'r',
}
const done = {
  request_id: 'r',
  output: {
    task_id: 't',
    task_status: 'SUCCEEDED',
    submit_time: '2026-11-21 10:00:00.000',
    end_time: '2026-11-21 10:00:20.000',
    results: [
      { orig_prompt: 'a fox', actual_prompt: 'a red fox in snow', url: 'https://h/a.png' },
      { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' },
    ],
    task_metrics: { TOTAL: 2, SUCCEEDED: 1, FAILED: 1 },
  },
  usage: { image_count: 1 },
}

describe('an answer of DashScope', () => {
  test('holds images in a message, whose size stands with the usage', () => {
    expect(decode(sync)).toEqual({
      answer: {
        items: [{ type: 'image', source: { type: 'url', url: 'https://h/a.png?Expires=1' }, at: '/output/choices/0/message/content/0' }],
        made: { size: '1328x1328' },
        usage: { images: 1, input: {}, output: {}, at: '/usage', raw: sync.usage },
        at: '',
      },
      codes: [],
    })
  })

  test('holds one image a choice, and texts between them, which are reported', () => {
    const { answer, codes } = decode(many)
    expect(answer).toMatchObject({
      items: [{ source: { url: 'https://h/a.png' } }, { source: { url: 'https://h/b.png' } }],
      made: { size: '2985x1405' },
      usage: { images: 2, input: { total: 18_790 }, output: { total: 2 } },
    })
    expect(codes).toEqual(['images/answer-part /output/choices/1/message/content/0'])
  })

  test('holds the results of a task, failed ones in their places, and prompts as they were rewritten', () => {
    expect(decode(done).answer.items).toEqual([
      { type: 'image', source: { type: 'url', url: 'https://h/a.png' }, revisedPrompt: 'a red fox in snow', at: '/output/results/0' },
      { type: 'failed', code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.', at: '/output/results/1' },
    ])
  })

  test('keeps what it does not know, and reports it to a caller of another family', () => {
    const body = {
      ...sync,
      output: { ...sync.output, render: { passes: 2 } },
      usage: { ...sync.usage, gpu: 3 },
      trace: 't',
    }
    const { context, notices } = createTestContext()
    openaiImages.encodeResponse(decode(body).answer, context)
    expect(notices.filter(({ code }) => code === 'images/foreign-field').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/output', '/usage/gpu', '/trace']),
    )
  })

  test.each([
    ['an error with status 200', { code: 'DataInspectionFailed', message: 'no', request_id: 'r' }],
    ['no output', { request_id: 'r' }],
    ['no choice', { output: { choices: [] } }],
    ['a message without an image', { output: { choices: [{ message: { content: [{ text: 'sorry' }] } }] } }],
    ['a choice without a message', { output: { choices: [{ finish_reason: 'stop' }] } }],
    ['an image that is none', { output: { choices: [{ message: { content: [{ image: 'oops' }] } }] } }],
    ['no result', { output: { task_status: 'SUCCEEDED', results: [] } }],
    ['a result that is none', { output: { task_status: 'SUCCEEDED', results: [{}] } }],
    ['a list', []],
    ['HTML', '<html>'],
    ['nothing', null],
  ])('sharp edge 19: %s is no success', (_, body) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ code: 'wire' }))
  })

  test('more images than anybody asked for hit a limit', () => {
    const results = Array.from({ length: 10_001 }, () => ({ url: 'https://h/a.png' }))
    expect(() => decode({ output: { results } })).toThrow(expect.objectContaining({ code: 'limit' }))
  })
})

describe('a task of DashScope', () => {
  const { context } = createTestContext()
  const state = (body: unknown): unknown => dashscope.tasks.decodeTask(reply(deepFreeze(body)), context)

  test('is made where the model is asked by one', () => {
    for (const [model, isTask] of [
      ['qwen-image', false],
      ['demo-dashscope', false],
      ['demo-dashscope-async', true],
      ['wan2.7-image', true],
      ['wanx-v1', true],
      ['wan2.5-i2i-preview', true],
    ] as const)
      expect(dashscope.tasks.isTask({ model }, context)).toBe(isTask)
    expect(dashscope.tasks.isTask({ model: 'wan2.7-image' }, { ...context, dialect: { mode: 'sync' } })).toBe(false)
  })

  test('has an id, by which it is asked after every three seconds', () => {
    expect(dashscope.tasks.decodeSubmitted(reply({ request_id: 'r', output: { task_id: 't/1', task_status: 'PENDING' } }))).toBe('t/1')
    expect(dashscope.tasks.path('t/1')).toBe('/v1/tasks/t%2F1')
    expect(dashscope.tasks.interval).toEqual({ first: 3000, next: 3000 })
    for (const body of [{ output: {} }, { output: { task_id: '' } }, { output: { task_id: 7 } }, { code: 'Throttling' }, null, 'x'])
      expect(() => dashscope.tasks.decodeSubmitted(reply(body))).toThrow(expect.objectContaining({ code: 'wire' }))
  })

  test.each([
    ['PENDING', { state: 'queued' }],
    ['RUNNING', { state: 'running' }],
    ['running', { state: 'running' }],
    ['SUSPENDED', { state: 'running' }],
    ['__proto__', { state: 'running' }],
    ['constructor', { state: 'running' }],
    ['CANCELED', { state: 'cancelled', failure: { code: 'cancelled', message: 'the task was cancelled', retryable: false } }],
    ['UNKNOWN', { state: 'expired', failure: { code: 'not-found', retryable: false } }],
    ['FAILED', { state: 'failed', failure: { code: 'server', message: 'the task failed' } }],
    ['SUCCEEDED', { state: 'failed', failure: { code: 'malformed-upstream' } }],
  ])('%s', (word, expected) => {
    expect(state({ request_id: 'r', output: { task_id: 't', task_status: word } })).toMatchObject(expected)
  })

  test('that succeeded has its answer, also in messages', () => {
    expect(state(done)).toEqual({ state: 'succeeded', response: decode(done).answer })
    expect(state({ ...many, output: { ...many.output, task_id: 't', task_status: 'SUCCEEDED' } })).toMatchObject({
      state: 'succeeded',
      response: { items: [{ source: { url: 'https://h/a.png' } }, { source: { url: 'https://h/b.png' } }] },
    })
  })

  test('that failed says why', () => {
    expect(
      state({ request_id: 'r', output: { task_id: 't', task_status: 'FAILED', code: 'DataInspectionFailed', message: 'no' } }),
    ).toMatchObject({
      state: 'failed',
      failure: { code: 'policy', message: 'no', retryable: false, requestId: 'r' },
    })
  })

  test('that is none is an error', () => {
    for (const body of [{}, { output: {} }, { output: { task_status: 3 } }, { code: 'InvalidApiKey', message: 'm' }, null, '<html>'])
      expect(() => state(body)).toThrow(expect.objectContaining({ code: 'wire' }))
  })
})

describe('a failure of DashScope', () => {
  test.each([
    ['InvalidApiKey', 401, 'authentication'],
    ['Throttling', 429, 'rate-limit'],
    ['Throttling.RateQuota', 429, 'rate-limit'],
    ['Throttling.AllocationQuota', 429, 'rate-limit'],
    ['DataInspectionFailed', 400, 'policy'],
    ['DataInspectionFailed', 200, 'policy'],
    ['data_inspection_failed', 400, 'policy'],
    ['Arrearage', 400, 'billing'],
    ['Model.AccessDenied', 403, 'permission'],
    ['AccessDenied', 403, 'permission'],
    ['ModelNotFound', 404, 'not-found'],
    ['Model.NotExist', 404, 'not-found'],
    ['InvalidParameter', 400, 'invalid-request'],
    ['InvalidParameter', 200, 'invalid-request'],
    ['InternalError', 500, 'server'],
    ['InternalError.Timeout', 500, 'timeout'],
    ['SystemError', 500, 'server'],
  ])('%s with status %d is %s', (word, status, code) => {
    const { context } = createTestContext()
    const body = { code: word, message: 'what it says', request_id: 'r' }
    expect(dashscope.decodeFailure(reply(body, status), context)).toMatchObject({
      code,
      message: 'what it says',
      requestId: 'r',
      raw: { wire: body },
    })
  })

  test.each([
    ['<html>bad gateway</html>', 502, 'server'],
    [undefined, 503, 'overloaded'],
    [{ code: '', message: '' }, 404, 'not-found'],
    [{ error: { code: 'InvalidApiKey', message: 'm' } }, 401, 'authentication'],
    [{ output: { task_status: 'FAILED', code: 'Throttling', message: 'm' } }, 200, 'rate-limit'],
    [{ output: { choices: [] }, request_id: 'r' }, 200, 'malformed-upstream'],
    [{ code: '', message: '', output: {} }, 200, 'malformed-upstream'],
    ['', 200, 'malformed-upstream'],
    [null, 200, 'malformed-upstream'],
  ])('%j with status %d is %s', (body, status, code) => {
    const { context } = createTestContext()
    expect(dashscope.decodeFailure(reply(body, status), context)).toMatchObject({ code })
  })
})
