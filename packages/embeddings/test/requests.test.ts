import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '../src/index.ts'

const single = '/v1beta/models/gemini-embedding-001:embedContent'
const batch = '/v1beta/models/gemini-embedding-001:batchEmbedContents'
const predict = '/v1/projects/p/locations/l/publishers/google/models/text-embedding-005:predict'

function parse(adapter: EmbedAdapter, path: string, body: unknown, dialect: JsonObject = {}): unknown {
  const { context } = createTestContext({ dialect })
  const message = { path, query: {}, headers: {}, body }
  return adapter.parseRequest(message, context).body
}

const refusal = (path: string): unknown => expect.objectContaining({ code: 'wire', path })
const list = <T>(length: number, value: T): readonly T[] => Array.from({ length }, () => value)
const text = (value: string): JsonObject => ({ content: { parts: [{ text: value }] } })

describe('OpenAI requests', () => {
  test.each([
    ['no model', { input: 'a' }, '/model'],
    ['an empty model', { model: '', input: 'a' }, '/model'],
    ['no input', { model: 'm' }, '/input'],
    ['a null input', { model: 'm', input: null }, '/input'],
    ['an object for input', { model: 'm', input: {} }, '/input'],
    ['an empty text', { model: 'm', input: '' }, '/input'],
    ['an empty list', { model: 'm', input: [] }, '/input'],
    ['an empty text in a list', { model: 'm', input: ['a', ''] }, '/input/1'],
    ['a number among texts', { model: 'm', input: ['a', 1] }, '/input/1'],
    ['a text among tokens', { model: 'm', input: [1, 'a'] }, '/input/1'],
    ['a text among lists of tokens', { model: 'm', input: [[1], 'a'] }, '/input/1'],
    ['an empty list of tokens', { model: 'm', input: [[1], []] }, '/input/1'],
    ['a token that is no integer', { model: 'm', input: [1, 1.5] }, '/input/1'],
    ['a token below 0', { model: 'm', input: [[1, -1]] }, '/input/0/1'],
    ['null in a list', { model: 'm', input: [null] }, '/input/0'],
    ['2049 inputs', { model: 'm', input: list(2049, 'a') }, '/input'],
    ['no dimensions', { model: 'm', input: 'a', dimensions: 0 }, '/dimensions'],
    ['half a dimension', { model: 'm', input: 'a', dimensions: 1.5 }, '/dimensions'],
    ['dimensions as text', { model: 'm', input: 'a', dimensions: '8' }, '/dimensions'],
    ['an unknown encoding', { model: 'm', input: 'a', encoding_format: 'int8' }, '/encoding_format'],
    ['a user that is no text', { model: 'm', input: 'a', user: 1 }, '/user'],
    ['a body that is no object', 'text', ''],
  ])('media 3.8: %s is refused with the field named', (_name, body, path) => {
    expect(() => parse(openaiEmbeddings, '/v1/embeddings', body)).toThrow(refusal(path))
  })

  test.each([
    ['2048 texts', { model: 'm', input: list(2048, 'a') }],
    ['2048 lists of tokens', { model: 'm', input: list(2048, [1]) }],
    ['8192 tokens', { model: 'm', input: list(8192, 1) }],
    ['one dimension', { model: 'm', input: 'a', dimensions: 1 }],
    ['null for what is not asked', { model: 'm', input: 'a', dimensions: null, encoding_format: null, user: null }],
    ['what nobody knows', { model: 'm', input: 'a', input_type: 'document' }],
  ])('%s are taken, and come back as they are', (_name, body) => {
    expect(parse(openaiEmbeddings, '/v1/embeddings', body)).toBe(body)
  })

  test('the most inputs are a matter of the profile', () => {
    expect(() => parse(openaiEmbeddings, '/v1/embeddings', { model: 'm', input: ['a', 'b'] }, { batch: 1 })).toThrow(refusal('/input'))
  })
})

describe('native requests', () => {
  test.each([
    ['no content', single, {}, '/content'],
    ['no parts', single, { content: {} }, '/content/parts'],
    ['no part', single, { content: { parts: [] } }, '/content/parts'],
    ['empty texts alone', single, { content: { parts: [{ text: '' }, { text: '' }] } }, '/content/parts'],
    ['a part that nobody can embed', single, { content: { parts: [{ functionCall: { name: 'f' } }] } }, '/content/parts'],
    ['a text that is none', single, { content: { parts: [{ text: 1 }] } }, '/content/parts/0/text'],
    ['a part that is no object', single, { content: { parts: ['a'] } }, '/content/parts/0'],
    ['bytes without a type', single, { content: { parts: [{ inlineData: { data: 'AA==' } }] } }, '/content/parts/0/inlineData/mimeType'],
    [
      'bytes that are none',
      single,
      { content: { parts: [{ inline_data: { mime_type: 'a/b', data: 1 } }] } },
      '/content/parts/0/inline_data/data',
    ],
    ['a file without a place', single, { content: { parts: [{ fileData: {} }] } }, '/content/parts/0/fileData/fileUri'],
    ['a task type that is no text', single, { ...text('a'), taskType: 1 }, '/taskType'],
    ['no dimensions', single, { ...text('a'), outputDimensionality: 0 }, '/outputDimensionality'],
    ['half a dimension', single, { ...text('a'), output_dimensionality: 1.5 }, '/output_dimensionality'],
    [
      'a setting in the config',
      single,
      { ...text('a'), embedContentConfig: { outputDimensionality: 0 } },
      '/embedContentConfig/outputDimensionality',
    ],
    ['no requests', batch, {}, '/requests'],
    ['an empty batch', batch, { requests: [] }, '/requests'],
    ['101 requests', batch, { requests: list(101, text('a')) }, '/requests'],
    ['an empty text in a batch', batch, { requests: [text('a'), text('')] }, '/requests/1/content/parts'],
    ['no dimensions in a batch', batch, { requests: [{ ...text('a'), outputDimensionality: 0 }] }, '/requests/0/outputDimensionality'],
    ['a body that is no object', single, [], ''],
  ])('media 3.9: %s is refused with the field named', (_name, path, body, field) => {
    expect(() => parse(geminiEmbeddings, path, body)).toThrow(refusal(field))
  })

  test.each([
    ['100 requests', batch, { requests: list(100, text('a')) }],
    ['an empty text beside one that is not', single, { content: { parts: [{ text: '' }, { text: 'a' }] } }],
    ['an image alone', single, { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } }],
    ['a file alone', single, { content: { parts: [{ file_data: { file_uri: 'gs://b/o' } }] } }],
    ['an unknown part beside a text', single, { content: { parts: [{ text: 'a' }, { newThing: {} }] } }],
    ['an unknown task type', single, { ...text('a'), taskType: 'TOMORROW' }],
  ])('%s is taken, and comes back as it is', (_name, path, body) => {
    expect(parse(geminiEmbeddings, path, body)).toBe(body)
  })

  describe('the model in a body', () => {
    const named = (model: unknown): JsonObject => ({ ...text('a'), model }) as JsonObject

    test.each([
      ['another model', single, named('models/other'), '/model'],
      ['a model that is no text', single, named(1), '/model'],
      ['another model in a batch', batch, { requests: [text('a'), text('b'), text('c'), named('models/other')] }, '/requests/3/model'],
      ['another model of a batch', batch, { model: 'models/other', requests: [text('a')] }, '/model'],
    ])('media 3.9: %s is refused with the field named', (_name, path, body, field) => {
      expect(() => parse(geminiEmbeddings, path, body)).toThrow(refusal(field))
    })

    test.each([
      ['with models/', single, named('models/gemini-embedding-001')],
      ['without models/', single, named('gemini-embedding-001')],
      ['in a batch', batch, { requests: [named('models/gemini-embedding-001'), named('gemini-embedding-001')] }],
    ])('may be that of the path, %s', (_name, path, body) => {
      expect(parse(geminiEmbeddings, path, body)).toBe(body)
    })

    test.each([
      ['a body', single, named('models/gemini-embedding-001'), '/model'],
      ['a request of a batch', batch, { requests: [text('a'), named('models/gemini-embedding-001')] }, '/requests/1/model'],
      ['a batch', batch, { model: 'gemini-embedding-001', requests: [text('a')] }, '/model'],
      ['a body, as null', single, { ...text('a'), model: null }, '/model'],
    ])('is refused in %s where the profile says that it may not be there', (_name, path, body, field) => {
      expect(() => parse(geminiEmbeddings, path, body, { modelInBody: 'refused' })).toThrow(refusal(field))
    })

    test('names the model where there is no path, and then all must agree', () => {
      const { context } = createTestContext()
      const read = (body: JsonObject): string => {
        const message = geminiEmbeddings.parseRequest({ path: '', query: {}, headers: {}, body }, context)
        return geminiEmbeddings.decodeRequest(message, context).model
      }
      expect(read(named('models/a'))).toBe('a')
      expect(read({ requests: [named('a'), named('models/a')] })).toBe('a')
      expect(() => read({ requests: [named('a'), named('b')] })).toThrow(refusal('/requests/1/model'))
      expect(() => read({ requests: [text('a')] })).toThrow(refusal('/requests/0/model'))
    })
  })

  test.each([
    ['/v1beta/models/org%2Fmodel%3Atag:embedContent', 'org/model:tag'],
    ['/v1/models/a:b:embedContent?key=x', 'a:b'],
    ['/v1beta1/projects/p/locations/l/publishers/google/models/m:embedContent', 'm'],
    ['/v1/models/100%:embedContent', '100%'],
  ])('sharp edge 33: %s names the model %s', (path, model) => {
    const { context } = createTestContext()
    const message = geminiEmbeddings.parseRequest({ path, query: {}, headers: {}, body: text('a') }, context)
    expect(geminiEmbeddings.decodeRequest(message, context).model).toBe(model)
  })
})

describe('Vertex requests', () => {
  test.each([
    ['no instances', {}, '/instances'],
    ['an empty list', { instances: [] }, '/instances'],
    ['an instance without content', { instances: [{}] }, '/instances/0/content'],
    ['an empty text', { instances: [{ content: 'a' }, { content: '' }] }, '/instances/1/content'],
    ['251 instances', { instances: list(251, { content: 'a' }) }, '/instances'],
    ['no dimensions', { instances: [{ content: 'a' }], parameters: { outputDimensionality: 0 } }, '/parameters/outputDimensionality'],
    ['a flag that is none', { instances: [{ content: 'a' }], parameters: { autoTruncate: 'no' } }, '/parameters/autoTruncate'],
  ])('%s is refused with the field named', (_name, body, field) => {
    expect(() => parse(vertexPredict, predict, body)).toThrow(refusal(field))
  })

  test('250 instances are taken', () => {
    const body = { instances: list(250, { content: 'a' }) }
    expect(parse(vertexPredict, predict, body)).toBe(body)
  })

  test('a path without a model is refused', () => {
    expect(() => parse(vertexPredict, '/v1/predict', { instances: [{ content: 'a' }] })).toThrow(refusal(''))
  })
})

describe('hostile requests', () => {
  const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

  test.each([
    [openaiEmbeddings, '/v1/embeddings', { model: 'm', input: 'a', extra: deep(5000) }],
    [geminiEmbeddings, single, { ...text('a'), extra: deep(5000) }],
    [vertexPredict, predict, { instances: [{ content: 'a', extra: deep(5000) }] }],
  ])('$format: depth meets a limit', (adapter, path, body) => {
    expect(() => parse(adapter, path, body)).toThrow(expect.objectContaining({ code: 'limit' }))
  })

  test.each([
    [openaiEmbeddings, '/v1/embeddings', { model: 'm', input: list(2_000_001, 1) }],
    [geminiEmbeddings, batch, { requests: list(2_000_001, text('a')) }],
    [vertexPredict, predict, { instances: list(2_000_001, 1) }],
  ])('$format: counts meet a limit', (adapter, path, body) => {
    expect(() => parse(adapter, path, body)).toThrow(expect.objectContaining({ code: 'limit' }))
  })

  test.each([
    [openaiEmbeddings, '/v1/embeddings'],
    [geminiEmbeddings, single],
    [geminiEmbeddings, batch],
    [vertexPredict, predict],
  ])('$format: nonsense is a WireError and nothing else', (adapter, path) => {
    for (const body of [
      null,
      undefined,
      1,
      'x',
      [],
      {},
      { input: {} },
      { requests: {} },
      { requests: [null] },
      { content: [] },
      { instances: [null] },
    ])
      expect(() => parse(adapter, path, body)).toThrow(expect.objectContaining({ code: 'wire' }))
  })
})

describe('profiles', () => {
  test.each([
    [openaiEmbeddings, { batch: 0 }, 'batch'],
    [openaiEmbeddings, { encodings: ['int8'] }, 'encodings'],
    [geminiEmbeddings, { modelInBody: 'maybe' }, 'modelInBody'],
    [geminiEmbeddings, { sever: 'vertex' }, 'sever'],
    [vertexPredict, { batch: 'all' }, 'batch'],
  ])('$format refuses %o and names the field', (adapter, settings, field) => {
    expect(() => adapter.checkDialect(settings)).toThrow(new RegExp(field))
    expect(() => adapter.checkDialect(settings)).toThrow(TypeError)
  })
})
