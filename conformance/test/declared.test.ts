import { expect, test } from 'vitest'
import { declared } from '../src/declared.ts'
import { reachedCodes } from '../src/reached-codes.ts'

/** Declared, and reached by none of our cases, each for a reason. */
const unreached: Readonly<Record<string, string>> = {
  'contents/argument-digits': 'for runtimes without JSON.rawJSON alone',
  'messages/argument-digits': 'for runtimes without JSON.rawJSON alone',
  'contents/result-part': 'a guard for part kinds of formats to come: every kind of today is lowered before it',
  'contents/temperature': 'a guard for formats to come: none of today takes more than 2',
  'contents/logprobs-top': 'a guard for formats to come: none of today takes more than 20',
  'responses/logprobs': 'a guard: no candidate of today bears log probabilities of its own',
  'responses/media-source': 'a guard: media that are text or parts are documents in every format of today',
  'responses/transcript-dropped': 'a guard: only audio has a transcript in the formats of today',
  'messages/result-part': 'a guard for part kinds of formats to come: every kind of today is lowered before it',
}

test('every declared notice is reached by some case, or there is a reason why not', () => {
  const codes = reachedCodes()
  const all = declared.flatMap(({ owner, table }) => Object.keys(table).map((name) => `${owner}/${name}`))
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((code) => !codes.has(code) && !(code in unreached))).toEqual([])
  expect(Object.keys(unreached).filter((code) => codes.has(code) || !all.includes(code))).toEqual([])
})

test('every notice that is given is declared', () => {
  const known = new Set(declared.flatMap(({ owner, table }) => Object.keys(table).map((name) => `${owner}/${name}`)))
  expect([...reachedCodes()].filter((code) => !known.has(code))).toEqual([])
})
