import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import type { SeenRequest } from '../start-upstream.ts'
import { answerWell, failLast, numbered, sendJson, startEmbedUpstream, textsOf, type EmbedUpstream } from './start-embed-upstream.ts'

let first: EmbedUpstream
let second: EmbedUpstream
let gateway: RunningGateway
beforeAll(async () => {
  first = await startEmbedUpstream()
  second = await startEmbedUpstream()
  const channel = (name: string, { url }: EmbedUpstream, models: string[]) =>
    ({ name, format: 'gemini-embeddings', baseUrl: url, models, circuitBreaker: false }) as const
  gateway = await startGateway({
    channels: [
      channel('first', first, ['m', 'alone']),
      { ...channel('hurried', first, ['hurried', 'hurried-alone']), timeouts: { firstByte: 0.5, idle: 0.5 } },
      channel('second', second, ['m', 'hurried']),
    ],
    retry: { backoff: 0.001, maxRetryAfter: 1, attempts: 4 },
  })
})
beforeEach(() => {
  first.seen.length = 0
  second.seen.length = 0
  first.answer = answerWell
  second.answer = answerWell
})

const embed = (model: string, count: number): ReturnType<typeof post> =>
  post(`${gateway.url}/v1/embeddings`, { model, input: numbered(count) })

function valuesOf(answer: { json: () => unknown }): readonly (number | undefined)[] {
  const { data } = answer.json() as { data: { embedding: number[] }[] } // OpenAI's shape
  return data.map(({ embedding }) => embedding[0])
}

type Answer = (response: ServerResponse, seen: SeenRequest) => void

const well = { embeddings: [{ values: [1, 2] }], usageMetadata: { promptTokenCount: 1 } }

/** Behaviours of the first channel, with the client's status where there is no other channel; `silent` ones end by a timeout. */
const failings: Readonly<Record<string, { readonly answer: Answer; readonly status: number; readonly silent?: true }>> = {
  'fails with 500': {
    answer: (response) => sendJson(response, { error: { code: 500, message: 'x', status: 'INTERNAL' } }, 500),
    status: 500,
  },
  'fails with 503 and no word': { answer: (response) => void response.writeHead(503).end(), status: 503 },
  'limits the rate': {
    answer: (response) => sendJson(response, { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }, 429),
    status: 429,
  },
  'refuses the credentials': {
    answer: (response) => sendJson(response, { error: { code: 401, message: 'x', status: 'UNAUTHENTICATED' } }, 401),
    status: 400,
  },
  'refuses the rights': {
    answer: (response) => sendJson(response, { error: { code: 403, message: 'x', status: 'PERMISSION_DENIED' } }, 403),
    status: 400,
  },
  'does not know the model': {
    answer: (response) => sendJson(response, { error: { code: 404, message: 'x', status: 'NOT_FOUND' } }, 404),
    status: 404,
  },
  'breaks the connection': { answer: (response) => void response.destroy(), status: 502 },
  'breaks in the middle of its answer': {
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"embeddings":[')
      setTimeout(() => response.destroy(), 10)
    },
    status: 502,
  },
  'says nothing': { answer: () => {}, status: 504, silent: true },
  'falls silent': {
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"embeddings":['),
    status: 504,
    silent: true,
  },
  'sends no JSON': {
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"embeddings":[{'),
    status: 502,
  },
  'sends a page': { answer: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), status: 502 },
  'sends nothing': { answer: (response) => void response.writeHead(200).end(), status: 502 },
  'says 200 and an error': {
    answer: (response) => sendJson(response, { error: { code: 500, message: 'x', status: 'INTERNAL' } }),
    status: 502,
  },
  'sends fewer vectors than there are texts': { answer: (response) => sendJson(response, well), status: 502 },
  'sends more vectors than there are texts': {
    answer: (response) => sendJson(response, { ...well, embeddings: Array.from({ length: 3 }, () => ({ values: [1] })) }),
    status: 502,
  },
  'sends no vectors': { answer: (response) => sendJson(response, { usageMetadata: {} }), status: 502 },
  'sends vectors that are none': {
    answer: (response) => sendJson(response, { embeddings: [{ values: ['a'] }, { values: [null] }] }),
    status: 502,
  },
  'sends vectors of nothing': { answer: (response) => sendJson(response, { embeddings: [{}, {}] }), status: 502 },
}

describe.each(Object.entries(failings))('an upstream that %s', (_title, { answer, status, silent }) => {
  const [both, alone] = silent ? ['hurried', 'hurried-alone'] : ['m', 'alone']

  test('is followed by the next', async () => {
    first.answer = answer
    const got = await embed(both, 2)
    expect(got.status).toBe(200)
    expect(valuesOf(got)).toEqual([0, 1])
    expect([first.seen.length, second.seen.length]).toEqual([1, 1])
  })

  test(`is a ${status} where there is no other, in the client's dialect`, async () => {
    first.answer = answer
    const openai = await embed(alone, 2)
    expect(openai.status).toBe(status)
    expect(openai.json()).toMatchObject({ error: { message: expect.any(String) as unknown, type: expect.any(String) as unknown } })
    const requests = numbered(2).map((text) => ({ content: { parts: [{ text }] } }))
    const native = await post(`${gateway.url}/v1/models/${alone}:batchEmbedContents`, { requests })
    expect(native.status).toBe(status)
    expect(native.json()).toMatchObject({
      error: { code: status, message: expect.any(String) as unknown, status: expect.any(String) as unknown },
    })
  })
})

test('a request that is wrong is wrong everywhere', async () => {
  first.answer = (response) => sendJson(response, { error: { code: 400, message: 'too long', status: 'INVALID_ARGUMENT' } }, 400)
  const got = await embed('m', 2)
  expect([got.status, second.seen.length]).toEqual([400, 0])
})

test('all of it goes to the next where a single call of many fails', async () => {
  first.answer = (response, seen) => (textsOf(seen).includes('text 450') ? sendJson(response, {}, 500) : answerWell(response, seen))
  const got = await embed('m', 730)
  expect(valuesOf(got)).toEqual([...numbered(730).keys()])
  expect(second.calls().flat()).toHaveLength(730)
})

test('only what was not answered is asked again of an upstream that was in a hurry', async () => {
  let refused = 0
  first.answer = failLast(
    7,
    (seen) => textsOf(seen).includes('text 620') && refused++ === 0,
    (response) => sendJson(response, { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }, 429),
  )
  const got = await embed('alone', 730)
  expect(valuesOf(got)).toEqual([...numbered(730).keys()])
  // Eight calls, and the refused one once more.
  expect(first.seen).toHaveLength(9)
})

test('many calls are one attempt: they leave others to be tried', async () => {
  first.answer = (response, seen) => (textsOf(seen).includes('text 2047') ? sendJson(response, {}, 500) : answerWell(response, seen))
  const got = await embed('m', 2048)
  expect(got.status).toBe(200)
  expect(valuesOf(got)).toEqual([...numbered(2048).keys()])
})

test('upstreams of different dialects stand in for each other', async () => {
  const { url } = await startGateway({
    demo: true,
    channels: [{ name: 'broken', format: 'openai-embeddings', baseUrl: first.url, models: ['other'], circuitBreaker: false }],
    routes: [{ match: 'any-embedding', to: 'other', fallbacks: ['demo-embed-content', 'demo-embeddings'] }],
  })
  first.answer = (response) => sendJson(response, { error: { message: 'x' } }, 500)
  const got = await post(`${url}/v1/embeddings`, { model: 'any-embedding', input: ['a', 'b'], dimensions: 4 })
  expect(got.status).toBe(200)
  expect(valuesOf(got)).toHaveLength(2)
})

test('an upstream that was left alone gets one call first, and the others of the request once that has gone well', async () => {
  const { url } = await startGateway({
    channels: [
      {
        name: 'c',
        format: 'gemini-embeddings',
        baseUrl: first.url,
        models: ['m'],
        circuitBreaker: { failures: 1, window: 60, cooldown: 0.05 },
      },
    ],
    retry: { attempts: 1 },
  })
  const ask = (): ReturnType<typeof post> => post(`${url}/v1/embeddings`, { model: 'm', input: numbered(730) })
  first.answer = (response) => sendJson(response, {}, 500)
  expect((await ask()).status).toBe(500)
  await new Promise((done) => setTimeout(done, 80))
  first.answer = answerWell
  const got = await ask()
  expect(got.status).toBe(200)
  expect(valuesOf(got)).toEqual([...numbered(730).keys()])
})

describe('an upstream that names the field that it objects to', () => {
  const violation = (field: string): object => ({
    error: {
      code: 400,
      message: 'wrong',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description: 'wrong' }] }],
    },
  })

  test('names it to the client where the client said it, in a list that was split as well', async () => {
    first.answer = (response, seen) => {
      if (textsOf(seen).includes('text 149')) sendJson(response, violation('requests[49].content'), 400)
    }
    const got = await embed('alone', 150)
    expect([got.status, got.json()]).toMatchObject([400, { error: { param: 'input[149]' } }])
    first.answer = (response) => sendJson(response, violation('model'), 400)
    const other = await embed('alone', 1)
    expect([other.status, other.json()]).toMatchObject([400, { error: { param: null } }])
  })

  test('and to a client that asked for one by a batch of one', async () => {
    first.answer = (response) => sendJson(response, violation('requests[0].content.parts'), 400)
    const got = await post(`${gateway.url}/v1/models/alone:embedContent`, { content: { parts: [{ text: 'x' }] } })
    expect(got.text).toContain('"field":"content.parts"')
    first.answer = (response) => sendJson(response, violation('requests[0].task_type'), 400)
    const task = await post(`${gateway.url}/v1/models/alone:embedContent`, { content: { parts: [{ text: 'x' }] }, taskType: 'CLUSTERING' })
    expect(task.text).toContain('"field":"taskType"')
    first.answer = (response) => sendJson(response, violation('requests[0].content.parts'), 400)
    const batch = await post(`${gateway.url}/v1/models/alone:batchEmbedContents`, { requests: [{ content: { parts: [{ text: 'x' }] } }] })
    expect(batch.text).toContain('"field":"requests[0].content.parts"')
  })
})
