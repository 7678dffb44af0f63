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

/** What is not exact, and why: by pair, exchange and place. One that no longer occurs fails the test. */
const known: Readonly<Record<string, string>> = {
  'chat > messages, chat/odd-cache /usage/prompt_tokens':
    'fewer tokens than were cached: the sum of the parts is told, whatever the total says',
}

/** An answer as its source streams it, and as its client folds what comes of that: the client's fold is code of its own. */
function streamed(source: FormatId, target: FormatId, pair: Pair): Translation {
  return (document) => {
    const { text, notices } = translateStreamText(pair, [streamOf(source, document as JsonObject)], formats[target].asked) // an answer is an object
    return { type: 'done', output: formats[target].documentOf(text) as Json, notices } // an accumulator gives JSON
  }
}

function found(source: FormatId, target: FormatId, pair: Pair): readonly string[] {
  return ownCorpus(source).flatMap((exchange) => {
    const answer = answerOf(exchange, source)
    if (answer === undefined) return []
    const translate = streamed(source, target, pair)
    return lawExactNotices('stream', translate, answer, { inert: formats[source].inertAnswer }).map(
      ({ path }) => `${source} > ${target}, ${exchange.id} ${path}`,
    )
  })
}

test.each(formatPairs)('a notice of a stream names exactly what is gone, once: %s to %s', (source, target) => {
  const expected = Object.keys(known).filter((place) => place.startsWith(`${source} > ${target},`))
  expect([...new Set(found(source, target, pairOf(source, target)))].sort()).toEqual(expected.sort())
})

describe.each(formatIds)('the law catches a writer of %s', (to) => {
  const { documents } = formats[to]
  const telling = (tell: (notice: Notice) => readonly Notice[]): GenerateAdapter => ({
    ...documents,
    createStreamEncoder: (given, asked) => {
      const context: Context = { ...given, onNotice: (notice) => tell(notice).forEach((told) => given.onNotice(told)) }
      return documents.createStreamEncoder(context, asked)
    },
  })
  const above = (path: Notice['path']): Notice['path'] => path.slice(0, path.lastIndexOf('/')) as Notice['path'] // a pointer to what holds it

  test.each<[string, (notice: Notice) => readonly Notice[]]>([
    ['says everything twice', (notice) => [notice, notice]],
    ['names what holds the thing that is gone', (notice) => [{ ...notice, kind: 'dropped', path: above(notice.path) }]],
    ['calls changed, without harm, what is gone', (notice) => [notice.kind === 'dropped' ? { ...notice, kind: 'approximated', benign: true } : notice]], // prettier-ignore
  ])('that %s', (_, tell) => {
    const target = telling(tell)
    const spoilt = othersOf(to).flatMap((from) => found(from, to, { ...pairOf(from, to), target }))
    expect(spoilt.filter((place) => known[place] === undefined)).not.toEqual([])
  })
})
