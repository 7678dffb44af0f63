import type { Notice } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { floatsToBase64, geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter, type EmbedRequest } from '../src/index.ts'
import { adapters, carryAnswer, carryRequest } from './carry.ts'

const told = (notices: readonly Notice[]): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
const item = { content: { parts: [{ text: 'a' }] } }
const ask = (path: string, body: unknown): EmbedRequest => carryRequest(geminiEmbeddings, geminiEmbeddings, { path, body }).request
const asked = {
  openai: carryRequest(openaiEmbeddings, openaiEmbeddings, { body: { model: 'asked', input: 'a' } }).request,
  base64: carryRequest(openaiEmbeddings, openaiEmbeddings, { body: { model: 'asked', input: 'a', encoding_format: 'base64' } }).request,
  single: ask('/v1beta/models/asked:embedContent', item),
  batch: ask('/v1beta/models/asked:batchEmbedContents', { requests: [item] }),
  vertex: carryRequest(vertexPredict, vertexPredict, { path: '/v1beta/models/asked:predict', body: { instances: [{ content: 'a' }] } })
    .request,
}

const openai = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
  model: 'm',
  usage: { prompt_tokens: 3, total_tokens: 3 },
}
const gemini = { embeddings: [{ values: [0.5, -1] }], usageMetadata: { promptTokenCount: 3 } }
const vertex = { predictions: [{ embeddings: { values: [0.5, -1], statistics: { token_count: 3, truncated: false } } }] }

describe('the shapes of the interface document', () => {
  test.each([
    [openaiEmbeddings, openai, 'm'],
    [geminiEmbeddings, gemini, 'asked'],
  ])('/v1/embeddings, from $format', (from, body, model) => {
    const result = carryAnswer(from, openaiEmbeddings, [body], asked.openai)
    expect(result).toEqual({ body: { ...openai, model }, notices: [] })
  })

  test('/v1/embeddings with base64 of a Google upstream is encoded here', () => {
    const { body, notices } = carryAnswer(geminiEmbeddings, openaiEmbeddings, [gemini], asked.base64)
    expect(body).toMatchObject({ data: [{ embedding: floatsToBase64([0.5, -1]) }] })
    expect(notices).toEqual([])
  })

  test.each([
    [openaiEmbeddings, openai],
    [geminiEmbeddings, gemini],
  ])(':embedContent, from $format', (from, body) => {
    expect(carryAnswer(from, geminiEmbeddings, [body], asked.single).body).toEqual({
      embedding: { values: [0.5, -1] },
      usageMetadata: { promptTokenCount: 3 },
      metadata: { usage: { prompt_tokens: 3, total_tokens: 3 } },
    })
  })

  test(':embedContent of an upstream that answers one by one', () => {
    const body = {
      embedding: { values: [0.5] },
      usageMetadata: { promptTokenCount: 3 },
      metadata: { billableCharacterCount: 9 },
      truncated: true,
    }
    expect(carryAnswer(geminiEmbeddings, geminiEmbeddings, [body], asked.single).body).toEqual({
      ...body,
      metadata: { billableCharacterCount: 9, usage: { prompt_tokens: 3, total_tokens: 3 } },
    })
    expect(carryAnswer(geminiEmbeddings, geminiEmbeddings, [body], asked.batch).body).toMatchObject({ embeddings: [{ values: [0.5] }] })
  })

  test(':batchEmbedContents, also of one', () => {
    expect(carryAnswer(openaiEmbeddings, geminiEmbeddings, [openai], asked.batch).body).toEqual({
      embeddings: [{ values: [0.5, -1] }],
      usageMetadata: { promptTokenCount: 3 },
    })
  })

  test(':predict, with the tokens of each', () => {
    expect(carryAnswer(geminiEmbeddings, vertexPredict, [gemini], asked.vertex)).toEqual({
      body: { predictions: [{ embeddings: { values: [0.5, -1], statistics: { token_count: 3 } } }] },
      notices: [],
    })
  })

  test('what Vertex tells of each input is kept for native clients, and told to be lost for others', () => {
    expect(carryAnswer(vertexPredict, geminiEmbeddings, [vertex], asked.batch).body).toMatchObject({
      embeddings: [{ statistics: { tokenCount: 3, truncated: false } }],
    })
    const { body, notices } = carryAnswer(vertexPredict, openaiEmbeddings, [vertex], asked.openai)
    expect(body).toMatchObject({ usage: { prompt_tokens: 3, total_tokens: 3 } })
    expect(told(notices)).toEqual([
      'embeddings/token-count /predictions/0/embeddings/statistics/token_count',
      'embeddings/truncated /predictions/0/embeddings/statistics/truncated',
    ])
  })
})

describe('usage', () => {
  test.each([
    ['openai', openaiEmbeddings, { usage: { prompt_tokens: 0, total_tokens: 0 } }],
    ['single', geminiEmbeddings, { metadata: { usage: { prompt_tokens: 0, total_tokens: 0 } } }],
    ['vertex', vertexPredict, { predictions: [{ embeddings: { statistics: { token_count: 0 } } }] }],
  ] as const)('sharp edge 27: that nobody knows is 0, with a notice (%s)', (name, to, body) => {
    const result = carryAnswer(geminiEmbeddings, to, [{ embeddings: [{ values: [1] }] }], asked[name])
    expect(result.body).toMatchObject(body)
    expect(result.notices).toEqual([expect.objectContaining({ code: 'embeddings/usage-unknown', kind: 'synthesized', benign: true })])
  })

  test('of several inputs is shared out by length where each must have some, and the sum stays', () => {
    const body = { instances: [{ content: 'a' }, { content: 'a'.repeat(99) }, { content: 'a'.repeat(8) }] }
    const { request } = carryRequest(vertexPredict, vertexPredict, { path: '/v1beta/models/m:predict', body })
    const embedding = { object: 'embedding', embedding: [1] }
    const data = [0, 1, 2].map((index) => ({ ...embedding, index }))
    const result = carryAnswer(
      openaiEmbeddings,
      vertexPredict,
      [{ ...openai, data, usage: { prompt_tokens: 50, total_tokens: 50 } }],
      request,
    )
    const { predictions } = result.body as { predictions: readonly { embeddings: { statistics: { token_count: number } } }[] } // the encoder's shape
    const counts = predictions.map(({ embeddings }) => embeddings.statistics.token_count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50)
    expect(counts[1]).toBeGreaterThan(40)
    expect(told(result.notices)).toContain('embeddings/token-share /usage')
  })

  test('of a chained gateway is read where the interface document has it', () => {
    const body = { embedding: { values: [1] }, metadata: { usage: { prompt_tokens: 3, total_tokens: 3 } } }
    expect(carryAnswer(geminiEmbeddings, openaiEmbeddings, [body], asked.openai).body).toMatchObject({ usage: { prompt_tokens: 3 } })
  })
})

describe('answers that cannot be trusted', () => {
  const vectors = (count: number): ReadonlyMap<EmbedAdapter, unknown> =>
    new Map<EmbedAdapter, unknown>([
      [openaiEmbeddings, { data: Array.from({ length: count }, (_, index) => ({ index, embedding: [1] })) }],
      [geminiEmbeddings, { embeddings: Array.from({ length: count }, () => ({ values: [1] })) }],
      [vertexPredict, { predictions: Array.from({ length: count }, () => ({ embeddings: { values: [1] } })) }],
    ])

  function decode(adapter: EmbedAdapter, body: unknown, inputs = 1): unknown {
    const { context } = createTestContext()
    const sent = { request: { model: 'm', inputs: Array.from({ length: inputs }, () => ({ parts: [] })) } }
    return adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context, sent)
  }

  test.each(adapters)('$format: one vector for each input, or an error', (adapter) => {
    expect(decode(adapter, vectors(3).get(adapter), 3)).toMatchObject({ embeddings: { length: 3 } })
    for (const count of [0, 2, 4])
      expect(() => decode(adapter, vectors(count).get(adapter), 3)).toThrow(
        expect.objectContaining({ code: 'wire', format: adapter.format }),
      )
  })

  test('sharp edge 28: items out of order are put in order, and an index that is taken is an error', () => {
    const at = (index: unknown): unknown => ({ index, embedding: [Number(index)] })
    expect(decode(openaiEmbeddings, { data: [at(2), at(0), at(1)] }, 3)).toMatchObject({
      embeddings: [0, 1, 2].map((value) => ({ vector: { values: [value] } })),
    })
    for (const [index, path] of [
      [0, '/data/1/index'],
      [3, '/data/1/index'],
      [0.5, '/data/1/index'],
      [-1, '/data/1/index'],
    ])
      expect(() => decode(openaiEmbeddings, { data: [at(0), at(index)] }, 2)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })

  test.each([
    [openaiEmbeddings, { data: [{ embedding: 'AAA' }] }, '/data/0/embedding'],
    [openaiEmbeddings, { data: [{ embedding: [1, '2'] }] }, '/data/0/embedding/1'],
    [openaiEmbeddings, { data: [{ embedding: [JSON.parse('1e999')] }] }, '/data/0/embedding/0'],
    [openaiEmbeddings, { data: [{}] }, '/data/0/embedding'],
    [openaiEmbeddings, { data: [null] }, '/data/0'],
    [openaiEmbeddings, { data: {} }, '/data'],
    [openaiEmbeddings, {}, '/data'],
    [openaiEmbeddings, 'text', ''],
    [openaiEmbeddings, { data: [{ embedding: [1] }], usage: { prompt_tokens: -1 } }, '/usage/prompt_tokens'],
    [geminiEmbeddings, {}, '/embeddings'],
    [geminiEmbeddings, { embedding: {} }, '/embedding/values'],
    [geminiEmbeddings, { embedding: { values: 'AAAA' } }, '/embedding/values'],
    [geminiEmbeddings, { embedding: [] }, '/embedding'],
    [geminiEmbeddings, { embeddings: [{ values: [1] }, { values: [null] }] }, '/embeddings/1/values/0'],
    [geminiEmbeddings, null, ''],
    [vertexPredict, { predictions: [{ embeddings: { values: {} } }] }, '/predictions/0/embeddings/values'],
    [vertexPredict, { predictions: [{}] }, '/predictions/0/embeddings'],
  ])('$format: %o is no answer', (adapter, body, path) => {
    expect(() => decode(adapter, body)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })

  test.each(adapters)('$format: more vectors than anybody asks for, longer than any model gives, and depth, meet a limit', (adapter) => {
    const long = Array.from({ length: 65_537 }, () => 0)
    const many = vectors(10_001).get(adapter)
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    const one = vectors(1).get(adapter) as object // an object: above
    const stretched = JSON.parse(JSON.stringify(one), (_key, value: unknown) =>
      Array.isArray(value) && value[0] === 1 ? long : value,
    ) as unknown
    for (const body of [many, stretched, { ...one, extra: deep }])
      expect(() => decode(adapter, body)).toThrow(expect.objectContaining({ code: 'limit' }))
  })

  test('the vectors of a full batch are no reason for a limit', () => {
    const row = Array.from({ length: 3072 }, () => 0.5)
    expect(decode(openaiEmbeddings, { data: Array.from({ length: 2048 }, (_, index) => ({ index, embedding: row })) }, 2048)).toBeDefined()
  })
})

test.each(['promptTokenDetails', 'promptTokensDetails'])('what is told of %s is told under that name', (name) => {
  const usageMetadata = { promptTokenCount: 3, [name]: [{ modality: 'TEXT', tokenCount: 3 }] }
  const { notices } = carryAnswer(geminiEmbeddings, openaiEmbeddings, [{ ...gemini, usageMetadata }], asked.openai)
  expect(told(notices)).toEqual([`embeddings/usage-detail /usageMetadata/${name}`])
})
