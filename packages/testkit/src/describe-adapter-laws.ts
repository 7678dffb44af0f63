import { foldEvents } from '@interlingua/core'
import type { Context, GenerateResponse, Notice, Part, StreamEvent } from '@interlingua/core'
import type { Declared } from '@interlingua/core/adapter'
import type { FormatEdge } from '@interlingua/core/edge'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { arbitraryCoreConversation } from './arbitrary-core-conversation.ts'
import { arbitraryEvents, arbitraryOrderedEvents } from './arbitrary-events.ts'
import { arbitraryRequest } from './arbitrary-request.ts'
import { arbitraryResponse } from './arbitrary-response.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { createLawRegister, type AdapterDraft, type Having } from './create-law-register.ts'
import { createTestContext } from './create-test-context.ts'
import type { TestContext } from './create-test-context.ts'
import { deepFreeze } from './deep-freeze.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence, readJsonText } from './equivalence.ts'
import { messageOf, replyOf, type Recording } from './recording.ts'
import { lawAnswerBounded, lawRequestBounded, lawStreamBounded, lawWriterBounded } from './law-bounded.ts'
import { lawCutAnywhere } from './law-cut-anywhere.ts'
import { lawDeclared } from './law-declared.ts'
import { lawAnswerDeterministic, lawFailureDeterministic, lawRequestDeterministic, lawStreamDeterministic } from './law-deterministic.ts'
import { lawAnswerIdentity, lawFailureIdentity, lawRequestIdentity } from './law-identity.ts'
import { lawLoweringIdempotent } from './law-lowering-idempotent.ts'
import type { LawSettings } from './law-settings.ts'
import { lawStreamAgrees, lawStreamIdentity } from './law-stream-agrees.ts'
import { lawStreamStatus } from './law-stream-status.ts'
import { lawRequestIsLegal, lawResponseIsLegal } from './law-writes-what-it-reads.ts'
import { readStream, writeStream } from './run-machine.ts'

export interface AdapterLaws extends LawSettings {
  /** All tables from which the adapter takes notices: its own, and that of the schema package. */
  readonly declared: readonly Pick<Declared<string>, 'owner' | 'table'>[]
  /** Wire samples of this format: documents, error documents and streams. */
  readonly corpus: readonly Recording[]
  /** Edge whose stream reader is compared with the decoder over the streams of the corpus. Absent: not checked. */
  readonly edge?: Partial<Pick<FormatEdge, 'stream'>>
  /** True: a law fails if the adapter lacks a member that it needs. Default: such a law is a `todo` of vitest. */
  readonly strict?: boolean
  /** True: the format expresses all of the common core (text, function tools, results, JSON schema), so lowering may report nothing. */
  readonly carriesCore?: boolean
  /** Cases of each property; default 200. */
  readonly runs?: number
}

const reads = ['createStreamParser', 'createStreamDecoder'] as const
const writes = ['createStreamEncoder', 'createStreamSerializer'] as const
const answers = ['parseResponse', 'decodeResponse', 'encodeResponse'] as const
const failures = ['parseFailure', 'decodeFailure', 'encodeFailure'] as const
const requests = ['parseRequest', 'decodeRequest', 'encodeRequest'] as const

/**
 * Registers the tests of every law for one adapter; one call in `test/laws.test.ts` is the whole suite. An incomplete adapter is held to
 * the laws of its members, and the other laws wait by name.
 */
export function describeAdapterLaws(draft: AdapterDraft, laws: AdapterLaws): void {
  const { corpus, declared, edge, strict = false } = laws
  const given: Notice[] = []
  const runs = { numRuns: laws.runs ?? 200, seed: fc.readConfigureGlobal().seed ?? 20_261_121 }
  const fresh = (): TestContext => {
    const made = createTestContext(laws.context?.({ id: '', format: draft.format, path: '', request: null, status: 200 }))
    const context: Context = { ...made.context, onNotice: (notice) => void (made.notices.push(notice), given.push(notice)) }
    return { context, notices: made.notices }
  }

  describe(`laws of ${draft.format}`, () => {
    const law = createLawRegister(draft, strict)

    describe.each(corpus.map((sample) => [sample.id, sample] as const))('%s', (_, sample) => {
      const counts = sample.format === 'count_tokens'
      if (messageOf(sample) !== undefined) {
        const needs = counts ? ([...requests, 'count'] as const) : requests
        law('the request comes back as it went in', needs, (adapter) => expect(lawRequestIdentity(adapter, sample, laws)).toEqual([]))
        law('the request gives the same output twice and is left alone', requests, (adapter) =>
          expect(lawRequestDeterministic(adapter, sample, laws)).toEqual([]),
        )
        law('the request meets limits when it turns hostile', ['parseRequest'], (adapter) =>
          expect(lawRequestBounded(adapter, sample, laws)).toEqual([]),
        )
      }
      if (replyOf(sample) !== undefined && sample.status >= 400) {
        law('the failure comes back as it went in', failures, (adapter) => expect(lawFailureIdentity(adapter, sample, laws)).toEqual([]))
        law('the failure gives the same output twice and is left alone', failures, (adapter) =>
          expect(lawFailureDeterministic(adapter, sample, laws)).toEqual([]),
        )
      } else if (replyOf(sample) !== undefined) {
        const needs = counts ? ([...answers, 'count'] as const) : answers
        law('the answer comes back as it went in', needs, (adapter) => expect(lawAnswerIdentity(adapter, sample, laws)).toEqual([]))
        law('the answer gives the same output twice and is left alone', answers, (adapter) =>
          expect(lawAnswerDeterministic(adapter, sample, laws)).toEqual([]),
        )
        law('the answer meets limits when it turns hostile', ['parseResponse'], (adapter) =>
          expect(lawAnswerBounded(adapter, sample, laws)).toEqual([]),
        )
      }
      if (sample.stream === undefined) return
      law('the stream gives the same output twice and is left alone', [...reads, ...writes], (adapter) =>
        expect(lawStreamDeterministic(adapter, sample, laws)).toEqual([]),
      )
      law('the stream meets limits when it turns hostile', reads, (adapter) => expect(lawStreamBounded(adapter, sample, laws)).toEqual([]))
      law('a written stream meets limits', writes, (adapter) => expect(lawWriterBounded(adapter, sample, laws)).toEqual([]))
      law('folds to what its document decodes to', [...reads, 'parseResponse', 'decodeResponse'], (adapter) =>
        expect(lawStreamAgrees(adapter, sample, laws)).toEqual([]),
      )
      law('can be written again', [...reads, ...writes], (adapter) => expect(lawStreamIdentity(adapter, sample, laws)).toEqual([]))
      law('may be cut anywhere', reads, (adapter) => expect(lawCutAnywhere(adapter, sample, laws)).toEqual([]))
      if (edge !== undefined)
        law('its watcher and its decoder agree', reads, (adapter) => {
          const { stream = expect.fail('the edge has no stream') } = edge
          expect(lawStreamStatus({ adapter, stream }, sample, laws)).toEqual([])
        })
    })

    law('a lowered request is legal in the format', ['lowerRequest', 'encodeRequest', 'parseRequest'], (adapter) => {
      fc.assert(
        fc.property(arbitraryRequest, (request) => {
          expect(lawRequestIsLegal(adapter, deepFreeze(request), laws, fresh())).toEqual([])
        }),
        runs,
      )
    })

    law('lowering twice is lowering once', ['lowerRequest'], (adapter) => {
      fc.assert(
        fc.property(arbitraryRequest, (request) => {
          expect(lawLoweringIdempotent(adapter, deepFreeze(request), fresh())).toEqual([])
        }),
        runs,
      )
    })

    if (laws.carriesCore)
      law(
        'what every format can say is lowered without a notice, and comes back with nothing left to lower',
        [...requests, 'lowerRequest'],
        (adapter) => {
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
        },
      )

    law('an answer is legal in the format', ['encodeResponse', 'parseResponse'], (adapter) => {
      fc.assert(
        fc.property(arbitraryResponse, (response) => {
          expect(lawResponseIsLegal(adapter, deepFreeze(response), laws, fresh())).toEqual([])
        }),
        runs,
      )
    })

    const bothWays = [...reads, ...writes, ...answers] as const

    law('a written stream is legal and agrees with the document of the same answer', bothWays, (adapter) => {
      fc.assert(
        fc.property(arbitraryOrderedEvents, (events) => {
          const { document, again } = bothForms(adapter, events)
          expect(diff(comparable(document, laws), comparable(again, laws), canonicalEquivalence)).toEqual([])
        }),
        runs,
      )
    })

    law('parts that interleave lose nothing of their text and calls', bothWays, (adapter) => {
      fc.assert(
        fc.property(arbitraryEvents, (events) => {
          const { document, again } = bothForms(adapter, events)
          expect(substance(again)).toEqual(substance(document))
        }),
        runs,
      )
    })

    law('a written stream that is cut short reads as a failure', [...reads, ...writes], (adapter) => {
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

    /** Runs the same response as a stream and as a document. */
    function bothForms(
      adapter: Having<(typeof bothWays)[number]>,
      events: readonly StreamEvent[],
    ): { readonly document: GenerateResponse; readonly again: GenerateResponse } {
      const { context } = fresh()
      const text = writeStream(adapter, deepFreeze(events), context, laws.asked)
      expect(laws.checkStream?.(text) ?? []).toEqual([])
      const again = readStream(adapter, [text], context)
      expect(checkStreamGrammar(again)).toEqual([])
      const document = adapter.parseResponse(adapter.encodeResponse(foldEvents(events), context), context)
      return { document: adapter.decodeResponse(document, context), again: foldEvents(again) }
    }

    law('every notice is declared and says nothing but what is declared', ['lowerRequest'], () => {
      expect(given.length).toBeGreaterThan(0)
      expect(lawDeclared(given, declared)).toEqual([])
    })
  })
}

/** Ignores ids, which may be fresh in each run, and empty texts, since a writer opens a part on its first content. */
function comparable({ id: _, ...response }: GenerateResponse, { unordered }: LawSettings): unknown {
  const candidates = response.candidates.map((candidate) => {
    const parts = candidate.parts.filter((part) => part.type !== 'text' || part.text !== '' || part.seal !== undefined)
    return { ...candidate, parts: unordered ? parts.toSorted((a, b) => slotOf(a).localeCompare(slotOf(b))) : parts }
  })
  return { ...response, candidates }
}

/** Slot of a part: between slots, such as audio and images of one message, a format without order keeps none. */
function slotOf(part: Part): string {
  return part.type === 'media' ? `${part.type}/${part.kind}` : part.type
}

/**
 * Content that survives interleaving: a format with one open block cuts and reorders texts, but keeps their letters, and each call whole.
 */
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
