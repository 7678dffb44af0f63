import { readFileSync } from 'node:fs'
import { basicNotices } from '@interlingua/adapter-kit'
import type { NoticeEntry } from '@interlingua/core'
import { standardNotices } from '@interlingua/core/adapter'
import { expect, test } from 'vitest'
import { allDeclared, declared } from '../src/declared.ts'
import { reachedCodes } from '../src/reached-codes.ts'

/** Declared codes that none of the cases reaches, each with the reason. */
const unreached: Readonly<Record<string, string>> = {
  'contents/argument-digits': 'for runtimes without JSON.rawJSON alone',
  'messages/cache-marks-added': 'given where the policy asks for marks, as a gateway does: test/cache-marks of the package',
  'messages/argument-digits': 'for runtimes without JSON.rawJSON alone',
  'contents/result-part': 'a guard for part kinds of formats to come: every kind of today is lowered before it',
  'contents/temperature': 'a guard for formats to come: none of today takes more than 2',
  'contents/logprobs-top': 'a guard for formats to come: none of today takes more than 20',
  'responses/include-encrypted': 'a client of this format names the model itself here: a gateway that chooses another is in test/lowering',
  'responses/logprobs-place': 'a guard: no candidate of today bears log probabilities of its own',
  'responses/media-source': 'a guard: media that are text or parts are documents in every format of today',
  'responses/media-transcript': 'a guard: only audio has a transcript in the formats of today',
  'responses/tool-keys': 'a guard: servers of this format take every name of a property',
  'messages/tool-strict': 'a guard: an object can be checked, and every schema is one before it is asked',
  'messages/result-part': 'a guard for part kinds of formats to come: every kind of today is lowered before it',
}

// Cases are many: they run once, before the first test.
const codes = reachedCodes()

test('every declared notice is reached by some case, or there is a reason why not', () => {
  const all = declared.flatMap(({ owner, table }) => Object.keys(table).map((name) => `${owner}/${name}`))
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((code) => !codes.has(code) && !(code in unreached))).toEqual([])
  expect(Object.keys(unreached).filter((code) => codes.has(code) || !all.includes(code))).toEqual([])
})

test('every notice that is given is declared', () => {
  const known = new Set(declared.flatMap(({ owner, table }) => Object.keys(table).map((name) => `${owner}/${name}`)))
  expect([...codes].filter((code) => !known.has(code))).toEqual([])
})

test('a code that two packages declare is standard, and nobody gives a standard code another kind', () => {
  const owners = new Map<string, string[]>()
  for (const { owner, table } of allDeclared) for (const code of Object.keys(table)) owners.set(code, [...(owners.get(code) ?? []), owner])
  const shared = [...owners].filter(([code, of]) => of.length > 1 && !Object.hasOwn(standardNotices, code))
  expect(shared).toEqual([])
  const kindOf = ({ message: _, ...kind }: NoticeEntry): Omit<NoticeEntry, 'message'> => kind
  for (const { owner, table } of allDeclared)
    for (const [code, entry] of Object.entries(standardNotices))
      if (table[code] !== undefined) expect(kindOf(table[code]), `${owner}/${code}`).toEqual(kindOf(entry))
  // A standard code that no format takes would promise something untrue.
  expect(Object.keys(standardNotices).filter((code) => !owners.has(code) && !Object.hasOwn(basicNotices, code))).toEqual([])
})

test('no old name of a notice is declared any more', () => {
  const page = readFileSync(new URL('../../docs/model/notices.md', import.meta.url), 'utf8')
  const renamed = [...page.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)]
  expect(renamed.length).toBeGreaterThan(50)
  const now = new Set(allDeclared.flatMap(({ owner, table }) => Object.keys(table).map((code) => `${owner}/${code}`)))
  for (const [, name, before] of renamed) {
    for (const [, old = ''] of before?.matchAll(/`([^`]+)`/g) ?? []) {
      expect(now, old).not.toContain(old)
      expect(now, `${old} is ${name} now`).toContain(`${old.slice(0, old.indexOf('/'))}/${name}`)
    }
  }
})
