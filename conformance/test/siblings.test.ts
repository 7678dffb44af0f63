import { isJsonObject } from '@interlingua/core'
import type { Context, GenerateAdapter, JsonObject } from '@interlingua/core'
import { answerTranslation, lawSiblings, lawStreamSiblings, readSse, translateStreamText } from '@interlingua/testkit'
import type { Pair, Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { siblingExemptions } from '../src/sibling-exemptions.ts'
import type { SiblingExemption, SiblingPlace } from '../src/sibling-exemptions.ts'

const isExempt = (exemptions: readonly SiblingExemption[], from: FormatId, to: FormatId, place: SiblingPlace): boolean =>
  exemptions.some(({ abroad, is }) => (abroad !== true || from !== to) && is(place))

function inDocuments(from: FormatId, to: FormatId, pair: Pair, exemptions = siblingExemptions[from]): readonly Violation[] {
  return ownCorpus(from).flatMap((recording) => {
    const answer = recording.stream === undefined ? answerOf(recording, from) : undefined
    if (answer === undefined) return []
    return lawSiblings(recording.id, answerTranslation(pair), answer, {
      carried: from === to,
      skipped: (path) => isExempt(exemptions, from, to, { path, frames: [], number: 0 }),
    })
  })
}

/** A failed stream is a failure in another format, without a response in which a place could be named. */
function inStreams(from: FormatId, to: FormatId, pair: Pair, exemptions = siblingExemptions[from]): readonly Violation[] {
  const { documentOf } = formats[from]
  return ownCorpus(from).flatMap(({ id, stream }) => {
    if (stream === undefined || (from !== to && documentOf(stream) === undefined)) return []
    const frames = readSse(stream).flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as JsonObject] : [])) // objects: they begin like ones
    return lawStreamSiblings(id, (text) => translateStreamText(pair, [text]), stream, {
      carried: from === to,
      documentOf,
      placeOf: ({ output_index: item }) => (typeof item === 'number' ? `/output/${item}` : undefined),
      skipped: (_, number, path) => isExempt(exemptions, from, to, { path, frames, number }),
    })
  })
}

describe.each(formatIds.flatMap((from) => formatIds.map((to) => [from, to] as const)))(
  'an unknown key in any object of an answer, %s to %s',
  (from, to) => {
    const what = from === to ? 'is carried' : 'is carried or named'
    test(`${what} in documents`, () => expect(inDocuments(from, to, pairOf(from, to))).toEqual([]))
    test(`${what} in streams`, () => expect(inStreams(from, to, pairOf(from, to))).toEqual([]))
  },
)

const exemptions = formatIds.flatMap((from) => siblingExemptions[from].map((exemption) => [from, exemption.why, exemption] as const))

test.each(exemptions)('an exemption of %s is one that is needed: %s', (from, _, exemption) => {
  const others = siblingExemptions[from].filter((other) => other !== exemption)
  const missed = formatIds.some((to) => [inStreams, inDocuments].some((find) => find(from, to, pairOf(from, to), others).length > 0))
  expect(missed).toBe(true)
})

describe('the law of unknown keys catches what it is there for', () => {
  const mute = (context: Context): Context => ({ ...context, onNotice: () => {} })

  test.each(formatIds)('%s: a decoder that forgets what it does not model, of documents and of streams', (id) => {
    const { adapter } = formats[id]
    const forgets: GenerateAdapter = {
      ...adapter,
      decodeResponse: (reply, context, sent) => withoutRest(adapter.decodeResponse(reply, context, sent)),
      createStreamDecoder: (context, sent) => {
        const reader = adapter.createStreamDecoder(context, sent)
        return {
          push: (frame) =>
            reader
              .push(frame)
              .filter(({ type }) => type !== 'opaque')
              .map(withoutRest),
          end: () => reader.end(),
        }
      },
    }
    for (const to of formatIds) {
      const pair = { ...pairOf(id, to), source: forgets }
      expect(inDocuments(id, to, pair)).not.toEqual([])
      expect(inStreams(id, to, pair)).not.toEqual([])
    }
  })

  test.each(formatIds)('%s: an encoder that names nothing', (to) => {
    const { adapter } = formats[to]
    const silent: GenerateAdapter = {
      ...adapter,
      encodeResponse: (response, context, asked) => adapter.encodeResponse(response, mute(context), asked),
      createStreamEncoder: (context, asked) => adapter.createStreamEncoder(mute(context), asked),
    }
    for (const from of formatIds.filter((other) => other !== to)) {
      const pair = { ...pairOf(from, to), target: silent }
      expect(inDocuments(from, to, pair)).not.toEqual([])
      expect(inStreams(from, to, pair)).not.toEqual([])
    }
  })

  /** Value without the unknown keys of extensions, at any depth. */
  function withoutRest<T>(value: T): T {
    if (Array.isArray(value)) return value.map(withoutRest) as T // a list of the same
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]: [string, unknown]) => [
        key,
        key === 'extensions' && isJsonObject(inner as JsonObject) ? {} : withoutRest(inner),
      ]),
    ) as T // the same without optional fields
  }
})
