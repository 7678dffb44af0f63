import { answerTranslation, lawExactNotices, requestTranslation } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

/** Findings of the law although the notices are right, each with the reason. An entry that no longer occurs fails the test. */
const exceptions: Readonly<Record<string, string>> = {
  'contents > chat, names, request /tools/0/functionDeclarations/0/parametersJsonSchema/type: is gone, and only chat/tool-name speaks of it':
    'an object of nothing and a schema that says nothing are sent alike',
  'contents > chat, names, request /tools/0/functionDeclarations/1/parametersJsonSchema/type: is gone, and only chat/tool-name speaks of it':
    'an object of nothing and a schema that says nothing are sent alike',
  'contents > chat, audio-in, request /contents/0/parts/1: notice chat/media-type covers /contents/0/parts/1/inlineData/mimeType, which is there':
    'the text in the place of the sound names its type',
}

function found(recording: Recording, source: FormatId, target: FormatId): readonly string[] {
  const pair = pairOf(source, target)
  const { headers, inertRequest, inertIn, inertAnswer } = formats[source]
  const body = requestDocument(recording, source)
  const answer = answerOf(recording, source)
  return [
    ...(body === undefined
      ? []
      : lawExactNotices('request', requestTranslation(pair, headers), body, { inert: [...inertRequest, ...(inertIn?.(body) ?? [])] })),
    ...(answer === undefined ? [] : lawExactNotices('answer', answerTranslation(pair), answer, { inert: inertAnswer })),
  ].map(({ law, path, message }) => `${source} > ${target}, ${recording.id.replace(/^.*\//, '')}, ${law} ${path}: ${message}`)
}

const pairs = formatPairs.filter(([, target]) => target === 'chat' || target === 'responses')

test('a notice to chat or responses names exactly what is gone, and once', () => {
  const all = pairs.flatMap(([source, target]) => ownCorpus(source).flatMap((recording) => found(recording, source, target)))
  expect(all.sort()).toEqual(Object.keys(exceptions).sort())
})

test('the law is asked about both targets from every other format', () => {
  expect(pairs.length).toBe(6)
})
