import type { Json, JsonObject } from '@interlingua/core'
import { lawFieldCoverage, type CoverageEntry } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { itemSchema, responseSchema as geminiAnswerSchema } from '../src/gemini-embeddings/wire.ts'
import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '../src/index.ts'
import { requestSchema as openaiSchema, responseSchema as openaiAnswerSchema } from '../src/openai-embeddings/wire.ts'
import { requestSchema as vertexSchema } from '../src/vertex-predict/wire.ts'
import { adapters, answerTranslation, requestTranslation } from './carry.ts'

interface FieldCoverage {
  readonly adapter: EmbedAdapter
  readonly path?: string
  readonly base: JsonObject
  readonly entries: readonly CoverageEntry[]
}

/** Makes a value for each key of a schema: a new key does not compile until it has one. */
function entriesOf<S extends Readonly<Record<string, unknown>>>(
  at: '' | `/${string}`,
  _shape: S,
  values: { readonly [K in keyof S]: Json | undefined },
): readonly CoverageEntry[] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ path: `${at}/${key}` as const, value }]))
}

const config = itemSchema.shape.embedContentConfig.unwrap().unwrap().shape
const settings = {
  taskType: 'RETRIEVAL_QUERY',
  task_type: 'RETRIEVAL_QUERY',
  title: 'a title',
  outputDimensionality: 8,
  output_dimensionality: 8,
  autoTruncate: false,
  auto_truncate: false,
}
// The model is in the path; a model in the body must be the same.
const item = { ...settings, model: undefined, content: undefined, embedContentConfig: undefined, embed_content_config: undefined }
const document = { content: { parts: [{ text: 'a' }] }, taskType: 'RETRIEVAL_DOCUMENT' }
/** Titles need one task type beside them. */
const withTask = (entries: readonly CoverageEntry[], base: JsonObject): readonly CoverageEntry[] =>
  entries.map((entry) => (entry.path.endsWith('/title') ? { ...entry, base } : entry))

const requests: readonly FieldCoverage[] = [
  {
    adapter: openaiEmbeddings,
    base: { model: 'm', input: ['a', 'b'] },
    entries: [
      ...entriesOf('', openaiSchema.shape, { model: 'other', dimensions: 8, encoding_format: 'base64', user: 'somebody' }),
      { path: '/input', value: 'alone' },
      { path: '/unknown', value: { key: 1 } },
    ],
  },
  {
    adapter: geminiEmbeddings,
    path: '/v1beta/models/m:embedContent',
    base: { content: { parts: [{ text: 'a' }] } },
    entries: withTask(
      [
        ...entriesOf('', itemSchema.shape, item),
        ...entriesOf('/embedContentConfig', config, settings),
        { path: '/embed_content_config/task_type', value: 'CLUSTERING' },
        { path: '/embedContentConfig/documentOcr', value: true },
        { path: '/embedContentConfig/audioTrackExtraction', value: true },
        { path: '/content/parts/-', value: { text: 'b' } },
        { path: '/content/parts/-', value: { inlineData: { mimeType: 'image/png', data: 'AAAA' } } },
        { path: '/content/parts/-', value: { file_data: { file_uri: 'gs://b/o', mime_type: 'application/pdf' } } },
        { path: '/content/parts/-', value: { functionCall: { name: 'f' } } },
        { path: '/content/parts/0/unknown', value: 1 },
        { path: '/content/unknown', value: 1 },
        { path: '/unknown', value: 1 },
      ],
      document,
    ),
  },
  {
    adapter: geminiEmbeddings,
    path: '/v1beta/models/m:batchEmbedContents',
    base: { requests: [{ content: { parts: [{ text: 'a' }] } }, { content: { parts: [{ text: 'b' }] } }] },
    entries: withTask(
      [...entriesOf('/requests/1', itemSchema.shape, item), { path: '/requests/1/unknown', value: 1 }, { path: '/unknown', value: 1 }],
      { requests: [document, document] },
    ),
  },
  {
    adapter: vertexPredict,
    path: '/v1beta/models/m:predict',
    base: { instances: [{ content: 'a' }, { content: 'b' }] },
    entries: withTask(
      [
        ...entriesOf('/instances/1', vertexSchema.shape.instances.element.shape, {
          content: 'c',
          task_type: 'CLUSTERING',
          taskType: 'CLUSTERING',
          title: 'a title',
        }),
        ...entriesOf('/parameters', vertexSchema.shape.parameters.unwrap().unwrap().shape, {
          outputDimensionality: 8,
          output_dimensionality: 8,
          autoTruncate: false,
          auto_truncate: false,
        }),
        { path: '/instances/1/mimeType', value: 'text/plain' },
        { path: '/parameters/unknown', value: 1 },
        { path: '/unknown', value: 1 },
      ],
      {
        instances: [
          { content: 'a', task_type: 'RETRIEVAL_DOCUMENT' },
          { content: 'b', task_type: 'RETRIEVAL_DOCUMENT' },
        ],
      },
    ),
  },
]

const vector = { values: [0.5] }
const answers: readonly FieldCoverage[] = [
  {
    adapter: openaiEmbeddings,
    base: { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5] }] },
    entries: [
      ...entriesOf('', openaiAnswerSchema.shape, { model: 'm', usage: { prompt_tokens: 3, total_tokens: 3 } }),
      { path: '/usage', value: { total_tokens: 3 } },
      { path: '/usage', value: { prompt_tokens: 3, total_tokens: 4 } },
      { path: '/usage', value: { prompt_tokens: 0, total_tokens: 0, cost: 0.5 } },
      { path: '/data/0/embedding', value: 'AACAPw==' },
      { path: '/data/0/unknown', value: 1 },
      { path: '/unknown', value: 1 },
    ],
  },
  {
    adapter: geminiEmbeddings,
    base: { embedding: vector },
    entries: [
      ...entriesOf('', geminiAnswerSchema.shape, {
        usageMetadata: { promptTokenCount: 3 },
        metadata: { usage: { prompt_tokens: 3, total_tokens: 3 } },
        truncated: true,
      }),
      { path: '/usageMetadata', value: { promptTokenCount: 3, promptTokenDetails: [{ modality: 'TEXT', tokenCount: 3 }] } },
      { path: '/metadata', value: { billableCharacterCount: 3 } },
      { path: '/embedding/statistics', value: { tokenCount: 3, truncated: true, tokensDetails: [{ modality: 'TEXT', tokenCount: 3 }] } },
      { path: '/embedding/unknown', value: 1 },
      { path: '/unknown', value: 1 },
    ],
  },
  {
    adapter: geminiEmbeddings,
    base: { embeddings: [vector, vector] },
    entries: [
      { path: '/usageMetadata', value: { totalTokenCount: 3 } },
      { path: '/embeddings/1/statistics', value: { tokenCount: 3 } },
    ],
  },
  {
    adapter: vertexPredict,
    base: { predictions: [{ embeddings: vector }] },
    entries: [
      { path: '/predictions/0/embeddings/statistics', value: { token_count: 3 } },
      { path: '/predictions/0/embeddings/statistics', value: { truncated: true } },
      { path: '/predictions/0/embeddings/unknown', value: 1 },
      { path: '/predictions/0/unknown', value: 1 },
      { path: '/metadata', value: { billableCharacterCount: 3 } },
    ],
  },
]

const cases = (coverages: readonly FieldCoverage[]) =>
  coverages.flatMap((coverage) =>
    adapters.flatMap((to) =>
      coverage.entries.map((entry) => ({
        ...coverage,
        entry,
        to,
        source: coverage.adapter.format,
        target: to.format,
        field: entry.path,
        value: entry.value,
      })),
    ),
  )

/** Google cannot be told how to spell vectors; the spelling of the response has tests of its own. */
const isSpelledInAnswer = ({ field, to }: ReturnType<typeof cases>[number]): boolean =>
  field === '/encoding_format' && to !== openaiEmbeddings

describe('a field that is set alone changes what is sent, or is reported', () => {
  test.each(cases(requests).filter((entry) => !isSpelledInAnswer(entry)))(
    'request of $source to $target: $field $value',
    ({ adapter, to, path, base, entry }) => {
      expect(lawFieldCoverage(requestTranslation(adapter, to, path), base, entry)).toEqual([])
    },
  )

  test.each(cases(answers))('answer of $source to $target: $field $value', ({ adapter, to, base, entry }) => {
    expect(lawFieldCoverage(answerTranslation(adapter, to), base, entry)).toEqual([])
  })
})
