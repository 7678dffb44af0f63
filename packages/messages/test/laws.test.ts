import { foldEvents, unfoldResponse } from '@interlingua/core'
import type { Context, GenerateResponse, Notice } from '@interlingua/core'
import {
  arbitraryCoreConversation,
  arbitraryEvents,
  arbitraryRequest,
  arbitraryResponse,
  canonicalEquivalence,
  checkMessagesRequest,
  checkMessagesResponse,
  checkMessagesStream,
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
import { messages, notice } from '../src/index.ts'
import { foldWire } from './fold-wire.ts'
import { samples } from './samples.ts'

const settings = {
  documentOf: foldWire,
  checkRequest: checkMessagesRequest,
  checkResponse: checkMessagesResponse,
  checkStream: checkMessagesStream,
}
const runs = { numRuns: 300, seed: 20_261_121 }
const given: Notice[] = []

const fresh = (): { readonly context: Context; readonly notices: Notice[] } => {
  const made = createTestContext()
  return { notices: made.notices, context: { ...made.context, onNotice: (found) => void (made.notices.push(found), given.push(found)) } }
}

describe.each(samples.map((sample) => [sample.id, sample] as const))('laws of messages: %s', (_, sample) => {
  test('comes back as it went in', () => expect(lawIdentity(messages, sample, settings)).toEqual([]))
  test('gives the same output twice and leaves its input alone', () => expect(lawDeterministic(messages, sample, settings)).toEqual([]))
  test('meets limits when it turns hostile', () => expect(lawBounded(messages, sample, settings)).toEqual([]))
  test('folds to what its document decodes to', () => expect(lawStreamAgrees(messages, sample, settings)).toEqual([]))
  test('can be written again', () => expect(lawStreamIdentity(messages, sample, settings)).toEqual([]))
  test('may be cut anywhere', () => expect(lawCutAnywhere(messages, sample, settings)).toEqual([]))
})

describe('laws of messages: any conversation', () => {
  test('a lowered request is legal in the format', () => {
    fc.assert(
      fc.property(
        arbitraryRequest,
        (request) => void expect(lawRequestIsLegal(messages, deepFreeze(request), settings, fresh())).toEqual([]),
      ),
      runs,
    )
  })

  test('lowering twice is lowering once', () => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => void expect(lawLoweringIdempotent(messages, deepFreeze(request), fresh())).toEqual([])),
      runs,
    )
  })

  test('what every format can say is lowered without a notice', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (request) => {
        const { context, notices } = fresh()
        messages.lowerRequest(deepFreeze(request), context)
        expect(notices).toEqual([])
      }),
      runs,
    )
  })

  test('a request that was lowered and encoded comes back from decoding with nothing left to lower', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (request) => {
        const { context, notices } = fresh()
        const wire = messages.encodeRequest(messages.lowerRequest(request, context).request, context)
        const again = messages.lowerRequest(messages.decodeRequest(messages.parseRequest(wire, context), context), context)
        expect(messages.encodeRequest(again.request, context).body).toEqual(wire.body)
        expect(notices).toEqual([])
      }),
      runs,
    )
  })
})

describe('laws of messages: any answer', () => {
  test('an answer is legal in the format', () => {
    fc.assert(
      fc.property(
        arbitraryResponse,
        (response) => void expect(lawResponseIsLegal(messages, deepFreeze(response), settings, fresh())).toEqual([]),
      ),
      runs,
    )
  })

  test('a written stream agrees with the document of the same answer', () => {
    fc.assert(
      fc.property(arbitraryResponse, (response) => {
        const { context } = fresh()
        const events = deepFreeze(unfoldResponse(response))
        const document = messages.decodeResponse(
          messages.parseResponse(messages.encodeResponse(foldEvents(events), context), context),
          context,
        )
        expect(
          diff(
            withoutId(document),
            withoutId(foldEvents(readStream(messages, [writeStream(messages, events, context)], context))),
            canonicalEquivalence,
          ),
        ).toEqual([])
      }),
      runs,
    )
  })

  test('parts that interleave are written one block at a time, and nothing of them is lost', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const { context } = fresh()
        const text = writeStream(messages, deepFreeze(events), context)
        expect(checkMessagesStream(text)).toEqual([])
        const again = readStream(messages, [text], context)
        expect(checkStreamGrammar(again)).toEqual([])
        const document = messages.decodeResponse(
          messages.parseResponse(messages.encodeResponse(foldEvents(events), context), context),
          context,
        )
        expect(said(foldEvents(again))).toEqual(said(document))
      }),
      runs,
    )
  })

  test('a written stream that is cut short reads as a failure', () => {
    fc.assert(
      fc.property(arbitraryEvents, fc.nat(), (events, cut) => {
        const { context } = fresh()
        const again = readStream(messages, [writeStream(messages, events.slice(0, cut % events.length), context)], context)
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

/** Ids may be fresh in each run. */
function withoutId({ id: _, ...rest }: GenerateResponse): Omit<GenerateResponse, 'id'> {
  return rest
}

/** What an answer says, whatever blocks it is cut into: the letters of its texts, and its calls. */
function said(response: GenerateResponse): unknown {
  const parts = response.candidates.flatMap((candidate) => candidate.parts)
  const letters = (texts: readonly string[]): readonly string[] => [...texts.join('').replaceAll('\n', '')].sort()
  return {
    text: letters(parts.map((part) => (part.type === 'text' ? part.text : ''))),
    reasoning: letters(parts.flatMap((part) => (part.type === 'reasoning' ? part.segments.map((segment) => segment.text) : []))),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [[part.callId, part.name, part.arguments === '' ? {} : (JSON.parse(part.arguments) as unknown)]] : [],
    ),
    finish: response.candidates[0]?.finish?.unified,
    usage: response.usage,
  }
}
