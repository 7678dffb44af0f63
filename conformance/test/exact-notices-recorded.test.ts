import { isInterlinguaError } from '@interlingua/core'
import { answerTranslation, lawExactNotices, requestTranslation } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
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

/** Inexact notices with their reason, by source, target and the shape of the place. */
const known: Readonly<Record<string, string>> = {
  'messages > contents /content/*/citations/*/type': 'what kind of citation it is follows from what it names',
  'responses > contents /input/*/output/*/detail': 'auto is the default',
  'contents > messages /contents/*/parts/*/thought': thought,
  'contents > chat /contents/*/parts/*/thought': thought,
  'contents > responses /contents/*/parts/*/thought': thought,
}

function violationsOf(source: FormatId, target: FormatId, recordings: readonly Recording[]): readonly string[] {
  const pair = pairOf(source, target)
  const { headers, inertRequest, inertIn, inertAnswer } = formats[source]
  return recordings.flatMap((recording) => {
    const body = requestDocument(recording, source)
    const answer = answerIn(recording, source)
    const inert = body === undefined ? [] : [...inertRequest, ...(inertIn?.(body) ?? [])]
    return [
      ...(body === undefined ? [] : lawExactNotices('request', requestTranslation(pair, headers), body, { inert })),
      ...(answer === undefined ? [] : lawExactNotices('answer', answerTranslation(pair), answer, { inert: inertAnswer })),
    ].map(({ path }) => `${source} > ${target} ${path.replaceAll(/\/\d+/g, '/*')}`)
  })
}

/** Undefined if the recorded document is no response, but an object of another endpoint. */
function answerIn(recording: Recording, source: FormatId): ReturnType<typeof answerOf> {
  try {
    return answerOf(recording, source)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}

describeRecordings('recorded exchanges', recordings, () => {
  const sets = recordedCorpus().filter(({ counts }) => counts === undefined)

  test.each(formatPairs)('a notice of a translation names exactly what is gone, once: %s to %s', (source, target) => {
    const recordedAll = sets.filter(({ format }) => format === source).flatMap((set) => set.recordings ?? [])
    expect(recordedAll.length).toBeGreaterThan(50)
    const found = violationsOf(source, target, recordedAll)
    // An exception that no longer occurs has to leave the table.
    expect([...new Set(found)].sort()).toEqual(
      Object.keys(known)
        .filter((place) => place.startsWith(`${source} > ${target} `))
        .sort(),
    )
  })
})
