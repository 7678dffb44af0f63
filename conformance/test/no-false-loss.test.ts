import type { JsonObject } from '@interlingua/core'
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
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalAnswers, equalRequests } from '../src/equal-cells.ts'
import type { EqualCell } from '../src/equal-cells.ts'
import { formatIds, formats } from '../src/formats.ts'
import type { FormatId } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'

const ways = formatIds.flatMap((source) => formatIds.filter((target) => target !== source).map((target) => [source, target] as const))
const runs = { numRuns: 150, seed: 20_261_121 }

describe.each(ways)('from %s to %s', (source, target) => {
  const adapter = formats[target].adapter
  const here = (cells: readonly EqualCell[]): [string, EqualCell][] =>
    cells.filter(({ only }) => only === undefined || only === `to ${target}`).map((cell) => [cell.cell, cell])

  test.each(here(equalRequests))('a request carries without a notice: %s', (_, cell) => {
    const done = requestTranslation(pairOf(source, target), formats[source].headers)(cell[source])
    expect(done).toMatchObject({ type: 'done', notices: [] })
    const decode = (body: unknown) => {
      const { context } = createTestContext()
      return adapter.decodeRequest(adapter.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
    }
    const output = done.type === 'done' ? done.output : undefined
    expect(diff(decode(cell[target]), decode(output), canonicalEquivalence)).toEqual([])
  })

  test.each(here(equalAnswers))('an answer carries without a notice: %s', (_, cell) => {
    const done = answerTranslation(pairOf(source, target))(cell[source])
    expect(done).toMatchObject({ type: 'done', notices: [] })
    const decode = (body: unknown) => {
      const { context } = createTestContext()
      const {
        id: _id,
        createdAt: _at,
        ...response
      } = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context)
      return response
    }
    const output = done.type === 'done' ? done.output : undefined
    expect(diff(decode(cell[target]), decode(output), canonicalEquivalence)).toEqual([])
  })

  test('a conversation of the core gives no notice, whatever is said in it', () => {
    fc.assert(
      fc.property(arbitraryCoreConversation, (conversation) => {
        const body = bodyOf(source, conversation)
        expect(requestTranslation(pairOf(source, target), formats[source].headers)(body)).toMatchObject({ type: 'done', notices: [] })
      }),
      runs,
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
        expect(diff(comparable(response), comparable(folded), canonicalEquivalence)).toEqual([])
      }),
      runs,
    )
  })
})

function bodyOf(source: FormatId, conversation: Parameters<(typeof formats)[FormatId]['adapter']['encodeRequest']>[0]): JsonObject {
  const { adapter } = formats[source]
  const { context } = createTestContext()
  const { body } = adapter.encodeRequest(adapter.lowerRequest(conversation, context).request, context)
  return JSON.parse(JSON.stringify(body)) as JsonObject // a body is a JSON object
}

/** What a core answer means: ids and the moment are the server's. */
function comparable(response: ReturnType<typeof foldEvents>) {
  return {
    status: response.status,
    model: response.model,
    candidates: response.candidates.map(({ parts, finish }) => ({ parts, finish: finish?.unified })),
    usage: response.usage,
  }
}
