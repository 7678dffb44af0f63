import type { Json, JsonObject } from '@interlingua/core'
import { arbitraryBase64, arbitraryObject, arbitraryWords } from '@interlingua/testkit'
import fc from 'fast-check'
import { floatsToBase64 } from '../src/index.ts'

type Wire = fc.Arbitrary<JsonObject>

/** Keys that no dialect knows, null and `__proto__` among them. */
const unknown: Wire = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ input_type: fc.constant('document'), output_dtype: fc.constant(null), extra: arbitraryObject }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as JsonObject) }, // JSON.parse keeps own keys
)

/** Optional fields, with unknown keys. */
function loose(fields: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]): Wire {
  const record = fc.record(fields, { requiredKeys: [...required] })
  // Object.assign would swallow `__proto__`.
  return fc
    .tuple(record, unknown)
    .map(([known, rest]) => Object.fromEntries([...Object.entries(rest), ...Object.entries(known)]) as JsonObject)
}

const model = fc.constantFrom('text-embedding-3-small', 'org/model:tag', 'gemini-embedding-2', 'ä b')
const dimensions = fc.integer({ min: 1, max: 3072 })
const orNull = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.option(value, { freq: 6 })
const tokens = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 4 })
const task = fc.constantFrom('RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT', 'CLUSTERING', 'SOMETHING_NEW')

export const openaiRequest: Wire = loose(
  {
    model,
    input: fc.oneof(
      { weight: 3, arbitrary: arbitraryWords },
      { weight: 4, arbitrary: fc.array(arbitraryWords, { minLength: 1, maxLength: 5 }) },
      tokens,
      fc.array(tokens, { minLength: 1, maxLength: 3 }),
    ),
    dimensions: orNull(dimensions),
    encoding_format: orNull(fc.constantFrom('float', 'base64')),
    user: orNull(arbitraryWords),
  },
  ['model', 'input'],
)

/** A setting in one of its spellings and places. */
function spelled(camel: string, snake: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    value.map((it) => ({ [camel]: it })),
    value.map((it) => ({ [snake]: it })),
  )
}

/** A title only with the one task type that takes it; Google refuses others, which has a test of its own. */
const taskAndTitle = fc.oneof(
  spelled('taskType', 'task_type', orNull(task)),
  fc.record({ taskType: fc.constant('RETRIEVAL_DOCUMENT'), title: arbitraryWords }),
)

const settings = fc
  .tuple(
    taskAndTitle,
    spelled('outputDimensionality', 'output_dimensionality', orNull(dimensions)),
    spelled('autoTruncate', 'auto_truncate', fc.boolean()),
    unknown,
  )
  .map(([...parts]) => Object.fromEntries(parts.flatMap((part) => Object.entries(part))) as JsonObject)

const blob = fc.oneof(
  fc.record({ mimeType: fc.constantFrom('image/png', 'audio/wav', 'application/pdf'), data: arbitraryBase64 }),
  fc.record({ mime_type: fc.constant('video/mp4'), data: arbitraryBase64, display_name: arbitraryWords }),
)

const part: Wire = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: arbitraryWords }) as Wire },
  { weight: 1, arbitrary: loose({ text: arbitraryWords }, ['text']) },
  { weight: 1, arbitrary: fc.record({ inlineData: blob }) as Wire },
  { weight: 1, arbitrary: fc.record({ inline_data: blob, videoMetadata: fc.constant({ fps: 1 }) }) as Wire },
  { weight: 1, arbitrary: fc.record({ fileData: fc.record({ fileUri: fc.constantFrom('gs://b/o', 'https://x.test/a.png') }) }) as Wire },
  { weight: 1, arbitrary: fc.record({ functionCall: fc.constant({ name: 'f', args: {} }) }) as Wire },
)

const content: Wire = fc
  .tuple(fc.array(part, { maxLength: 2 }), arbitraryWords, fc.constantFrom('user', 'model', undefined), unknown)
  .map(([parts, text, role, rest]) => ({ ...rest, parts: [...parts, { text }], ...(role !== undefined && { role }) }))

function item(named: fc.Arbitrary<JsonObject>): Wire {
  return fc.tuple(named, content, settings, fc.constantFrom('none', 'beside', 'config', 'empty')).map(([head, said, options, place]) => ({
    ...head,
    content: said,
    ...(place === 'beside' && options),
    ...(place === 'config' && { embedContentConfig: options }),
    ...(place === 'empty' && { embed_content_config: {} }),
  }))
}

const single = item(fc.constantFrom({}, { model: 'models/m' }, { model: 'm' }))
const batch = fc
  .tuple(fc.array(item(fc.constantFrom({}, { model: 'models/m' })), { minLength: 1, maxLength: 4 }), unknown)
  .map(([requests, rest]) => ({ ...rest, requests }) as JsonObject)

export const geminiRequest: Wire = fc.oneof(single, batch)

export const vertexRequest: Wire = loose(
  {
    instances: fc.array(
      fc.tuple(taskAndTitle, arbitraryWords, unknown).map(([said, text, rest]) => ({ ...rest, content: text, ...said })),
      { minLength: 1, maxLength: 4 },
    ),
    parameters: fc.oneof(
      settings.map(({ taskType: _, task_type: _snake, title: _title, ...rest }) => rest as JsonObject),
      fc.constant(null),
    ),
  },
  ['instances'],
)

const floats = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 }), { maxLength: 4 })
const few = { minLength: 1, maxLength: 3 } as const
const count = fc.nat(1000)

export const openaiAnswer: Wire = loose(
  {
    object: fc.constantFrom('list', 'lists'),
    data: fc
      .array(
        fc.tuple(
          fc.oneof(
            floats,
            floats.map((list) => floatsToBase64(list)),
          ),
          unknown,
          fc.boolean(),
        ),
        few,
      )
      .map((list) =>
        list.map(
          ([embedding, rest, bare], index): Json => ({ ...rest, embedding, ...(!bare && { index, object: 'embedding' }) }) as JsonObject,
        ),
      ),
    model,
    usage: fc.oneof(
      count.map((tokens) => ({ prompt_tokens: tokens, total_tokens: tokens })),
      loose({ prompt_tokens: count, total_tokens: count }, []),
      fc.constant(null),
    ),
  },
  ['data'],
)

const vector = fc
  .tuple(floats, fc.option(loose({ tokenCount: count, truncated: fc.boolean() }, [])), unknown)
  .map(([values, statistics, rest]) => ({ ...rest, values, ...(statistics && { statistics }) }))

const googleUsage = fc.oneof(
  loose({ promptTokenCount: count, totalTokenCount: count }, []),
  count.map((tokens) => ({ promptTokenCount: tokens, promptTokenDetails: [{ modality: 'TEXT', tokenCount: tokens }] })),
)
const plainUsage = count.map((tokens) => ({ usage: { prompt_tokens: tokens, total_tokens: tokens } }))

export const geminiAnswer: Wire = fc.oneof(
  loose({ embedding: vector, usageMetadata: googleUsage, metadata: fc.oneof(plainUsage, arbitraryObject), truncated: fc.boolean() }, [
    'embedding',
  ]),
  loose({ embeddings: fc.array(vector, few), usageMetadata: googleUsage, metadata: plainUsage }, ['embeddings']),
)

export const vertexAnswer: Wire = loose(
  {
    predictions: fc.array(
      fc
        .tuple(floats, fc.option(loose({ token_count: count, truncated: fc.boolean() }, [])), unknown, unknown)
        .map(([values, statistics, rest, outer]) => ({ ...outer, embeddings: { ...rest, values, ...(statistics && { statistics }) } })),
      few,
    ),
    metadata: fc.record({ billableCharacterCount: count }),
  },
  ['predictions'],
)
