import type { JsonObject } from '@interlingua/core'
import { createTestContext, deepFreeze, diff, lawNoSilentLoss, lawNoticePaths } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '../src/index.ts'
import * as wires from './arbitrary-wire.ts'
import { adapters, answerTranslation, carryAnswer, pairs, requestTranslation } from './carry.ts'
import { runs } from '../../../tools/runs.ts'

const requests = new Map<EmbedAdapter, fc.Arbitrary<JsonObject>>([
  [openaiEmbeddings, wires.openaiRequest],
  [geminiEmbeddings, wires.geminiRequest],
  [vertexPredict, wires.vertexRequest],
])
const answers = new Map<EmbedAdapter, fc.Arbitrary<JsonObject>>([
  [openaiEmbeddings, wires.openaiAnswer],
  [geminiEmbeddings, wires.geminiAnswer],
  [vertexPredict, wires.vertexAnswer],
])
const requestOf = (adapter: EmbedAdapter): fc.Arbitrary<JsonObject> => requests.get(adapter) ?? expect.unreachable()
const answerOf = (adapter: EmbedAdapter): fc.Arbitrary<JsonObject> => answers.get(adapter) ?? expect.unreachable()

/** A path whose model is that of the bodies. */
function pathOf(adapter: EmbedAdapter, body: JsonObject): string {
  if (adapter === openaiEmbeddings) return '/v1/embeddings'
  if (adapter === vertexPredict) return '/v1beta/models/m:predict'
  return body['requests'] === undefined ? '/v1beta/models/m:embedContent' : '/v1beta/models/m:batchEmbedContents'
}

describe.each(adapters)('$format', (adapter) => {
  test('any request comes back as it went in, and nothing is reported', () => {
    fc.assert(
      fc.property(requestOf(adapter), (body) => {
        const { context, notices } = createTestContext()
        const message = deepFreeze({ path: pathOf(adapter, body), query: {}, headers: {}, body })
        const request = deepFreeze(adapter.decodeRequest(adapter.parseRequest(message, context), context))
        expect(diff(adapter.encodeRequest(request, context).body, body)).toEqual([])
        expect(notices).toEqual([])
      }),
      runs(300),
    )
  })

  test('any answer comes back as it went in, and nothing is reported', () => {
    fc.assert(
      fc.property(answerOf(adapter), (body) => {
        const result = carryAnswer(adapter, adapter, [deepFreeze(body)])
        expect(diff(result.body, body)).toEqual([])
        expect(result.notices).toEqual([])
      }),
      runs(300),
    )
  })

  test('lowering twice is lowering once, and the second time has nothing new to report', () => {
    fc.assert(
      fc.property(fc.constantFrom(...adapters), (from) => {
        fc.assert(
          fc.property(requestOf(from), (body) => {
            const { context, notices } = createTestContext()
            const request = from.decodeRequest(
              from.parseRequest({ path: pathOf(from, body), query: {}, headers: {}, body }, context),
              context,
            )
            const lowered = attempt(() => adapter.lowerRequest(deepFreeze(request), context))
            if (lowered === undefined) return
            const told = notices.length
            const again = lowered.flatMap((call) => adapter.lowerRequest(deepFreeze(call), context))
            expect(again).toEqual(lowered)
            expect(notices.slice(told)).toEqual([])
          }),
          { numRuns: 60 },
        )
      }),
      { numRuns: 6 },
    )
  })
})

/** Returns `undefined` if nothing of the request would survive. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    expect(error).toMatchObject({ code: 'unsupported' })
    return undefined
  }
}

describe.each(pairs)('$source into $target', ({ from, to }) => {
  test('requests lose nothing in silence, and notices point at what is there', () => {
    fc.assert(
      fc.property(requestOf(from), (body) => {
        const translate = requestTranslation(from, to, pathOf(from, body))
        const result = translate(deepFreeze(body))
        if (result.type === 'refused') {
          expect(lawNoticePaths('path', [{ code: 'x/x', kind: 'dropped', message: '', path: result.path as '' }], body)).toEqual([])
          return
        }
        expect(lawNoticePaths('notice paths', result.notices, body)).toEqual([])
        // A model that agrees with the path has no meaning, nor has the role of an embedded content.
        const inert = ['/model', '/requests/*/model', '/content/role', '/requests/*/content/role']
        expect(lawNoSilentLoss('no silent loss', translate, body, { inert: from === geminiEmbeddings ? inert : [], leaves: 30 })).toEqual(
          [],
        )
      }),
      runs(120),
    )
  })

  test('answers lose nothing in silence, and notices point at what is there', () => {
    fc.assert(
      fc.property(answerOf(from), (body) => {
        const translate = answerTranslation(from, to)
        const result = translate(deepFreeze(body))
        if (result.type === 'refused') expect.unreachable(result.message)
        expect(lawNoticePaths('notice paths', result.notices, body)).toEqual([])
        expect(lawNoSilentLoss('no silent loss', translate, body, { leaves: 30 })).toEqual([])
      }),
      runs(120),
    )
  })

  test('what is sent is legal to the target itself', () => {
    fc.assert(
      fc.property(requestOf(from), (body) => {
        const { context } = createTestContext()
        const request = from.decodeRequest(from.parseRequest({ path: pathOf(from, body), query: {}, headers: {}, body }, context), context)
        for (const call of attempt(() => to.lowerRequest(request, context)) ?? []) {
          const sent = to.encodeRequest(call, context)
          expect(to.decodeRequest(to.parseRequest(sent, context), context).inputs).toHaveLength(call.inputs.length)
        }
      }),
      runs(100),
    )
  })
})
