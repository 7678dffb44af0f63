import { isInterlinguaError } from '@interlingua/core'
import { answerTranslation, lawExactNotices, requestTranslation } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'
import { requestDocument } from '../src/request-document.ts'

const thought = 'false is the default, beside whatever it stands'

/** What is not exact, and why: by source, target and the shape of the place. */
const known: Readonly<Record<string, string>> = {
  'messages > contents /content/*/citations/*/type': 'what kind of citation it is follows from what it names',
  'responses > contents /input/*/output/*/detail': 'auto is the default',
  'contents > messages /contents/*/parts/*/thought': thought,
  'contents > chat /contents/*/parts/*/thought': thought,
  'contents > responses /contents/*/parts/*/thought': thought,
}

function violationsOf(source: FormatId, target: FormatId, exchanges: readonly Exchange[]): readonly string[] {
  const pair = pairOf(source, target)
  const { headers, inertRequest, inertIn, inertAnswer } = formats[source]
  return exchanges.flatMap((exchange) => {
    const body = requestDocument(exchange, source)
    const answer = answerIn(exchange, source)
    const inert = body === undefined ? [] : [...inertRequest, ...(inertIn?.(body) ?? [])]
    return [
      ...(body === undefined ? [] : lawExactNotices('request', requestTranslation(pair, headers), body, { inert })),
      ...(answer === undefined ? [] : lawExactNotices('answer', answerTranslation(pair), answer, { inert: inertAnswer })),
    ].map(({ path }) => `${source} > ${target} ${path.replaceAll(/\/\d+/g, '/*')}`)
  })
}

/** Nothing where what was recorded is no answer: an object of another endpoint. */
function answerIn(exchange: Exchange, source: FormatId): ReturnType<typeof answerOf> {
  try {
    return answerOf(exchange, source)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}

describeRecordings('recorded exchanges', recordings, () => {
  const sets = recordedCorpus().filter(({ counts }) => counts === undefined)

  test.each(formatPairs)('a notice of a translation names exactly what is gone, once: %s to %s', (source, target) => {
    const exchanges = sets.filter(({ format }) => format === source).flatMap((set) => set.exchanges ?? [])
    expect(exchanges.length).toBeGreaterThan(50)
    const found = violationsOf(source, target, exchanges)
    // An exception that no longer occurs has to go from the table.
    expect([...new Set(found)].sort()).toEqual(
      Object.keys(known)
        .filter((place) => place.startsWith(`${source} > ${target} `))
        .sort(),
    )
  })
})
