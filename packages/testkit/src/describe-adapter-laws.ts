import { foldEvents } from '@interlingua/core'
import type { Context, Declared, GenerateAdapter, GenerateResponse, Notice, Part, StreamEvent } from '@interlingua/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryCoreConversation } from './arbitrary-core-conversation.ts'
import { arbitraryEvents, arbitraryOrderedEvents } from './arbitrary-events.ts'
import { arbitraryRequest } from './arbitrary-request.ts'
import { arbitraryResponse } from './arbitrary-response.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { createTestContext } from './create-test-context.ts'
import type { TestContext } from './create-test-context.ts'
import { deepFreeze } from './deep-freeze.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence, readJsonText } from './equivalence.ts'
import type { Exchange } from './exchange.ts'
import { lawBounded } from './law-bounded.ts'
import { lawCutAnywhere } from './law-cut-anywhere.ts'
import { lawDeclared } from './law-declared.ts'
import { lawDeterministic } from './law-deterministic.ts'
import { lawIdentity } from './law-identity.ts'
import { lawLoweringIdempotent } from './law-lowering-idempotent.ts'
import type { LawSettings } from './law-settings.ts'
import { lawStreamAgrees, lawStreamIdentity } from './law-stream-agrees.ts'
import { lawRequestIsLegal, lawResponseIsLegal } from './law-writes-what-it-reads.ts'
import { readStream, writeStream } from './run-machine.ts'

export interface AdapterLaws extends LawSettings {
  readonly adapter: GenerateAdapter
  /** Every table from which the adapter takes notices: its own `notices.ts`, that of the schema package. */
  readonly declared: readonly Pick<Declared<string>, 'owner' | 'table'>[]
  /** Wire examples of this format: documents, error documents and streams. */
  readonly samples: readonly Exchange[]
  /** The format says all of the common core (text, function tools, results, JSON schema): then it is lowered without a word. */
  readonly carriesCore?: boolean
  /** Cases of each property; default 200. */
  readonly runs?: number
}

/** Registers the tests of every law of one adapter. One call in an adapter's `test/laws.test.ts` is the whole suite. */
export function describeAdapterLaws(laws: AdapterLaws): void {
  const { adapter, samples, declared } = laws
  const given: Notice[] = []
  const runs = { numRuns: laws.runs ?? 200, seed: fc.readConfigureGlobal().seed ?? 20_261_121 }
  const fresh = (): TestContext => {
    const made = createTestContext(laws.context?.({ id: '', format: adapter.format, path: '', request: null, status: 200 }))
    const context: Context = { ...made.context, onNotice: (notice) => void (made.notices.push(notice), given.push(notice)) }
    return { context, notices: made.notices }
  }

  describe(`laws of ${adapter.format}`, () => {
    describe.each(samples.map((sample) => [sample.id, sample] as const))('%s', (_, sample) => {
      test('comes back as it went in', () => expect(lawIdentity(adapter, sample, laws)).toEqual([]))
      test('gives the same output twice and leaves its input alone', () => expect(lawDeterministic(adapter, sample, laws)).toEqual([]))
      test('meets limits when it turns hostile', () => expect(lawBounded(adapter, sample, laws)).toEqual([]))
      if (sample.stream === undefined) return
      test('folds to what its document decodes to', () => expect(lawStreamAgrees(adapter, sample, laws)).toEqual([]))
      test('can be written again', () => expect(lawStreamIdentity(adapter, sample, laws)).toEqual([]))
      test('may be cut anywhere', () => expect(lawCutAnywhere(adapter, sample, laws)).toEqual([]))
    })

    test('a lowered request is legal in the format', () => {
      fc.assert(
        fc.property(arbitraryRequest, (request) => {
          expect(lawRequestIsLegal(adapter, deepFreeze(request), laws, fresh())).toEqual([])
        }),
        runs,
      )
    })

    test('lowering twice is lowering once', () => {
      fc.assert(
        fc.property(arbitraryRequest, (request) => {
          expect(lawLoweringIdempotent(adapter, deepFreeze(request), fresh())).toEqual([])
        }),
        runs,
      )
    })

    if (laws.carriesCore)
      test('what every format can say is lowered without a notice, and comes back with nothing left to lower', () => {
        fc.assert(
          fc.property(arbitraryCoreConversation, (request) => {
            const { context, notices } = fresh()
            const wire = adapter.encodeRequest(adapter.lowerRequest(deepFreeze(request), context).request, context)
            const again = adapter.lowerRequest(adapter.decodeRequest(adapter.parseRequest(wire, context), context), context)
            expect(adapter.encodeRequest(again.request, context).body).toEqual(wire.body)
            expect(notices).toEqual([])
          }),
          runs,
        )
      })

    test('an answer is legal in the format', () => {
      fc.assert(
        fc.property(arbitraryResponse, (response) => {
          expect(lawResponseIsLegal(adapter, deepFreeze(response), laws, fresh())).toEqual([])
        }),
        runs,
      )
    })

    test('a written stream is legal and agrees with the document of the same answer', () => {
      fc.assert(
        fc.property(arbitraryOrderedEvents, (events) => {
          const { document, again } = bothForms(events)
          expect(diff(comparable(document, laws), comparable(again, laws), canonicalEquivalence)).toEqual([])
        }),
        runs,
      )
    })

    test('parts that interleave lose nothing of their text and calls', () => {
      fc.assert(
        fc.property(arbitraryEvents, (events) => {
          const { document, again } = bothForms(events)
          expect(substance(again)).toEqual(substance(document))
        }),
        runs,
      )
    })

    test('a written stream that is cut short reads as a failure', () => {
      fc.assert(
        fc.property(arbitraryEvents, fc.nat(), (events, cut) => {
          const { context } = fresh()
          const before = events.slice(0, cut % events.length)
          const again = readStream(adapter, [writeStream(adapter, before, context, laws.asked)], context)
          expect(checkStreamGrammar(again)).toEqual([])
          expect(foldEvents(again).status).toBe('failed')
        }),
        runs,
      )
    })

    /** The same answer by way of a stream and of a document. */
    function bothForms(events: readonly StreamEvent[]): { readonly document: GenerateResponse; readonly again: GenerateResponse } {
      const { context } = fresh()
      const text = writeStream(adapter, deepFreeze(events), context, laws.asked)
      expect(laws.checkStream?.(text) ?? []).toEqual([])
      const again = readStream(adapter, [text], context)
      expect(checkStreamGrammar(again)).toEqual([])
      const document = adapter.parseResponse(adapter.encodeResponse(foldEvents(events), context), context)
      return { document: adapter.decodeResponse(document, context), again: foldEvents(again) }
    }

    test('every notice is declared and says nothing but what is declared', () => {
      expect(given.length).toBeGreaterThan(0)
      expect(lawDeclared(given, declared)).toEqual([])
    })
  })
}

/** Ids may be fresh in each run; a writer opens a part on its first content, so an empty text leaves no trace. */
function comparable({ id: _, ...response }: GenerateResponse, { unordered }: LawSettings): unknown {
  const candidates = response.candidates.map((candidate) => {
    const parts = candidate.parts.filter((part) => part.type !== 'text' || part.text !== '' || part.seal !== undefined)
    return { ...candidate, parts: unordered ? parts.toSorted((a, b) => slotOf(a).localeCompare(slotOf(b))) : parts }
  })
  return { ...response, candidates }
}

/** What stands in a field of its own: between audio and images a message has no order, as it has none between texts and calls. */
function slotOf(part: Part): string {
  return part.type === 'media' ? `${part.type}/${part.kind}` : part.type
}

/** Where parts interleave, a format with one open block cuts and reorders texts: their letters stay, and each call stays whole. */
function substance({ status, candidates, usage }: GenerateResponse): unknown {
  const parts = candidates.flatMap(({ parts: all }) => all)
  const letters = parts.flatMap((part) => (part.type === 'text' || part.type === 'refusal' ? [...part.text] : []))
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [[part.callId, part.name, readJsonText(part.arguments)]] : []))
  return {
    status,
    finish: candidates[0]?.finish?.unified,
    letters: letters.sort().join(''),
    calls: new Map(calls.map(([id, ...call]) => [id, call])),
    total: usage?.output.total,
  }
}
