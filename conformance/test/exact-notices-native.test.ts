import { answerTranslation, lawExactNotices, requestTranslation } from '@interlingua/testkit'
import type { Violation } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

function violationsOf(format: FormatId, target: FormatId): readonly string[] {
  const pair = pairOf(format, target)
  const { headers, inertRequest, inertIn, inertAnswer } = formats[format]
  return ownCorpus(format).flatMap((recording) => {
    const body = requestDocument(recording, format)
    const answer = answerOf(recording, format)
    const found: readonly Violation[] = [
      ...(body === undefined
        ? []
        : lawExactNotices('request', requestTranslation(pair, headers), body, { inert: [...inertRequest, ...(inertIn?.(body) ?? [])] })),
      ...(answer === undefined ? [] : lawExactNotices('answer', answerTranslation(pair), answer, { inert: inertAnswer })),
    ]
    return found.map(({ path }) => `${recording.id} ${path}`)
  })
}

test.each(['messages', 'contents'] as const)('a notice of a translation to %s names exactly what is gone, once', (target) => {
  const found = formatIds.filter((format) => format !== target).flatMap((format) => violationsOf(format, target))
  expect(found).toEqual([])
})
