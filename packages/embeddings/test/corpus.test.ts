import { fileURLToPath } from 'node:url'
import type { Json, JsonObject } from '@interlingua/core'
import {
  createTestContext,
  deepFreeze,
  diff,
  lawNoSilentLoss,
  lawNoticePaths,
  messageOf,
  readCorpus,
  type Recording,
} from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '../src/index.ts'
import { adapters, answerTranslation, carryAnswer, carryRequest, requestTranslation } from './carry.ts'

// Recorded traffic of real clients, which lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

const exchanges = [...(readCorpus(`${corpus}/embeddings`) ?? []), ...(readCorpus(`${corpus}/embedContent`) ?? [])]
/** Exchange whose only input is an empty string, which the provider refused, as this library does. */
const refused = 'embeddings.rig.doubleword-embedding-dimensions-empty-input-at-a-requested-width.0.7e6d26'
const requests = exchanges.filter(({ id, request }) => request !== null && id !== refused)
const answers = exchanges.filter(({ status }) => status === 200)

function adapterOf({ format, path }: Recording): EmbedAdapter {
  if (format === 'embeddings') return openaiEmbeddings
  return path.endsWith(':predict') ? vertexPredict : geminiEmbeddings
}

const bodyOf = (exchange: Recording): JsonObject => deepFreeze(exchange.response) as JsonObject // answers of 200 are objects

const others = (
  list: readonly Recording[],
): readonly { exchange: Recording; from: EmbedAdapter; to: EmbedAdapter; id: string; into: string }[] =>
  list.flatMap((exchange) => {
    const from = adapterOf(exchange)
    return adapters.filter((to) => to !== from).map((to) => ({ exchange, from, to, id: exchange.id, into: to.format }))
  })

describeRecordings('recorded exchanges', corpus, () => {
  test('are all here', () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(20)
  })

  test.each(requests)('request $id comes back as it went in', (exchange) => {
    const { context, notices } = createTestContext()
    const adapter = adapterOf(exchange)
    const message = deepFreeze(messageOf(exchange) ?? expect.unreachable())
    const parsed = adapter.parseRequest(message, context)
    expect(parsed.body).toBe(message.body)
    expect(diff(adapter.encodeRequest(adapter.decodeRequest(parsed, context), context).body, message.body)).toEqual([])
    expect(notices).toEqual([])
  })

  test.each(requests)('request $id is the same request to an upstream of its own dialect', (exchange) => {
    const adapter = adapterOf(exchange)
    const { sent, notices } = carryRequest(adapter, adapter, messageOf(exchange) ?? expect.unreachable())
    expect(notices).toEqual([])
    expect(
      diff(
        sent.map(({ body }) => body),
        [exchange.request],
      ),
    ).toEqual([])
  })

  test.each(answers)('answer $id comes back as it went in', (exchange) => {
    const { body, notices } = carryAnswer(adapterOf(exchange), adapterOf(exchange), [bodyOf(exchange)])
    expect(diff(body, exchange.response)).toEqual([])
    expect(notices).toEqual([])
  })

  test.each(others(requests))('request $id into $into: nothing is lost in silence', ({ exchange, from, to }) => {
    const translate = requestTranslation(from, to, exchange.path)
    const result = translate(exchange.request)
    if (result.type === 'refused') expect.unreachable(`${result.path}: ${result.message}`)
    expect(lawNoticePaths('notice paths', result.notices, exchange.request)).toEqual([])
    expect(lawNoSilentLoss('no silent loss', translate, exchange.request, { inert: ['/requests/*/model'] })).toEqual([])
  })

  test.each(others(answers))('answer $id into $into: nothing is lost in silence', ({ exchange, from, to }) => {
    const translate = answerTranslation(from, to)
    const result = translate(exchange.response)
    if (result.type === 'refused') expect.unreachable(`${result.path}: ${result.message}`)
    expect(lawNoticePaths('notice paths', result.notices, exchange.response)).toEqual([])
    const light = shortened(exchange.response ?? null)
    expect(lawNoSilentLoss('no silent loss', translate, light, { perShape: 2 })).toEqual([])
  })

  test('an empty text is refused as the provider refused it', () => {
    const exchange = exchanges.find(({ id }) => id === refused) ?? expect.unreachable()
    const { context } = createTestContext()
    const { decodeFailure, parseRequest } = openaiEmbeddings
    expect(() => parseRequest(messageOf(exchange) ?? expect.unreachable(), context)).toThrow(
      expect.objectContaining({ code: 'wire', path: '/input/0' }),
    )
    expect(decodeFailure({ status: exchange.status, headers: {}, body: exchange.response }, context).code).toBe('invalid-request')
  })

  test.each(exchanges.filter(({ status }) => status === 401 || status === 404))('failure $id is told for what it is', (exchange) => {
    const { context } = createTestContext()
    const failure = adapterOf(exchange).decodeFailure({ status: exchange.status, headers: {}, body: exchange.response }, context)
    expect(failure).toMatchObject({
      code: exchange.status === 401 ? 'authentication' : 'not-found',
      retryable: false,
      status: exchange.status,
      raw: { wire: exchange.response },
    })
    expect(failure.message).not.toContain('the upstream answered')
  })
})

/** Shortens vectors to eight numbers, so that a law need not print thousands for each leaf that it changes. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value.slice(0, 8) : value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'embedding' && typeof inner === 'string' ? inner.slice(0, 64) : shortened(inner),
    ]),
  )
}
