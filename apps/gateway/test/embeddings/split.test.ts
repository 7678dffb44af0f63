import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { answerWell, failLast, numbered, sendJson, startEmbedUpstream, textsOf, type EmbedUpstream } from './start-embed-upstream.ts'
import { startVectors, type Vectors } from './vectors.ts'

let upstream: EmbedUpstream
let gateway: RunningGateway
let vectorsOf: Vectors
beforeAll(async () => {
  upstream = await startEmbedUpstream()
  vectorsOf = await startVectors()
  gateway = await startGateway({
    demo: true,
    channels: [
      { name: 'g', format: 'gemini-embeddings', baseUrl: upstream.url, models: ['m'], circuitBreaker: false },
      {
        name: 'small',
        format: 'gemini-embeddings',
        baseUrl: upstream.url,
        models: ['small'],
        dialect: { batch: 3 },
        circuitBreaker: false,
      },
      {
        name: 'narrow',
        format: 'gemini-embeddings',
        baseUrl: upstream.url,
        models: ['narrow'],
        concurrency: { limit: 2, queue: 30 },
        circuitBreaker: false,
      },
    ],
    retry: { attempts: 1 },
  })
})
beforeEach(() => {
  upstream.seen.length = 0
  upstream.answer = answerWell
})

const embed = (model: string, input: readonly string[], more: object = {}): ReturnType<typeof post> =>
  post(`${gateway.url}/v1/embeddings`, { model, input, ...more })

interface Embeddings {
  readonly data: readonly { readonly index: number; readonly embedding: readonly number[] }[]
  readonly usage: { readonly prompt_tokens: number }
}

describe('batches that are larger than an upstream takes', () => {
  test.each([
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
    [2048, [...Array.from({ length: 20 }, () => 100), 48]],
  ])('%i texts, in their order', async (count, sizes) => {
    const answer = await embed('m', numbered(count))
    const { data, usage } = answer.json() as Embeddings
    expect(data.map(({ index, embedding }) => [index, embedding[0]])).toEqual(numbered(count).map((_, index) => [index, index]))
    expect(usage.prompt_tokens).toBe(count)
    expect(
      upstream
        .calls()
        .map(({ length }) => length)
        .toSorted((a, b) => b - a),
    ).toEqual(sizes)
  })

  test('whatever the order in which the calls are answered', async () => {
    let place = 0
    upstream.answer = (response, seen) => void setTimeout(() => answerWell(response, seen), 60 - 20 * (place++ % 4))
    const { data } = (await embed('m', numbered(730))).json() as Embeddings
    expect(data.map(({ embedding }) => embedding[0])).toEqual([...numbered(730).keys()])
  })

  test('as many as a profile says', async () => {
    const { data } = (await embed('small', numbered(8))).json() as Embeddings
    expect(data.map(({ embedding }) => embedding[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(
      upstream
        .calls()
        .map(({ length }) => length)
        .toSorted(),
    ).toEqual([2, 3, 3])
  })

  test('at most four calls at once', async () => {
    let running = 0
    let most = 0
    upstream.answer = (response, seen) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        answerWell(response, seen)
      }, 10)
    }
    expect((await embed('m', numbered(2000))).status).toBe(200)
    expect(most).toBe(4)
  })

  test('and fewer where the channel has fewer places', async () => {
    let running = 0
    let most = 0
    upstream.answer = (response, seen) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        answerWell(response, seen)
      }, 10)
    }
    const { data } = (await embed('narrow', numbered(900))).json() as Embeddings
    expect([data.length, most]).toEqual([900, 2])
  })

  test.each(['demo-embeddings', 'demo-embed-content', 'demo-vertex-predict'])(
    'vectors of %s are those of one text at a time',
    async (model) => {
      const texts = numbered(620).map((text) => `${text} of a longer list, which is about ${text.length} things`)
      const { data } = await openaiClient(gateway.url).embeddings.create({ model, input: texts, dimensions: 12, encoding_format: 'float' })
      const picked = [0, 99, 100, 101, 249, 250, 299, 300, 619]
      expect(picked.map((index) => data[index]?.embedding)).toEqual(
        await vectorsOf(
          picked.map((index) => texts[index] ?? ''),
          12,
        ),
      )
      expect(data).toHaveLength(620)
    },
  )

  test('texts that are too long together for one call of Vertex', async () => {
    const texts = numbered(60).map((text) => `${text} ${'word after word '.repeat(150)}`)
    const answer = await embed('demo-vertex-predict', texts, { dimensions: 6 })
    expect(answer.status).toBe(200)
    const { data } = answer.json() as Embeddings
    expect([0, 29, 59].map((index) => data[index]?.embedding)).toEqual(
      await vectorsOf(
        [0, 29, 59].map((index) => texts[index] ?? ''),
        6,
      ),
    )
  })

  test('2048 texts are as many as there may be', async () => {
    const answer = await embed('m', numbered(2049))
    expect([answer.status, answer.json()]).toMatchObject([400, { error: { param: 'input', type: 'invalid_request_error' } }])
    expect(upstream.seen).toHaveLength(0)
  })

  test('what differs between inputs goes to one that says it once for all by calls of its own, in the order of the inputs', async () => {
    const content = (text: string): object => ({ parts: [{ text }] })
    const requests = [4, 8, 8, 4].map((outputDimensionality, index) => ({ content: content(`text ${index}`), outputDimensionality }))
    const answer = await post(`${gateway.url}/v1beta/models/demo-embeddings:batchEmbedContents`, { requests })
    const { embeddings } = answer.json() as { embeddings: { values: number[] }[] } // Google's shape
    const [a, d] = await vectorsOf(['text 0', 'text 3'], 4)
    const [b, c] = await vectorsOf(['text 1', 'text 2'], 8)
    expect(embeddings.map(({ values }) => values)).toEqual([a, b, c, d])
  })
})

test('what answers say beside vectors and cost is in no joined answer, and that is told', async () => {
  upstream.answer = (response, seen) => {
    const embeddings = textsOf(seen).map(() => ({ values: [1] }))
    sendJson(response, { embeddings, usageMetadata: { promptTokenCount: 1 }, served: 'here' })
  }
  const ask = (count: number): ReturnType<typeof post> =>
    post(`${gateway.url}/v1beta/models/small:batchEmbedContents`, {
      requests: numbered(count).map((text) => ({ content: { parts: [{ text }] } })),
    })
  const one = await ask(3)
  expect(one.json()).toMatchObject({ served: 'here' })
  expect(one.headers.get('interlingua-notices')).toBeNull()
  const joined = await ask(4)
  expect(joined.text).not.toContain('served')
  expect(joined.headers.get('interlingua-notices')).toBe('dropped=1; gateway/answers-joined')
})

describe('one call that fails', () => {
  test('fails the request, with its error, and ends the other calls', async () => {
    let failing: ServerResponse | undefined
    upstream.answer = (response, seen) => {
      // The others never end by themselves.
      if (textsOf(seen).includes('text 250')) failing = response
      if (failing && upstream.seen.length === 4)
        sendJson(failing, { error: { code: 400, message: 'too long', status: 'INVALID_ARGUMENT' } }, 400)
    }
    const answer = await embed('m', numbered(1000))
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('too long') as unknown } })
    await waitFor(() => upstream.seen.filter(({ left }) => left).length === 3)
    expect(upstream.seen).toHaveLength(4)
  })

  test('also where it comes last, after all others went well', async () => {
    upstream.answer = failLast(
      3,
      (seen) => textsOf(seen).includes('text 349'),
      (response) => sendJson(response, {}, 500),
    )
    const answer = await embed('m', numbered(350))
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('embedding"')
  })

  test('also where calls wait for a place: those are never made', async () => {
    upstream.answer = (response, seen) => {
      if (textsOf(seen).includes('text 0')) sendJson(response, { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }, 400)
    }
    expect((await embed('narrow', numbered(900))).status).toBe(400)
    await waitFor(() => upstream.seen.every((seen) => seen.left || textsOf(seen).includes('text 0')))
    await new Promise((done) => setTimeout(done, 50))
    expect(upstream.seen.length).toBeLessThanOrEqual(2)
    // The places are free again.
    upstream.answer = answerWell
    expect((await embed('narrow', numbered(900))).status).toBe(200)
  })
})

describe('a client that leaves', () => {
  test('ends all calls', async () => {
    upstream.answer = () => {}
    const leaving = new AbortController()
    const asked = fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', input: numbered(1000) }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await waitFor(() => upstream.seen.length === 4)
    leaving.abort()
    expect(await asked).toBe('AbortError')
    await waitFor(() => upstream.seen.every(({ left }) => left))
    await new Promise((done) => setTimeout(done, 50))
    expect(upstream.seen).toHaveLength(4)
  })

  test('also in the middle, after some were answered', async () => {
    upstream.answer = (response, seen) => {
      if (textsOf(seen).includes('text 0')) answerWell(response, seen)
    }
    const leaving = new AbortController()
    const asked = fetch(`${gateway.url}/v1beta/models/m:batchEmbedContents`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ requests: numbered(100).map((text) => ({ content: { parts: [{ text }] } })) }),
      signal: leaving.signal,
    })
    expect((await asked).status).toBe(200)
    const long = fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', input: numbered(1000) }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await waitFor(() => upstream.seen.length === 6)
    leaving.abort()
    expect(await long).toBe('AbortError')
    await waitFor(() => upstream.seen.filter(({ left }) => left).length === 4)
  })
})
