import { lawSiblings, requestTranslation } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

const untaken = 'reasoning goes only to servers that are known to take it: the notice names the whole entry'
const refused = 'a block that the server refuses, empty or a result without its call, is rewritten or left out'
const words = 'words say that the whole was left out'
const voice = 'the notice says that of the whole only the name of a voice is taken'
const enveloped = 'an item that bears the seal of another format is one that was made for the client: that format has no such item'

/** Places of unknown keys that are neither carried nor reported, with the reason. A repaired one has to leave the table. */
const exceptions: Readonly<Record<string, string>> = {
  'chat > chat request /messages/*/reasoning_details/*': untaken,
  'chat > contents request /messages/*/audio': words,
  'chat > messages request /messages/*/audio': words,
  'contents > chat request /generationConfig/speechConfig': voice,
  'contents > chat request /generationConfig/speechConfig/voiceConfig': voice,
  'contents > chat request /generationConfig/speechConfig/voiceConfig/prebuiltVoiceConfig': voice,
  'messages > messages request /messages/*/content/*': refused,
  'responses > contents request /input/*': enveloped,
  'responses > responses request /input/*': enveloped,
}

/** Keys under which callers and models choose names themselves. */
const free =
  /\/(?:input_schema|parameters|parametersJsonSchema|schema|responseSchema|_?responseJsonSchema|output_schema|metadata|labels|args|input|arguments|response|properties|partMetadata|logit_bias|client_metadata)(?:\/|$)/

/** `input` is a tool's input in Messages, and the conversation in Responses. */
function isFree(format: FormatId, path: string): boolean {
  return free.test(format === 'responses' ? path.replace(/^\/input(?=\/|$)/, '') : path)
}

const pairs = formatIds.flatMap((from) => formatIds.map((to) => ({ from, to })))

test.each(pairs)('an unknown key in any object of a request is carried or named, from $from to $to', ({ from, to }) => {
  const pair = pairOf(from, to)
  const settings = { skipped: (path: string) => isFree(from, path), carried: from === to }
  const found = ownCorpus(from).flatMap((recording) => {
    const body = requestDocument(recording, from)
    if (body === undefined) return []
    return lawSiblings('request', requestTranslation(pair, formats[from].headers), body, settings).map(
      ({ law, path }) => `${from} > ${to} ${law} ${path.replace(/\/[^/]*$/, '').replaceAll(/\/\d+/g, '/*')}`,
    )
  })
  const known = Object.keys(exceptions).filter((place) => place.startsWith(`${from} > ${to} `))
  expect([...new Set(found)].sort()).toEqual(known.sort())
})
