import { chain, isJsonObject, type GenerateAdapter, type Json, type JsonObject } from '@interlingua/core'
import { converse } from '@interlingua/converse'
import { interactions } from '@interlingua/interactions'
import {
  answerTranslation,
  arbitraryReusedIds,
  checkConverseRequest,
  createTestContext,
  lawDigits,
  lawExactNotices,
  lawGrowth,
  lawNoSilentLoss,
  lawReusedIds,
  lawSiblings,
  lawStablePrefix,
  requestTranslation,
  translateStreamText,
  type LoopReader,
  type Pair,
  type Recording,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordings as recorded } from '../../packages/converse/test/corpus.ts'
import { samples, streamOf } from '../../packages/converse/test/samples.ts'
import { runs } from '../../tools/runs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { growingSessions, requestsOf } from '../src/growing-session.ts'

const corpus: readonly Recording[] = [...samples, ...recorded].filter(({ format }) => format === 'converse')
const requests = corpus.filter(({ request, status }) => isJsonObject(request) && status < 400)
const answers = corpus.filter(({ response, status }) => isJsonObject(response) && status < 400)

/** Names of requests and answers that the path gives, ids that pair blocks, sums and doubles of counts. */
const inertAnswer = [
  '/output/message/role',
  '/output/message/content/*/toolUse/toolUseId',
  '/output/message/content/*/toolUse/type',
  '/output/message/content/*/toolResult/toolUseId',
  '/output/message/content/*/toolResult/type',
  '/usage/totalTokens',
  '/usage/cacheReadInputTokenCount',
  '/usage/cacheWriteInputTokenCount',
]
const inertRequest = [
  '/modelId',
  '/messages/*/role',
  '/messages/*/content/*/toolUse/type',
  '/messages/*/content/*/toolResult/type',
  '/messages/*/content/*/cachePoint/type',
  '/messages/*/content/*/document/format',
  '/system/*/cachePoint/type',
  '/toolConfig/tools/*/cachePoint/type',
  '/outputConfig/textFormat/type',
]
/** Data of the caller: inputs and schemas. */
const skipped = (path: string): boolean => /\/(?:input|json)$/.test(path)

function pairWith(adapter: GenerateAdapter): { readonly out: Pair; readonly into: Pair } {
  return { out: { source: converse, target: adapter }, into: { source: adapter, target: converse } }
}

describe.each(formatIds)('between Converse and %s', (id) => {
  const { out, into } = pairWith(formats[id].documents)

  test('nothing of an answer is lost in silence, and each notice names exactly the loss', () => {
    for (const { id: name, response } of answers) {
      const settings = { inert: inertAnswer }
      expect(lawNoSilentLoss(name, answerTranslation(out), response as Json, settings), name).toEqual([])
      expect(lawExactNotices(name, answerTranslation(out), response as Json, settings), name).toEqual([])
    }
  })

  test('nothing of a request is lost in silence', () => {
    for (const { id: name, request } of requests)
      expect(lawNoSilentLoss(name, requestTranslation(out), request as Json, { inert: inertRequest }), name).toEqual([])
  })

  test('an unknown key is named', () => {
    for (const { id: name, response } of answers)
      expect(lawSiblings(name, answerTranslation(out), response as Json, { skipped }), name).toEqual([])
  })

  test('a stream is a whole answer, or a failure', () => {
    for (const { stream } of corpus) {
      if (stream === undefined) continue
      const { text } = translateStreamText(out, [stream], formats[id].asked)
      expect(formats[id].checkStream(text)).toEqual([])
    }
  })

  test('each request of a growing session begins with the one before, and is legal', () => {
    fc.assert(
      fc.property(growingSessions, (session) => {
        const sent = requestsOf(id, session, false).map((body): JsonObject => {
          const done = requestTranslation(into, formats[id].headers)(body)
          return done.type === 'done' && isJsonObject(done.output) ? done.output : {}
        })
        expect(lawStablePrefix('converse', sent)).toEqual([])
        for (const body of sent) expect(checkConverseRequest(body)).toEqual([])
      }),
      runs(40),
    )
  })
})

test('an unknown key is carried within the format', () => {
  const pair: Pair = { source: converse, target: converse }
  for (const { id: name, response } of answers)
    expect(lawSiblings(name, answerTranslation(pair), response as Json, { carried: true }), name).toEqual([])
  for (const { id: name, request } of requests)
    expect(lawSiblings(name, requestTranslation(pair), request as Json, { carried: true }), name).toEqual([])
})

const reader: LoopReader = {
  messages: (body) => listOf((body as JsonObject)['messages']), // a body is an object, here and below
  pairs: (body) => {
    const blocks = listOf((body as JsonObject)['messages']).flatMap(({ content }) => listOf(content))
    const calls = blocks.flatMap(({ toolUse }) => (isJsonObject(toolUse) ? [toolUse] : []))
    const results = blocks.flatMap(({ toolResult }) => (isJsonObject(toolResult) ? [toolResult] : []))
    if (new Set(calls.map((call) => call['toolUseId'])).size < calls.length || results.length !== calls.length) return []
    return calls.map((call) => {
      const result = results.find(({ toolUseId }) => toolUseId === call['toolUseId'])
      const [text] = listOf(result?.['content'])
      return [(call['input'] as JsonObject)['n'], typeof text?.['text'] === 'string' ? text['text'] : undefined] as const // an object of one number
    })
  },
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

test('a history with ids that come again has each result at its own call, and is repeated as it was', () => {
  fc.assert(
    fc.property(arbitraryReusedIds, (steps) => {
      expect(lawReusedIds(converse, steps, reader)).toEqual([])
    }),
    runs(200),
  )
})

const input = '{"id":1234567890123456789,"price":1.50,"zero":-0,"huge":1e400,"long":0.12345678901234567890}'
const numbers = ['1234567890123456789', '1.50', '-0', '1e400', '0.12345678901234567890']

test.each(formatIds)('numbers keep their digits to %s', (id) => {
  const call = `{"toolUse":{"toolUseId":"c","name":"f","input":${input}}}`
  const text = `{"messages":[{"role":"user","content":[{"text":"x"}]},{"role":"assistant","content":[${call}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c","content":[{"text":"r"}]}}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{"type":"object"}}}}]},"new_key":{"amount":98765432109876543210}}`
  const at = '/messages/1/content/0/toolUse/input'
  const spelled = { ...Object.fromEntries(numbers.map((number) => [number, at] as const)), '98765432109876543210': '/new_key' } as const
  const path = '/model/m/converse'
  expect(lawDigits('request', pairWith(formats[id].documents).out, { kind: 'request', path, text, numbers: spelled })).toEqual([])
  const answer = `{"output":{"message":{"role":"assistant","content":[${call}]}},"stopReason":"tool_use","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2},"new_key":98765432109876543210}`
  const told = {
    ...Object.fromEntries(numbers.map((number) => [number, '/output/message/content/0/toolUse/input'] as const)),
    '98765432109876543210': '/new_key',
  } as const
  expect(lawDigits('answer', pairWith(formats[id].documents).out, { kind: 'answer', text: answer, numbers: told })).toEqual([])
})

const user = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content })
const assistant = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content })

const many: Readonly<Record<string, (n: number) => JsonObject>> = {
  messages: (n) => ({ messages: Array.from({ length: n }, (_, i) => (i % 2 ? assistant({ text: `t${i}` }) : user({ text: `t${i}` }))) }),
  blocks: (n) => ({ messages: [user(...Array.from({ length: n }, (_, i) => ({ text: `t${i}` })))] }),
  'cache points': (n) => ({
    messages: [user(...Array.from({ length: n }, (_, i) => (i % 2 ? { cachePoint: { type: 'default' } } : { text: `t${i}` })))],
  }),
  calls: (n) => ({
    messages: [
      user({ text: 'x' }),
      assistant(...Array.from({ length: n }, (_, i) => ({ toolUse: { toolUseId: `c${i}`, name: 'f', input: { i } } }))),
      user(...Array.from({ length: n }, (_, i) => ({ toolResult: { toolUseId: `c${i}`, content: [{ text: 'r' }] } }))),
    ],
  }),
  documents: (n) => ({
    messages: [
      user({ text: 'x' }, ...Array.from({ length: n }, () => ({ document: { format: 'txt', name: 'one', source: { text: 'a' } } }))),
    ],
  }),
  tools: (n) => ({
    messages: [user({ text: 'x' })],
    toolConfig: {
      tools: Array.from({ length: n }, (_, i) => ({ toolSpec: { name: `f${i}`, inputSchema: { json: { type: 'object' } } } })),
    },
  }),
}

const delta = (contentBlockIndex: number, change: JsonObject) => ['contentBlockDelta', { contentBlockIndex, delta: change }] as const
const repeat = <T>(n: number, make: (index: number) => T): readonly T[] => Array.from({ length: n }, (_, index) => make(index))

const streams: Readonly<Record<string, (n: number) => string>> = {
  deltas: (n) => streamOf(...repeat(n, () => delta(0, { text: 'a' }))),
  blocks: (n) =>
    streamOf(...repeat(n, (index) => [delta(index, { text: 'a' }), ['contentBlockStop', { contentBlockIndex: index }] as const]).flat()),
  'open blocks': (n) => streamOf(...repeat(n, (index) => delta(index, { reasoningContent: { text: 'a' } }))),
  'a hosted call': (n) =>
    streamOf(
      [
        'contentBlockStart',
        { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'h', name: 'nova_grounding', type: 'server_tool_use' } } },
      ],
      ...repeat(n, () => delta(0, { toolUse: { input: ' ' } })),
    ),
  citations: (n) => streamOf(...repeat(n, () => delta(0, { citation: { location: { web: { url: 'u' } } } }))),
}

test('the work grows with the size of the request, and of the stream', { timeout: 120_000 }, () => {
  const shapes = Object.entries(many).flatMap(([name, bodyOf]) =>
    (
      [
        [name, { source: converse, target: formats.messages.adapter }],
        [`${name}, chosen`, { source: converse, target: converse, targetContext: { modelChosen: true } }],
      ] as const
    ).map(([shape, pair]) => ({
      name: shape,
      prepare: (n: number) => {
        const body = bodyOf(n)
        return () => void requestTranslation(pair)(body)
      },
    })),
  )
  const streamed = Object.entries(streams).map(([name, textOf]) => ({
    name,
    prepare: (n: number) => {
      const written = textOf(n)
      return () => {
        const { context } = createTestContext()
        const machine = chain(
          chain(converse.createStreamParser(context), converse.createStreamDecoder(context)),
          converse.createStreamEncoder(context),
        )
        for (let at = 0; at < written.length; at += 4096) machine.push(written.slice(at, at + 4096))
        machine.end()
      }
    },
  }))
  expect(lawGrowth([...shapes, ...streamed], 1000, []).map(({ message }) => message)).toEqual([])
})

test('an answer of Converse has an id for clients that demand one, the same at both ends of a stream', () => {
  const pair: Pair = { source: converse, target: interactions }
  const response = { output: { message: { role: 'assistant', content: [{ text: 'a' }] } }, stopReason: 'end_turn' }
  const done = answerTranslation(pair)(response)
  expect(done.type === 'done' && done.output).toMatchObject({ id: expect.stringMatching(/./) as unknown })
  const { text } = translateStreamText(pair, [streamOf(delta(0, { text: 'a' }), ['messageStop', { stopReason: 'end_turn' }])])
  const ids = [...text.matchAll(/"(?:id|interaction_id)":"([^"]*)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).not.toBe('')
})
