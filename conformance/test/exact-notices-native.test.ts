import { answerTranslation, lawExactNotices, requestTranslation } from '@interlingua/testkit'
import type { Violation } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

/** What is not exact, and why: by target, the exchange and where the notice or the value stands. */
const known: Readonly<Record<'messages' | 'contents', Readonly<Record<string, string>>>> = {
  messages: {
    'chat/json-schema /response_format': 'the name is gone, and the word for strictness with it, which is always meant here',
    'chat/strict-format-outside-subset /response_format':
      'the name is gone, and the word for strictness with it, which is always meant here',
    'responses/json-schema /text/format': 'the name is gone, and the word for strictness with it, which is always meant here',
    'responses/codex /input/1/role': 'what adds tools is always of the developer: the notice says that they are declared at once',
    'responses/namespaces /tools/0/tools/1/format/type': 'text is the default: a tool without a grammar takes any text',
    'responses/tool-search-client /input/2/execution': 'who searched is said by the call, which the caller answers',
  },
  contents: {
    'chat/json-schema /response_format': 'the name is gone, and the word for strictness with it, which is always meant here',
    'chat/strict-format-outside-subset /response_format':
      'the name is gone, and the word for strictness with it, which is always meant here',
    'responses/json-schema /text/format': 'the name is gone, and the word for strictness with it, which is always meant here',
    'messages/documents /messages/0/content/1/source/media_type': 'a text document has one type, which is said by its being text',
    'responses/code-interpreter /output/0': 'the code stands in the answer, and its outputs are of another kind: both are one item',
    'responses/codex /input/1/role': 'what adds tools is always of the developer: the notice says that they are declared at once',
    'responses/image-generation /output/0': 'the image stands in the answer, and all else of its call is gone',
    'responses/namespaces /tools/0/tools/1/format/type': 'text is the default: a tool without a grammar takes any text',
    'responses/tool-search-client /input/2/execution': 'who searched is said by the call, which the caller answers',
  },
}

function violationsOf(format: FormatId, target: FormatId): readonly string[] {
  const pair = pairOf(format, target)
  const { headers, inertRequest, inertIn, inertAnswer } = formats[format]
  return ownCorpus(format).flatMap((exchange) => {
    const body = requestDocument(exchange, format)
    const answer = answerOf(exchange, format)
    const found: readonly Violation[] = [
      ...(body === undefined
        ? []
        : lawExactNotices('request', requestTranslation(pair, headers), body, { inert: [...inertRequest, ...(inertIn?.(body) ?? [])] })),
      ...(answer === undefined ? [] : lawExactNotices('answer', answerTranslation(pair), answer, { inert: inertAnswer })),
    ]
    return found.map(({ path }) => `${exchange.id} ${path}`)
  })
}

test.each(['messages', 'contents'] as const)('a notice of a translation to %s names exactly what is gone, once', (target) => {
  const found = formatIds.filter((format) => format !== target).flatMap((format) => violationsOf(format, target))
  // An exception that no longer occurs has to go from the table.
  expect([...new Set(found)].sort()).toEqual(Object.keys(known[target]).sort())
})
