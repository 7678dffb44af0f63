import type { Context, GenerateAdapter, JsonObject, Json, Notice } from '@interlingua/core'
import { lawExactNotices, translateStreamText } from '@interlingua/testkit'
import type { Pair, Translation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs, othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { streamOf } from '../src/stream-of.ts'

/** Inexact notices with their reason, by pair, exchange and place. An entry that no longer occurs fails the test. */
const known: Readonly<Record<string, string>> = {
  'chat > messages, chat/odd-cache /usage/prompt_tokens':
    'fewer tokens than were cached: the sum of the parts is told, whatever the total says',
}

/** Translation of a response by way of its source's stream and the fold of its client, which is code of its own. */
function streamed(source: FormatId, target: FormatId, pair: Pair): Translation {
  return (document) => {
    const { text, notices } = translateStreamText(pair, [streamOf(source, document as JsonObject)], formats[target].asked) // an answer is an object
    return { type: 'done', output: formats[target].documentOf(text) as Json, notices } // an accumulator gives JSON
  }
}

function found(source: FormatId, target: FormatId, pair: Pair): readonly string[] {
  return ownCorpus(source).flatMap((recording) => {
    const answer = answerOf(recording, source)
    if (answer === undefined) return []
    const translate = streamed(source, target, pair)
    return lawExactNotices('stream', translate, answer, { inert: formats[source].inertAnswer }).map(
      ({ path }) => `${source} > ${target}, ${recording.id} ${path}`,
    )
  })
}

test.each(formatPairs)('a notice of a stream names exactly what is gone, once: %s to %s', (source, target) => {
  const expected = Object.keys(known).filter((place) => place.startsWith(`${source} > ${target},`))
  expect([...new Set(found(source, target, pairOf(source, target)))].sort()).toEqual(expected.sort())
})

describe.each(formatIds)('the law catches a writer of %s', (to) => {
  const { documents } = formats[to]
  const telling = (report: (notice: Notice) => readonly Notice[]): GenerateAdapter => ({
    ...documents,
    createStreamEncoder: (given, asked) => {
      const context: Context = { ...given, onNotice: (notice) => report(notice).forEach((told) => given.onNotice(told)) }
      return documents.createStreamEncoder(context, asked)
    },
  })
  const above = (path: Notice['path']): Notice['path'] => path.slice(0, path.lastIndexOf('/')) as Notice['path'] // a pointer to what holds it

  test.each<[string, (notice: Notice) => readonly Notice[]]>([
    ['says everything twice', (notice) => [notice, notice]],
    ['names what holds the thing that is gone', (notice) => [{ ...notice, kind: 'dropped', path: above(notice.path) }]],
    ['calls changed, without harm, what is gone', (notice) => [notice.kind === 'dropped' ? { ...notice, kind: 'approximated', benign: true } : notice]], // prettier-ignore
  ])('that %s', (_, reportNow) => {
    const target = telling(reportNow)
    const spoilt = othersOf(to).flatMap((from) => found(from, to, { ...pairOf(from, to), target }))
    expect(spoilt.filter((place) => known[place] === undefined)).not.toEqual([])
  })
})
