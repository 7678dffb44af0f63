import type { JsonObject, Notice } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { geminiEmbeddings, joinResponses, openaiEmbeddings, vertexPredict, type EmbedRequest } from '../src/index.ts'
import { carryAnswer, carryRequest } from './carry.ts'

const single = '/v1beta/models/m:embedContent'
const batch = '/v1beta/models/m:batchEmbedContents'
const predict = '/v1beta/models/m:predict'
const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `text ${index}`)
const bodies = (sent: readonly { readonly body: unknown }[]): readonly unknown[] => sent.map(({ body }) => body)
const told = (notices: readonly Notice[]): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
const item = (text: string, rest: JsonObject = {}): JsonObject => ({ content: { parts: [{ text }] }, ...rest })

describe('tokens of a call', () => {
  const sizes = (calls: readonly EmbedRequest[]): readonly number[] => calls.map(({ inputs }) => inputs.length)
  const request = (count: number, text: string): EmbedRequest => ({
    model: 'm',
    inputs: Array.from({ length: count }, () => ({ parts: [{ type: 'text', text }] })),
  })

  test('more than Vertex takes together go in several calls', () => {
    const { context } = createTestContext()
    // 3,000 letters are at most 1,000 tokens, so twenty texts fit.
    expect(sizes(vertexPredict.lowerRequest(request(50, 'abc'.repeat(1_000)), context))).toEqual([20, 20, 10])
    // Other scripts have up to a token for each letter, and 2,048 tokens of a text are read.
    expect(sizes(vertexPredict.lowerRequest(request(20, '漢'.repeat(10_000)), context))).toEqual([9, 9, 2])
    expect(sizes(vertexPredict.lowerRequest(request(250, 'short'), context))).toEqual([250])
  })

  test('a text that may not be cut counts whole, and goes alone where it is too long by itself', () => {
    const { context } = createTestContext()
    const long = request(3, 'abc'.repeat(30_000))
    const whole = { ...long, inputs: long.inputs.map((input) => ({ ...input, truncate: false })) }
    expect(sizes(vertexPredict.lowerRequest(whole, context))).toEqual([1, 1, 1])
  })

  test('more than OpenAI takes together go in several calls, tokens as texts', () => {
    const { context } = createTestContext()
    expect(sizes(openaiEmbeddings.lowerRequest(request(100, 'abc'.repeat(4_000)), context))).toEqual([75, 25])
    const tokens = { model: 'm', inputs: Array.from({ length: 100 }, () => ({ tokens: Array.from({ length: 8_000 }, () => 1) })) }
    expect(sizes(openaiEmbeddings.lowerRequest(tokens, context))).toEqual([37, 37, 26])
  })

  test('a profile says otherwise', () => {
    const { context } = createTestContext({ dialect: { tokens: 100 } })
    expect(sizes(openaiEmbeddings.lowerRequest(request(5, 'abc'.repeat(50)), context))).toEqual([2, 2, 1])
  })
})

describe('what both dialects can say crosses without a notice', () => {
  test('OpenAI to Gemini', () => {
    const body = { model: 'm', input: ['a', 'b'], dimensions: 8, encoding_format: 'float' }
    const { sent, notices } = carryRequest(openaiEmbeddings, geminiEmbeddings, { body })
    expect(sent).toEqual([
      {
        path: batch,
        query: {},
        headers: {},
        body: {
          requests: [
            { model: 'models/m', content: { parts: [{ text: 'a' }] }, outputDimensionality: 8 },
            { model: 'models/m', content: { parts: [{ text: 'b' }] }, outputDimensionality: 8 },
          ],
        },
      },
    ])
    expect(notices).toEqual([])
  })

  test('Gemini to OpenAI', () => {
    const body = { requests: [item('a', { outputDimensionality: 8 }), item('b', { output_dimensionality: 8 })] }
    const { sent, notices } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: batch, body })
    expect(sent).toEqual([{ path: '/v1/embeddings', query: {}, headers: {}, body: { model: 'm', input: ['a', 'b'], dimensions: 8 } }])
    expect(notices).toEqual([])
  })

  test('Gemini to Vertex', () => {
    const body = item('a', {
      taskType: 'RETRIEVAL_DOCUMENT',
      title: 't',
      outputDimensionality: 8,
      embedContentConfig: { autoTruncate: false },
    })
    const { sent, notices } = carryRequest(geminiEmbeddings, vertexPredict, { path: single, body })
    expect(sent).toEqual([
      {
        path: predict,
        query: {},
        headers: {},
        body: {
          instances: [{ content: 'a', task_type: 'RETRIEVAL_DOCUMENT', title: 't' }],
          parameters: { outputDimensionality: 8, autoTruncate: false },
        },
      },
    ])
    expect(notices).toEqual([])
  })

  test('Vertex to Gemini on Vertex', () => {
    const body = { instances: [{ content: 'a', task_type: 'CLUSTERING' }], parameters: { outputDimensionality: 8, autoTruncate: false } }
    const { sent, notices } = carryRequest(vertexPredict, geminiEmbeddings, { path: predict, body }, { upstream: { server: 'vertex' } })
    expect(sent).toMatchObject([
      {
        path: single,
        body: {
          content: { parts: [{ text: 'a' }] },
          embedContentConfig: { taskType: 'CLUSTERING', outputDimensionality: 8, autoTruncate: false },
        },
      },
    ])
    expect(notices).toEqual([])
  })

  test('tokens to another server of OpenAI', () => {
    const body = { model: 'm', input: [[1, 2], [3]] }
    expect(bodies(carryRequest(openaiEmbeddings, openaiEmbeddings, { body }).sent)).toEqual([body])
  })
})

describe('what has no place is told where it stood', () => {
  test('task type and title at OpenAI', () => {
    const body = { requests: [item('a'), item('b', { task_type: 'RETRIEVAL_DOCUMENT', title: 't' })] }
    const { notices } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: batch, body })
    expect(told(notices)).toEqual(['embeddings/task /requests/1/task_type', 'embeddings/title /requests/1/title'])
  })

  test('settings in a config', () => {
    const body = item('a', { embedContentConfig: { taskType: 'CLUSTERING', documentOcr: true } })
    const { notices } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: single, body })
    expect(told(notices)).toEqual(['embeddings/task /embedContentConfig/taskType', 'embeddings/foreign-field /embedContentConfig'])
  })

  test('a setting of all inputs once, not once for each', () => {
    const body = { instances: [{ content: 'a' }, { content: 'b' }], parameters: { auto_truncate: false } }
    const { notices } = carryRequest(vertexPredict, openaiEmbeddings, { path: predict, body })
    expect(told(notices)).toEqual(['embeddings/truncate /parameters/auto_truncate'])
  })

  test('the user, and truncation, at Gemini', () => {
    expect(told(carryRequest(openaiEmbeddings, geminiEmbeddings, { body: { model: 'm', input: 'a', user: 'u' } }).notices)).toEqual([
      'embeddings/user /user',
    ])
    const body = { instances: [{ content: 'a' }], parameters: { autoTruncate: false } }
    const { sent, notices } = carryRequest(vertexPredict, geminiEmbeddings, { path: predict, body })
    expect(told(notices)).toEqual(['embeddings/truncate /parameters/autoTruncate'])
    expect(bodies(sent)).toEqual([{ requests: [item('a', { model: 'models/m' })] }])
  })

  test('several texts of one input are joined with line breaks', () => {
    const body = { content: { parts: [{ text: 'a' }, { text: '' }, { text: 'b' }] } }
    const { sent, notices } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: single, body })
    expect(bodies(sent)).toEqual([{ model: 'm', input: ['a\nb'] }])
    expect(told(notices)).toEqual(['embeddings/parts-joined /content/parts'])
  })

  test('an image beside a text is severe: the vector would stand for something else', () => {
    const body = { content: { parts: [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } }
    const { notices } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: single, body })
    expect(notices).toEqual([expect.objectContaining({ code: 'embeddings/media', path: '/content/parts/1', severe: true })])
  })
})

describe('what cannot be embedded is refused with the field named', () => {
  test.each([
    ['one list of tokens', [1, 2], '/input'],
    ['lists of tokens', [[1], [2]], '/input/0'],
  ])('tokens for Google: %s', (_name, input, path) => {
    for (const target of [geminiEmbeddings, vertexPredict])
      expect(() => carryRequest(openaiEmbeddings, target, { body: { model: 'm', input } })).toThrow(
        expect.objectContaining({ code: 'unsupported', path }),
      )
  })

  test('media alone for those who embed text', () => {
    const body = { requests: [item('a'), { content: { parts: [{ fileData: { fileUri: 'gs://b/o' } }] } }] }
    for (const target of [openaiEmbeddings, vertexPredict])
      expect(() => carryRequest(geminiEmbeddings, target, { path: batch, body })).toThrow(
        expect.objectContaining({ code: 'unsupported', path: '/requests/1/content/parts/0' }),
      )
  })

  test.each([
    [geminiEmbeddings, single, item('a', { title: 't' }), '/title'],
    [geminiEmbeddings, single, item('a', { title: 't', taskType: 'CLUSTERING' }), '/title'],
    [
      geminiEmbeddings,
      batch,
      { requests: [item('a'), item('b', { embedContentConfig: { title: 't' } })] },
      '/requests/1/embedContentConfig/title',
    ],
    [vertexPredict, predict, { instances: [{ content: 'a', title: 't' }] }, '/instances/0/title'],
  ])('a title beside another task, where Google would refuse it: $format', (from, path, body, field) => {
    for (const target of [geminiEmbeddings, vertexPredict])
      expect(() => carryRequest(from, target, { path, body })).toThrow(expect.objectContaining({ code: 'wire', path: field }))
    expect(carryRequest(from, openaiEmbeddings, { path, body }).notices.map(({ path: at }) => at)).toContain(field)
  })
})

describe('sharp edge 28: what is too much for one call becomes several, in order', () => {
  const inputs = texts(205)
  const textsOf = (body: unknown): readonly string[] =>
    (body as { requests: readonly { content: { parts: readonly [{ text: string }] } }[] }).requests.map(
      ({ content }) => content.parts[0].text,
    ) // the encoder's shape

  test('100 requests of a batch of Gemini', () => {
    const { sent } = carryRequest(openaiEmbeddings, geminiEmbeddings, { body: { model: 'm', input: inputs } })
    expect(bodies(sent).map((body) => textsOf(body).length)).toEqual([100, 100, 5])
    expect(bodies(sent).flatMap(textsOf)).toEqual(inputs)
  })

  test.each([
    [geminiEmbeddings, { batch: 1 }, 205],
    [geminiEmbeddings, { server: 'vertex' }, 205],
    [vertexPredict, { batch: 1 }, 205],
    [vertexPredict, {}, 1],
    [openaiEmbeddings, { batch: 96 }, 3],
    [openaiEmbeddings, {}, 1],
  ])('$format with the profile %o: %i calls', (target, upstream, calls) => {
    expect(carryRequest(openaiEmbeddings, target, { body: { model: 'm', input: inputs } }, { upstream }).sent).toHaveLength(calls)
  })

  test('2048 inputs fill one call of OpenAI, and nine of Vertex', () => {
    const body = { model: 'm', input: texts(2048) }
    expect(carryRequest(openaiEmbeddings, openaiEmbeddings, { body }).sent).toHaveLength(1)
    expect(carryRequest(openaiEmbeddings, vertexPredict, { body }).sent).toHaveLength(9)
  })

  test('inputs of other dimensions are calls of their own, in runs', () => {
    const body = { requests: [8, 8, 16, 8, 8].map((outputDimensionality, index) => item(`${index}`, { outputDimensionality })) }
    const { sent } = carryRequest(geminiEmbeddings, openaiEmbeddings, { path: batch, body })
    expect(bodies(sent)).toEqual([
      { model: 'm', input: ['0', '1'], dimensions: 8 },
      { model: 'm', input: ['2'], dimensions: 16 },
      { model: 'm', input: ['3', '4'], dimensions: 8 },
    ])
  })

  test('inputs that may be cut and inputs that may not be are calls of their own at Vertex', () => {
    const body = { requests: [item('0'), item('1', { embedContentConfig: { autoTruncate: false } })] }
    const { sent } = carryRequest(geminiEmbeddings, vertexPredict, { path: batch, body })
    expect(bodies(sent)).toEqual([
      { instances: [{ content: '0' }] },
      { instances: [{ content: '1' }], parameters: { autoTruncate: false } },
    ])
  })

  test('the answers are one, with indexes through and usage added up', () => {
    const answer = (from: number): unknown => ({
      embeddings: [{ values: [from] }, { values: [from + 1] }],
      usageMetadata: { promptTokenCount: 5 },
    })
    const { body } = carryAnswer(geminiEmbeddings, openaiEmbeddings, [answer(0), answer(2)], { model: 'm', inputs: [] })
    expect(body).toEqual({
      object: 'list',
      data: [0, 1, 2, 3].map((index) => ({ object: 'embedding', index, embedding: [index] })),
      model: 'm',
      usage: { prompt_tokens: 10, total_tokens: 10 },
    })
  })

  test('usage by modality is added up where every call told it', () => {
    const answer = (text: number, more: object = {}) => ({
      embeddings: [],
      usage: { input: { total: text, fresh: text, byModality: { text, ...more } }, output: {} },
    })
    expect(joinResponses([answer(3), answer(4, { image: 2 })]).usage?.input).toEqual({
      total: 7,
      fresh: 7,
      byModality: { text: 7, image: 2 },
    })
    const plain = { embeddings: [], usage: { input: { total: 1 }, output: {} } }
    expect(joinResponses([answer(3), plain, answer(4)]).usage?.input).toEqual({ total: 8, fresh: 8 })
  })

  test('usage of which a part is not told is not told', () => {
    expect(joinResponses([{ embeddings: [], usage: { input: { total: 3 }, output: {} } }, { embeddings: [] }])).toEqual({ embeddings: [] })
  })
})

describe('how an upstream is asked', () => {
  test('one input by a batch, which every version has, unless the profile says otherwise', () => {
    const body = { model: 'models/m', ...item('a') }
    const asked = (upstream: JsonObject): unknown =>
      carryRequest(geminiEmbeddings, geminiEmbeddings, { path: single, body }, { upstream }).sent
    expect(asked({})).toMatchObject([{ path: batch, body: { requests: [body] } }])
    // The path has the model, and a gateway on /v1 refuses it in the body.
    expect(asked({ single: true })).toEqual([{ path: single, query: {}, headers: {}, body: item('a') }])
  })

  test('every request of a batch names the model, also where the client named none', () => {
    const { sent } = carryRequest(geminiEmbeddings, geminiEmbeddings, {
      path: batch,
      body: { requests: [item('a'), item('b', { model: 'm' })] },
    })
    expect(bodies(sent)).toEqual([{ requests: [item('a', { model: 'models/m' }), item('b', { model: 'models/m' })] }])
  })

  test('by the name that the upstream has for the model', () => {
    const { context } = createTestContext()
    const message = { path: batch, query: {}, headers: {}, body: { requests: [item('a', { model: 'models/m' })] } }
    const request: EmbedRequest = {
      ...geminiEmbeddings.decodeRequest(geminiEmbeddings.parseRequest(message, context), context),
      model: 'org/up:1',
    }
    const [call] = geminiEmbeddings.lowerRequest(request, context)
    expect(geminiEmbeddings.encodeRequest(call ?? expect.unreachable(), context)).toMatchObject({
      path: '/v1beta/models/org%2Fup%3A1:batchEmbedContents',
      body: { requests: [{ model: 'models/org/up:1' }] },
    })
  })

  test('sharp edge 26: for the spelling of vectors that the client wants, where the upstream knows it', () => {
    const body = { model: 'm', input: 'a', encoding_format: 'base64' }
    expect(bodies(carryRequest(openaiEmbeddings, openaiEmbeddings, { body }).sent)).toEqual([body])
    const plain = carryRequest(openaiEmbeddings, openaiEmbeddings, { body }, { upstream: { encodings: [] } })
    expect(bodies(plain.sent)).toEqual([{ model: 'm', input: 'a' }])
    expect(plain.notices).toEqual([])
  })

  test('by the name that a compatible server has for dimensions', () => {
    const body = { model: 'm', input: 'a', dimensions: 8 }
    const { sent } = carryRequest(openaiEmbeddings, openaiEmbeddings, { body }, { upstream: { dimensions: 'output_dimension' } })
    expect(bodies(sent)).toEqual([{ model: 'm', input: 'a', output_dimension: 8 }])
  })
})
