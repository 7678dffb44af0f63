import type { Notice } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import {
  geminiEmbeddings,
  notice,
  openaiEmbeddings,
  vertexPredict,
  type EmbedAdapter,
  type EmbedInput,
  type EmbedResponse,
} from '../src/index.ts'

type Code = keyof typeof notice.table

/** Case for each code: lowering this input, or encoding this response, gives it. */
const cases: Readonly<Record<Code, (run: Runs) => void>> = {
  'foreign-field': ({ lower }) => lower(openaiEmbeddings, { parts: [text], extensions: { other: { rest: { key: 1 } } } }),
  task: ({ lower }) => lower(openaiEmbeddings, { parts: [text], task: 'CLUSTERING' }),
  title: ({ lower }) => lower(openaiEmbeddings, { parts: [text], title: 't' }),
  truncate: ({ lower }) => lower(geminiEmbeddings, { parts: [text], truncate: false }),
  user: ({ lower }) => lower(geminiEmbeddings, { parts: [text] }),
  media: ({ lower }) => lower(vertexPredict, { parts: [text, { type: 'document', source: { type: 'url', url: 'https://x.test/a.pdf' } }] }),
  'unknown-part': ({ lower }) => lower(geminiEmbeddings, { parts: [text, { type: 'opaque', format: 'other', wire: {} }] }),
  'part-detail': ({ lower }) =>
    lower(geminiEmbeddings, {
      parts: [{ type: 'media', kind: 'video', source: { type: 'url', url: 'https://x.test/a.mp4' }, clip: { start: '1s' } }],
    }),
  'parts-joined': ({ lower }) => lower(openaiEmbeddings, { parts: [text, text] }),
  model: ({ encode }) => encode(geminiEmbeddings, { model: 'm', embeddings: [] }),
  'model-unknown': ({ encode }) => encode(openaiEmbeddings, { embeddings: [] }),
  'usage-unknown': ({ encode }) => encode(openaiEmbeddings, { model: 'm', embeddings: [] }),
  'usage-detail': ({ encode }) => encode(openaiEmbeddings, { embeddings: [], usage: { input: { total: 1, cacheRead: 1 }, output: {} } }),
  'token-count': ({ encode }) => encode(openaiEmbeddings, { embeddings: [{ vector, tokens: 1 }] }),
  'token-share': ({ encode }) =>
    encode(vertexPredict, { embeddings: [{ vector }, { vector }], usage: { input: { total: 3 }, output: {} } }),
  truncated: ({ encode }) => encode(openaiEmbeddings, { embeddings: [{ vector, truncated: true }] }),
}

const text = { type: 'text', text: 'a' } as const
const vector = { type: 'floats', values: [1] } as const

interface Runs {
  lower(adapter: EmbedAdapter, input: EmbedInput): void
  encode(adapter: EmbedAdapter, response: EmbedResponse): void
}

describe('notices', () => {
  test.each(Object.entries(cases))('%s is told', (code, run) => {
    const { context, notices } = createTestContext()
    run({
      lower: (adapter, input) => void adapter.lowerRequest({ model: 'm', inputs: [input], user: 'u' }, context),
      encode: (adapter, response) => void adapter.encodeResponse(response, context),
    })
    expect(notices.map((given: Notice) => given.code)).toContain(`embeddings/${code}`)
  })

  test('never hold content', () => {
    for (const { message } of Object.values(notice.table)) expect(message).toMatch(/^[a-z0-9 ,:']+$/i)
  })
})
