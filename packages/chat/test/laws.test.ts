import { foldEvents, unfoldResponse } from '@interlingua/core'
import type { Context, GenerateResponse, Notice, Part } from '@interlingua/core'
import {
  arbitraryCoreConversation,
  arbitraryEvents,
  arbitraryRequest,
  arbitraryResponse,
  canonicalEquivalence,
  checkChatRequest,
  checkChatResponse,
  checkChatStream,
  checkStreamGrammar,
  createTestContext,
  deepFreeze,
  diff,
  lawBounded,
  lawCutAnywhere,
  lawDeclared,
  lawDeterministic,
  lawIdentity,
  lawLoweringIdempotent,
  lawRequestIsLegal,
  lawResponseIsLegal,
  lawStreamAgrees,
  lawStreamIdentity,
  readStream,
  writeStream,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chat, notice } from '../src/index.ts'
import { asked } from './asked.ts'
import { foldWire } from './fold-wire.ts'
import { samples } from './samples.ts'

const settings = {
  asked,
  documentOf: foldWire,
  checkRequest: checkChatRequest,
  checkResponse: checkChatResponse,
  checkStream: checkChatStream,
}
const runs = { numRuns: 300, seed: 20_261_121 }
const given: Notice[] = []

const fresh = (): { readonly context: Context; readonly notices: Notice[] } => {
  const made = createTestContext()
  return { notices: made.notices, context: { ...made.context, onNotice: (found) => void (made.notices.push(found), given.push(found)) } }
}

describe.each(samples.map((sample) => [sample.id, sample] as const))('laws of chat: %s', (_, sample) => {
  test('comes back as it went in', () => expect(lawIdentity(chat, sample, settings)).toEqual([]))
  test('gives the same output twice and leaves its input alone', () => expect(lawDeterministic(chat, sample, settings)).toEqual([]))
  test('meets limits when it turns hostile', () => expect(lawBounded(chat, sample, settings)).toEqual([]))
  test('folds to what its document decodes to', () => expect(lawStreamAgrees(chat, sample, settings)).toEqual([]))
  test('can be written again', () => expect(lawStreamIdentity(chat, sample, settings)).toEqual([]))
  test('may be cut anywhere', () => expect(lawCutAnywhere(chat, sample, settings)).toEqual([]))
})

describe('laws of chat: any conversation', () => {
  test('a lowered request is legal in the format', () => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => void expect(lawRequestIsLegal(chat, deepFreeze(request), settings, fresh())).toEqual([])),
      runs,
    )
  })

  test('lowering twice is lowering once', () => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => void expect(lawLoweringIdempotent(chat, deepFreeze(request), fresh())).toEqual([])),
      runs,
    )
  })

  test('what every format can say is lowered without a notice', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (request) => {
        const { context, notices } = fresh()
        chat.lowerRequest(deepFreeze(request), context)
        expect(notices).toEqual([])
      }),
      runs,
    )
  })

  test('a request that was lowered and encoded comes back from decoding with nothing left to lower', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (request) => {
        const { context, notices } = fresh()
        const wire = chat.encodeRequest(chat.lowerRequest(request, context).request, context)
        const again = chat.lowerRequest(chat.decodeRequest(chat.parseRequest(wire, context), context), context)
        expect(chat.encodeRequest(again.request, context).body).toEqual(wire.body)
        expect(notices).toEqual([])
      }),
      runs,
    )
  })
})

describe('laws of chat: any answer', () => {
  test('an answer is legal in the format', () => {
    fc.assert(
      fc.property(
        arbitraryResponse,
        (response) => void expect(lawResponseIsLegal(chat, deepFreeze(response), settings, fresh())).toEqual([]),
      ),
      runs,
    )
  })

  test('a written stream is legal and agrees with the document of the same answer, where its parts come in the order of a message', () => {
    fc.assert(
      fc.property(arbitraryResponse, (response) => {
        const { context } = fresh()
        const ordered = inMessageOrder(response)
        const text = writeStream(chat, deepFreeze(unfoldResponse(ordered)), context, asked)
        expect(checkChatStream(text)).toEqual([])
        const document = chat.decodeResponse(chat.parseResponse(chat.encodeResponse(ordered, context), context), context)
        expect(diff(withoutId(document), withoutId(foldEvents(readStream(chat, [text], context))), canonicalEquivalence)).toEqual([])
      }),
      runs,
    )
  })

  test('a written stream is legal whatever the order of its events', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const { context } = fresh()
        const text = writeStream(chat, deepFreeze(events), context, asked)
        expect(checkChatStream(text)).toEqual([])
        expect(checkStreamGrammar(readStream(chat, [text], context))).toEqual([])
      }),
      runs,
    )
  })

  test('a written stream that is cut short reads as a failure', () => {
    fc.assert(
      fc.property(arbitraryEvents, fc.nat(), (events, cut) => {
        const { context } = fresh()
        const again = readStream(chat, [writeStream(chat, events.slice(0, cut % events.length), context, asked)], context)
        expect(checkStreamGrammar(again)).toEqual([])
        expect(foldEvents(again).status).toBe('failed')
      }),
      runs,
    )
  })

  test('every notice is declared and says nothing but what is declared', () => {
    expect(given.length).toBeGreaterThan(0)
    expect(lawDeclared(given, [notice])).toEqual([])
  })
})

const ranks: Partial<Record<Part['type'], number>> = { reasoning: 0, text: 1, refusal: 2, media: 3, 'tool-call': 4 }

/** A message has no order between its fields: an answer whose parts stand in theirs. */
function inMessageOrder(response: GenerateResponse): GenerateResponse {
  const rank = (part: Part): number => ranks[part.type] ?? 5
  return {
    ...response,
    candidates: response.candidates.map((candidate) => ({ ...candidate, parts: candidate.parts.toSorted((a, b) => rank(a) - rank(b)) })),
  }
}

/** Ids may be fresh in each run. */
function withoutId({ id: _, ...rest }: GenerateResponse): Omit<GenerateResponse, 'id'> {
  return rest
}
