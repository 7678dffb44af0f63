import {
  chain,
  foldEvents,
  isJsonObject,
  parseJson,
  type GenerateAdapter,
  type GenerateRequest,
  type GenerateResponse,
} from '@interlingua/core'
import { unfoldResponse, type Notice, type Turn } from '@interlingua/core'
import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import {
  arbitraryCoreConversation,
  arbitraryCoreResponse,
  canonicalEquivalence,
  createTestContext,
  describeAdapterLaws,
  diff,
  readStream,
  writeStream,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import { textFormats } from '../../tools/text-formats.ts'
import { comparableAnswer } from '../src/comparable-answer.ts'
import { comparableRequest } from '../src/comparable-request.ts'
import { formatIds, formats } from '../src/formats.ts'
import { fuzz, type FuzzCorpus } from '../src/fuzz.ts'
import type { FuzzFormat } from '../src/fuzz-once.ts'
import { coreRecordings, guests } from './guests.ts'

/** Items and their ids group parts in one format, and have no counterpart in others. */
const equivalence = { ...canonicalEquivalence, ignored: new Set([...canonicalEquivalence.ignored, 'itemId', 'items']) }

test('every format of the list is one of the suite, or a guest', () => {
  const house = Object.keys(textFormats).filter((id) => textFormats[id]?.grid)
  expect(new Set(formatIds)).toEqual(new Set(house))
  expect(guests.map(({ id }) => id)).toContain('converse')
})

describe.each(guests.map((guest) => [guest.id, guest] as const))('the guest %s', (_, { edge, notice }) => {
  const { adapter } = edge
  const corpus = coreRecordings(adapter, 8)

  describeAdapterLaws(adapter, { strict: true, edge, declared: [notice], corpus, runs: runs(200).numRuns })

  describe.each(formatIds)('and %s', (id) => {
    const house = formats[id].adapter

    test('a conversation of the core means the same by way of each other', () => {
      fc.assert(
        fc.property(arbitraryCoreConversation, (conversation) => {
          for (const [source, target] of [[adapter, house] as const, [house, adapter] as const]) {
            const notices: Notice[] = []
            const asked = lowered(source, conversation, notices)
            const seen = through(target, through(source, asked, notices), notices)
            expect(diff(comparableRequest(through(target, asked, []), []), comparableRequest(seen, []), equivalence)).toEqual([])
            expect(notices.filter(({ severe }) => severe)).toEqual([])
          }
        }),
        runs(100),
      )
    })

    test('an answer of the core means the same by way of each other, as a document and as a stream', () => {
      fc.assert(
        fc.property(arbitraryCoreResponse, (response) => {
          for (const [source, target] of [[adapter, house] as const, [house, adapter] as const]) {
            const documents = document(target, document(source, response))
            expect(diff(meaning(response), meaning(documents), equivalence)).toEqual([])
            const streams = streamed(target, streamed(source, response))
            expect(diff(meaning(response), meaning(streams), equivalence)).toEqual([])
          }
        }),
        runs(100),
      )
    })
  })

  test('mutated bodies and streams end in our own errors, or go all the way', () => {
    const own: FuzzFormat = { adapter, documents: adapter, headers: {}, asked: {}, checkStream: () => [], keepsPath: true }
    const corpora = formatIds.map((id): FuzzCorpus => [own, formats[id], corpus])
    const { faults, ways } = fuzz(1_000, 7, 0, corpora)
    expect(faults).toEqual([])
    expect(Object.keys(ways).length).toBeGreaterThan(3)
  })

  describe('served by the scripted provider', () => {
    let provider: ScriptedProvider
    beforeAll(async () => {
      provider = await startScriptedProvider({ formats: [edge] })
    })
    afterAll(() => provider.close())

    test.each([false, true])('answers and calls a tool; streamed: %s', async (stream) => {
      const said = await ask([{ author: 'user', parts: [{ type: 'text', text: 'Good morning!' }] }], stream)
      expect(said.candidates[0]?.parts).toMatchObject([{ type: 'text', text: expect.stringContaining('Demo provider') }])
      const called = await ask([{ author: 'user', parts: [{ type: 'text', text: 'Call get_weather, please.' }] }], stream)
      const call = called.candidates[0]?.parts.find((part) => part.type === 'tool-call')
      expect(call?.name).toBe('get_weather')
      expect(isJsonObject(parseJson(call?.arguments ?? ''))).toBe(true)
    })

    test('fails in words of the format', async () => {
      const reply = await send([{ author: 'user', parts: [{ type: 'text', text: '[demo:rate-limit retry-after=2] Hello' }] }], false)
      const { context } = createTestContext()
      const failure = adapter.decodeFailure(adapter.parseFailure({ ...reply, body: parseJson(reply.text) }), context)
      expect(failure).toMatchObject({ code: 'rate-limit', retryAfterMs: 2000 })
    })

    test.each(['cut-clean', 'error-event', 'malformed'])('ends a stream as a failure: %s', async (directive) => {
      const answer = await ask([{ author: 'user', parts: [{ type: 'text', text: `[demo:${directive}] Tell me more.` }] }], true)
      expect(answer.status).toBe('failed')
      expect(answer.failure).toBeDefined()
    })

    async function ask(turns: readonly Turn[], stream: boolean): Promise<GenerateResponse> {
      const { context } = createTestContext()
      const { status, headers, bytes, text } = await send(turns, stream)
      expect(status, text).toBe(200)
      if (!stream) return adapter.decodeResponse(adapter.parseResponse({ status, headers, body: parseJson(text) }, context), context)
      expect(headers['content-type']).toBe(adapter.http.streamContentType)
      const reader = edge.stream.binary?.createReader()
      const texts = reader ? [...reader.push(bytes), ...reader.end()] : [text]
      const machine = chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context))
      return foldEvents([...texts.flatMap((piece) => machine.push(piece)), ...machine.end()])
    }

    async function send(turns: readonly Turn[], stream: boolean) {
      const { context } = createTestContext()
      const tool = { type: 'function', name: 'get_weather', schema: { type: 'object', properties: { city: { type: 'string' } } } } as const
      const asked: GenerateRequest = { model: `demo-${adapter.format}`, turns, tools: [tool], stream, output: { maxTokens: 500 } }
      const { path, query, headers, body } = adapter.encodeRequest(adapter.lowerRequest(asked, context).request, context)
      const init = { method: 'POST', headers: { ...headers, authorization: 'Bearer any' }, body: JSON.stringify(body) }
      const reply = await fetch(new URL(`${path}?${new URLSearchParams(query)}`, provider.url), init)
      const bytes = new Uint8Array(await reply.arrayBuffer())
      return { status: reply.status, headers: Object.fromEntries(reply.headers), bytes, text: new TextDecoder().decode(bytes) }
    }
  })
})

function lowered(adapter: GenerateAdapter, request: GenerateRequest, notices: Notice[]): GenerateRequest {
  const { context } = createTestContext()
  return adapter.lowerRequest(request, { ...context, onNotice: (notice) => void notices.push(notice) }).request
}

/** The request as an upstream of the format reads it. */
function through(adapter: GenerateAdapter, request: GenerateRequest, notices: Notice[]): GenerateRequest {
  const { context } = createTestContext()
  const message = adapter.encodeRequest(lowered(adapter, request, notices), context)
  const body: unknown = JSON.parse(JSON.stringify(message.body))
  return adapter.decodeRequest(adapter.parseRequest({ ...message, body }, context), context)
}

/** The answer as a client of the format reads it. */
function document(adapter: GenerateAdapter, response: GenerateResponse): GenerateResponse {
  const { context } = createTestContext()
  const reply = adapter.encodeResponse(response, context)
  const body: unknown = JSON.parse(JSON.stringify(reply.body))
  return adapter.decodeResponse(adapter.parseResponse({ ...reply, body }, context), context)
}

function streamed(adapter: GenerateAdapter, response: GenerateResponse): GenerateResponse {
  const { context } = createTestContext()
  const asked = formatIds.flatMap((id) => (formats[id].adapter === adapter ? [formats[id].asked] : []))
  return foldEvents(readStream(adapter, [writeStream(adapter, unfoldResponse(response), context, asked[0])], context))
}

/** The part of an answer that every format says; ids, times and finer counts are each server's own. */
function meaning(answer: GenerateResponse): object {
  const { status, candidates, usage } = comparableAnswer(answer)
  return {
    status,
    candidates: candidates.map(({ parts, finish }) => ({ parts, finish: finish?.unified })),
    total: [usage?.input.total, usage?.output.total],
  }
}
