import { chain, isJsonObject, type GenerateAdapter, type Json, type JsonObject } from '@interlingua/core'
import { interactions } from '@interlingua/interactions'
import {
  answerTranslation,
  arbitraryReusedIds,
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
import { recordings as recorded } from '../../packages/interactions/test/corpus.ts'
import { samples } from '../../packages/interactions/test/samples.ts'
import { runs } from '../../tools/runs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { growingSessions, requestsOf } from '../src/growing-session.ts'

const corpus: readonly Recording[] = [...samples, ...recorded]
const requests = corpus.filter(({ request, status }) => isJsonObject(request) && request['agent'] === undefined && status < 400)
const answers = corpus.filter(({ response, status }) => isJsonObject(response) && status < 400)

/** A failed answer is a failure elsewhere, which has no place for more. */
const told = answers.filter(({ response }) => isJsonObject(response) && response['status'] !== 'failed')
/** The arguments of a hosted tool are its own. */
const skipped = (path: string): boolean => /^\/steps\/\d+\/arguments$/.test(path)
/** Constants, sums, ids that pair steps, and times that other formats have once. */
const inertAnswer = [
  '/object',
  '/updated',
  '/usage/total_tokens',
  '/steps/*/type',
  '/steps/*/call_id',
  '/steps/*/id',
  // Contents knows one language, and chat names a type of audio that it does not know beside the data.
  '/steps/*/arguments/language',
  '/steps/*/content/*/data',
]
/** Types of steps and tools, names of results that those of their calls repeat, and what the gateway answers from its own store. */
const inertRequest = ['/input/*/type', '/tools/*/type', '/store', '/background', '/stream', '/input/*/content/*/name']

function pairWith(adapter: GenerateAdapter): { readonly out: Pair; readonly into: Pair } {
  return { out: { source: interactions, target: adapter }, into: { source: adapter, target: interactions } }
}

describe.each(formatIds)('between Interactions and %s', (id) => {
  const { out } = pairWith(formats[id].documents)

  test('nothing of an answer is lost in silence, and each notice names exactly the loss', () => {
    for (const { id: name, response } of told) {
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
    for (const { id: name, response } of told)
      expect(lawSiblings(name, answerTranslation(out), response as Json, { skipped }), name).toEqual([])
  })

  test('a stream is a whole answer, or a failure', () => {
    for (const { stream } of corpus) {
      if (stream === undefined) continue
      const { text } = translateStreamText(out, [stream], formats[id].asked)
      expect(formats[id].checkStream(text)).toEqual([])
    }
  })

  test('each request of a growing session begins with the one before', () => {
    fc.assert(
      fc.property(growingSessions, (session) => {
        const { into } = pairWith(formats[id].documents)
        const sent = requestsOf(id, session, false).map((body): JsonObject => {
          const done = requestTranslation(into, formats[id].headers)(body)
          return done.type === 'done' && isJsonObject(done.output) ? done.output : {}
        })
        expect(lawStablePrefix('interactions', sent)).toEqual([])
      }),
      runs(40),
    )
  })
})

test('an unknown key is carried within the format', () => {
  const pair: Pair = { source: interactions, target: interactions }
  for (const { id: name, response } of answers)
    expect(lawSiblings(name, answerTranslation(pair), response as Json, { carried: true }), name).toEqual([])
  for (const { id: name, request } of requests)
    expect(lawSiblings(name, requestTranslation(pair), request as Json, { carried: true }), name).toEqual([])
})

const reader: LoopReader = {
  messages: (body) => listOf((body as JsonObject)['input']), // a body is an object, here and below
  // Results stand behind their calls, and ids are unique.
  pairs: (body) => {
    const steps = listOf((body as JsonObject)['input'])
    const calls = steps.filter(({ type }) => type === 'function_call')
    const results = steps.filter(({ type }) => type === 'function_result')
    if (new Set(calls.map((call) => call['id'])).size < calls.length || results.length !== calls.length) return []
    return calls.map((call) => {
      const result = results.find(({ call_id: id }) => id === call['id'])?.['result']
      return [(call['arguments'] as JsonObject)['n'], typeof result === 'string' ? result : undefined] as const // an object of one number
    })
  },
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

test('a history with ids that come again has each result at its own call, and is repeated as it was', () => {
  fc.assert(
    fc.property(arbitraryReusedIds, (steps) => {
      expect(lawReusedIds(interactions, steps, reader)).toEqual([])
    }),
    runs(200),
  )
})

const input = '{"id":1234567890123456789,"price":1.50,"zero":-0,"huge":1e400,"long":0.12345678901234567890}'
const numbers = ['1234567890123456789', '1.50', '-0', '1e400', '0.12345678901234567890']

test.each(formatIds)('numbers keep their digits to %s', (id) => {
  const text = `{"model":"m","input":[{"type":"user_input","content":[{"type":"text","text":"x"}]},{"type":"function_call","id":"c","name":"f","arguments":${input}},{"type":"function_result","call_id":"c","result":"r"}],"tools":[{"type":"function","name":"f"}],"new_key":{"amount":98765432109876543210}}`
  const spelled = {
    ...Object.fromEntries(numbers.map((number) => [number, '/input/1/arguments'] as const)),
    '98765432109876543210': '/new_key',
  } as const
  expect(lawDigits('request', pairWith(formats[id].documents).out, { kind: 'request', text, numbers: spelled })).toEqual([])
  const answer = `{"id":"i","status":"requires_action","model":"m","steps":[{"type":"function_call","id":"c","name":"f","arguments":${input}}],"new_key":98765432109876543210}`
  const told = {
    ...Object.fromEntries(numbers.map((number) => [number, '/steps/0/arguments'] as const)),
    '98765432109876543210': '/new_key',
  } as const
  expect(lawDigits('answer', pairWith(formats[id].documents).out, { kind: 'answer', text: answer, numbers: told })).toEqual([])
})

const many: Readonly<Record<string, (n: number) => JsonObject>> = {
  steps: (n) => ({
    model: 'm',
    input: Array.from({ length: n }, (_, i) => ({
      type: i % 2 ? 'model_output' : 'user_input',
      content: [{ type: 'text', text: `t${i}` }],
    })),
  }),
  contents: (n) => ({ model: 'm', input: Array.from({ length: n }, (_, i) => ({ type: 'text', text: `t${i}` })) }),
  calls: (n) => ({
    model: 'm',
    input: [
      { type: 'user_input', content: [{ type: 'text', text: 'x' }] },
      ...Array.from({ length: n }, (_, i) => ({ type: 'function_call', id: `c${i}`, name: 'f', arguments: { i } })),
      ...Array.from({ length: n }, (_, i) => ({ type: 'function_result', call_id: `c${i}`, result: 'r' })),
    ],
  }),
  tools: (n) => ({ model: 'm', input: 'x', tools: Array.from({ length: n }, (_, i) => ({ type: 'function', name: `f${i}` })) }),
  citations: (n) => ({
    model: 'm',
    input: [
      {
        type: 'model_output',
        content: [
          {
            type: 'text',
            text: 'é'.repeat(n),
            annotations: Array.from({ length: n }, (_, i) => ({
              type: 'url_citation',
              url: 'u',
              start_index: 2 * i,
              end_index: 2 * i + 2,
            })),
          },
        ],
      },
    ],
  }),
}

const streams: Readonly<Record<string, (n: number) => string>> = {
  deltas: (n) => event('step.start', { index: 0, step: { type: 'model_output' } }) + text(0).repeat(n),
  steps: (n) =>
    Array.from(
      { length: n },
      (_, index) => event('step.start', { index, step: { type: 'model_output' } }) + text(index) + event('step.stop', { index }),
    ).join(''),
  'open steps': (n) => Array.from({ length: n }, (_, index) => event('step.start', { index, step: { type: 'thought' } })).join(''),
  'a hosted step': (n) =>
    event('step.start', { index: 0, step: { type: 'google_search_call', id: 'h' } }) +
    event('step.delta', { index: 0, delta: { type: 'google_search_call', arguments: {} } }).repeat(n),
  'bare lines': (n) => '{"a": 1}\n'.repeat(n),
}

function event(type: string, members: JsonObject): string {
  return `data: ${JSON.stringify({ event_type: type, ...members })}\n\n`
}

function text(index: number): string {
  return event('step.delta', { index, delta: { type: 'text', text: 'a' } })
}

test('the work grows with the size of the request, and of the stream', { timeout: 120_000 }, () => {
  const shapes = Object.entries(many).map(([name, bodyOf]) => ({
    name,
    prepare: (n: number) => {
      const body = bodyOf(n)
      return () => void requestTranslation({ source: interactions, target: formats.messages.adapter })(body)
    },
  }))
  const streamed = Object.entries(streams).map(([name, textOf]) => ({
    name,
    prepare: (n: number) => {
      const written = textOf(n)
      return () => {
        const { context } = createTestContext()
        const machine = chain(
          chain(interactions.createStreamParser(context), interactions.createStreamDecoder(context)),
          interactions.createStreamEncoder(context),
        )
        for (let at = 0; at < written.length; at += 4096) machine.push(written.slice(at, at + 4096))
        machine.end()
      }
    },
  }))
  expect(lawGrowth([...shapes, ...streamed], 1000, []).map(({ message }) => message)).toEqual([])
})
