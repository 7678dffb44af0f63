import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../../tools/recordings.ts'
import { post, type Answer } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

interface Recorded {
  readonly id: string
  readonly path: string
  readonly model: string | null
  readonly request: Readonly<Record<string, unknown>> | null
  readonly status: number
  readonly response: Readonly<Record<string, unknown>>
}

type Format = 'openai-embeddings' | 'gemini-embeddings' | 'vertex-predict'

const root = new URL('../../../../../shared/corpus/', import.meta.url)

function read(folder: string): readonly Recorded[] {
  const names = readdirSync(new URL(`${folder}/`, root)).filter((name) => name.endsWith('.json'))
  return names.map((name) => JSON.parse(readFileSync(new URL(`${folder}/${name}`, root), 'utf8')) as Recorded) // the corpus' schema
}

function formatOf({ path }: Recorded): Format {
  if (path.endsWith('/embeddings')) return 'openai-embeddings'
  return path.endsWith(':predict') ? 'vertex-predict' : 'gemini-embeddings'
}

/** Vectors of a recorded answer, as numbers, and the tokens that it tells. */
function readAnswer({ response }: Recorded): { readonly vectors: readonly (readonly number[])[]; readonly tokens: number | undefined } {
  const { data, usage, embeddings, usageMetadata, predictions } = response as {
    data?: { embedding: number[] | string }[]
    usage?: { prompt_tokens?: number; total_tokens?: number }
    embeddings?: { values: number[] }[]
    usageMetadata?: { promptTokenCount: number }
    predictions?: { embeddings: { values: number[]; statistics: { token_count: number } } }[]
  } // the answer is in one of the three dialects
  if (data) return { vectors: data.map(({ embedding }) => numbersOf(embedding)), tokens: usage?.prompt_tokens ?? usage?.total_tokens }
  if (embeddings) return { vectors: embeddings.map(({ values }) => values), tokens: usageMetadata?.promptTokenCount }
  const list = (predictions ?? []).map(({ embeddings: one }) => one)
  return { vectors: list.map(({ values }) => values), tokens: list.reduce((sum, { statistics }) => sum + statistics.token_count, 0) }
}

function numbersOf(embedding: readonly number[] | string): readonly number[] {
  if (typeof embedding !== 'string') return embedding
  const bytes = Buffer.from(embedding, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index))
}

describeRecordings('recorded exchanges of embeddings', root, () => {
  const exchanges = [...read('embeddings'), ...read('embedContent')]

  let upstream: RunningUpstream
  /** Gateways by dialect of their upstream. */
  const gateways = new Map<Format, RunningGateway>()
  beforeAll(async () => {
    upstream = await startUpstream()
    for (const format of ['openai-embeddings', 'gemini-embeddings', 'vertex-predict'] as const) {
      const baseUrl =
        format === 'vertex-predict' ? `${upstream.url}/v1beta1/projects/PROJECT/locations/LOCATION/publishers/google` : upstream.url
      const channel = { name: 'c', format, baseUrl, apiKey: 'key-of-the-channel', models: ['*'], circuitBreaker: false as const }
      gateways.set(format, await startGateway({ channels: [channel], retry: { attempts: 1 } }))
    }
  })
  beforeEach(() => (upstream.seen.length = 0))

  function answering({ status, response }: Recorded): string {
    const text = JSON.stringify(response)
    upstream.answer = (answer) => void answer.writeHead(status, { 'content-type': 'application/json' }).end(text)
    return text
  }

  test('the corpus is there', () => {
    const counts = Object.groupBy(exchanges, formatOf)
    expect(Object.keys(counts).toSorted()).toEqual(['gemini-embeddings', 'openai-embeddings', 'vertex-predict'])
    expect(exchanges.length).toBeGreaterThanOrEqual(20)
  })

  /** Sends a recorded request to the gateway, in the dialect in which it was recorded. */
  function replay(recorded: Recorded): Promise<Answer> {
    const { model, request } = recorded
    const format = formatOf(recorded)
    const url = gateways.get(format)?.url
    if (format === 'openai-embeddings') return post(`${url}/v1/embeddings`, request ?? { input: ['x'], model })
    return post(`${url}/v1beta/models/${model}:${format === 'vertex-predict' ? 'predict' : 'batchEmbedContents'}`, request)
  }

  /** Refused by the gateway, before the upstream could. */
  const refusedHere = ['doubleword-embedding-dimensions-empty-input']

  describe('a recorded exchange, by a client of its own dialect', () => {
    for (const recorded of exchanges) {
      const format = formatOf(recorded)
      if (recorded.status >= 400) continue
      test(recorded.id, async () => {
        const text = answering(recorded)
        const answer = await replay(recorded)
        expect(answer.status).toBe(200)
        expect(upstream.seen).toHaveLength(1)
        const [seen] = upstream.seen
        // A recording without its request is asked for with another.
        const sent = recorded.request ?? { input: ['x'], model: recorded.model }
        expect(JSON.parse(seen?.body.toString() ?? '')).toEqual(sent)
        if (format !== 'openai-embeddings') expect(seen?.url).toBe(recorded.path)
        const asked = format === 'openai-embeddings' ? (recorded.request?.['encoding_format'] ?? 'float') : 'float'
        const { data = [] } = recorded.response as { data?: { embedding: unknown }[] } // OpenAI's shape
        // Some servers answer in one encoding, whatever the request says.
        if (asked === 'float' && data.some(({ embedding }) => typeof embedding === 'string')) return
        expect(answer.text).toBe(text)
      })
    }
  })

  describe('a recorded error', () => {
    for (const recorded of exchanges) {
      if (recorded.status < 400) continue
      test(recorded.id, async () => {
        const text = answering(recorded)
        const answer = await replay(recorded)
        if (refusedHere.some((id) => recorded.id.includes(id))) {
          expect([answer.status, upstream.seen.length]).toEqual([recorded.status, 0])
          return
        }
        expect(upstream.seen).toHaveLength(1)
        const { error } = JSON.parse(text) as { error: { message: string } } // both vendors' shape
        // That the gateway's own key is refused is no affair of the client's.
        if (recorded.status === 401) {
          expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([400, 'false'])
          expect(answer.text).not.toContain(error.message)
        } else {
          expect(answer.status).toBe(recorded.status)
          expect(answer.json()).toMatchObject({ error: { message: error.message } })
        }
      })
    }
  })

  describe('recorded vectors, for a client of each dialect', () => {
    const good = exchanges.filter(({ status }) => status === 200)
    test.each(good.map((recorded) => [recorded.id, recorded] as const))('%s', async (_id, recorded) => {
      answering(recorded)
      const { vectors, tokens } = readAnswer(recorded)
      const texts = vectors.map((_, index) => `text ${index}`)
      const url = gateways.get(formatOf(recorded))?.url
      const { model } = recorded
      for (const encoding_format of ['float', 'base64']) {
        const openai = await post(`${url}/v1/embeddings`, { model, input: texts, encoding_format })
        expect(openai.status).toBe(200)
        const body = openai.json() as { data: { embedding: number[] | string; index: number }[]; usage: { total_tokens: number } } // OpenAI's shape
        expect(body.data.map(({ index }) => index)).toEqual([...texts.keys()])
        const got = body.data.map(({ embedding }) => numbersOf(embedding).map(Math.fround))
        expect(got).toEqual(vectors.map((vector) => vector.map(Math.fround)))
        if (encoding_format === 'base64') expect(body.data.map(({ embedding }) => typeof embedding)).toEqual(texts.map(() => 'string'))
        if (tokens === undefined) expect(openai.headers.get('interlingua-notices')).toContain('gateway/usage-estimated')
        else expect(body.usage.total_tokens).toBe(tokens)
      }
      const path = `${url}/v1/models/${encodeURIComponent(model ?? '')}`
      const requests = texts.map((text) => ({ content: { parts: [{ text }] } }))
      const native = await post(`${path}:batchEmbedContents`, { requests })
      const { embeddings } = native.json() as { embeddings: { values: number[] }[] } // Google's shape
      expect(embeddings.map(({ values }) => values.map(Math.fround))).toEqual(vectors.map((vector) => vector.map(Math.fround)))
      if (vectors.length !== 1) return
      const single = await post(`${path}:embedContent`, requests[0])
      expect(single.json()).toMatchObject({
        embedding: embeddings[0],
        metadata: { usage: { prompt_tokens: tokens ?? expect.any(Number) } },
      })
    })
  })
})
