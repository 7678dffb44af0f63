import type { GenerateRequest, JsonObject } from '@interlingua/core'
import { foldEvents, unfoldResponse } from '@interlingua/core'
import {
  answerTranslation,
  arbitraryCoreConversation,
  arbitraryCoreResponse,
  canonicalEquivalence,
  createTestContext,
  diff,
  readStream,
  requestTranslation,
  translateStreamText,
  writeStream,
} from '@interlingua/testkit'
import type { Pair } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparableAnswer } from '../src/comparable-answer.ts'
import { comparableRequest } from '../src/comparable-request.ts'
import { isExact } from '../src/equivalence-case.ts'
import type { EquivalenceCase } from '../src/equivalence-case.ts'
import { equalAnswers, equalRequests } from '../src/equivalence-cases.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import type { FormatId } from '../src/format-id.ts'
import { pairOf } from '../src/pair-of.ts'
import { runs } from '../../tools/runs.ts'

const settings = runs(100)
/** Items and their ids group parts in one format, and have no counterpart in others. */
const equivalence = { ...canonicalEquivalence, ignored: new Set([...canonicalEquivalence.ignored, 'itemId', 'items']) }

describe.each(formatPairs)('from %s to %s', (source, target) => {
  const { adapter, documents } = formats[target]
  const here = (cases: readonly EquivalenceCase[]) =>
    cases
      .filter((testCase) => isExact(testCase, source, target))
      .map((cell): [string, JsonObject, JsonObject, Pair] => [
        cell.equivalence,
        cell.spelled[source] ?? {},
        cell.spelled[target] ?? {},
        { ...pairOf(source, target), sourceContext: cell.contexts?.[source] ?? {}, targetContext: cell.contexts?.[target] ?? {} },
      ])

  test.each(here(equalRequests))('a request carries without a notice: %s', (_, document, expected, pair) => {
    const done = requestTranslation(pair, formats[source].headers)(document)
    expect(done).toMatchObject({ type: 'done', notices: [] })
    const decode = (body: unknown) => {
      const { context } = createTestContext()
      return comparableRequest(
        documents.decodeRequest(documents.parseRequest({ path: '', query: {}, headers: {}, body }, context), context),
        [],
      )
    }
    const output = done.type === 'done' ? done.output : undefined
    expect(diff(decode(expected), decode(output), equivalence)).toEqual([])
  })

  test.each(here(equalAnswers))('an answer carries without a notice: %s', (_, document, expected, pair) => {
    const done = answerTranslation(pair)(document)
    expect(done).toMatchObject({ type: 'done', notices: [] })
    const decode = (body: unknown) => {
      const { context } = createTestContext()
      const {
        id: _id,
        createdAt: _at,
        // Echoes of the request are not part of the response's meaning.
        extensions: _echo,
        ...response
      } = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context)
      return comparableAnswer({ id: '', ...response })
    }
    const output = done.type === 'done' ? done.output : undefined
    expect(diff(decode(expected), decode(output), equivalence)).toEqual([])
  })

  test('a conversation of the core gives no notice, whatever is said in it', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (conversation) => {
        const body = bodyOf(source, conversation)
        expect(requestTranslation(pairOf(source, target), formats[source].headers)(body)).toMatchObject({ type: 'done', notices: [] })
      }),
      settings,
    )
  })

  test('an answer of the core gives no notice, as a document and as a stream', () => {
    fc.assert(
      fc.property(arbitraryCoreResponse, (response) => {
        const { context } = createTestContext()
        const { body } = formats[source].adapter.encodeResponse(response, context)
        expect(answerTranslation(pairOf(source, target))(JSON.parse(JSON.stringify(body)))).toMatchObject({ type: 'done', notices: [] })
        const text = writeStream(formats[source].adapter, unfoldResponse(response), context, formats[source].asked)
        const translated = translateStreamText(pairOf(source, target), [text], formats[target].asked)
        expect(translated.notices).toEqual([])
        const { context: fresh } = createTestContext()
        const folded = foldEvents(readStream(adapter, [translated.text], fresh))
        expect(diff(comparable(response), comparable(folded), equivalence)).toEqual([])
        // The same, folded by code that is independent of the model.
        const reply = { status: 200, headers: {}, body: formats[target].documentOf(translated.text) }
        const document = adapter.decodeResponse(adapter.parseResponse(reply, fresh), fresh)
        expect(diff(comparable(response), comparable(document), equivalence)).toEqual([])
      }),
      settings,
    )
  })
})

function bodyOf(source: FormatId, conversation: GenerateRequest): JsonObject {
  const { documents: adapter } = formats[source]
  const { context } = createTestContext()
  const { body } = adapter.encodeRequest(adapter.lowerRequest(conversation, context).request, context)
  return JSON.parse(JSON.stringify(body)) as JsonObject // a body is a JSON object
}

/** Meaning of a core response: ids and times are the server's. */
function comparable(answer: ReturnType<typeof foldEvents>) {
  const response = comparableAnswer(answer)
  return {
    status: response.status,
    model: response.model,
    candidates: response.candidates.map(({ parts, finish }) => ({ parts, finish: finish?.unified })),
    usage: response.usage,
  }
}
