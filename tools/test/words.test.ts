import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkWords, hasWord, refusedWords } from '../words.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'words-'))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function problemsOf(file: string, text: string): readonly string[] {
  mkdirSync(join(base, dirname(file)), { recursive: true })
  writeFileSync(join(base, file), text)
  return checkWords(base).problems
}

it.each([
  ['readWish', 'wish'],
  ['wishes', 'wish'],
  ['FilmSize', 'film'],
  ['film-of', 'film'],
  ['HTTPDesk', 'desk'],
  ['BOXES', 'box'],
])('%s has the word %s', (name, word) => {
  expect(hasWord(name, word)).toBe(true)
})

it.each([
  ['readability', 'ability'],
  ['interface', 'face'],
  ['wholeText', 'hole'],
  ['reprint', 'print'],
])('%s does not have the word %s', (name, word) => {
  expect(hasWord(name, word)).toBe(false)
})

it.each([
  ['a variable', 'const wish = 1'],
  ['a destructured variable', 'const { wish } = given'],
  ['a function', 'export function readWish() {}'],
  ['a parameter', 'export const read = (wish: string) => wish'],
  ['a type', 'export interface Wish {}'],
  ['a member of a type', 'export interface Request { readonly wish: string }'],
  ['an imported name that stays', "import { wish } from './other.ts'"],
])('%s is refused, with the word to say', (_name, text) => {
  expect(problemsOf('packages/one/src/file.ts', text)).toContainEqual(
    expect.stringMatching(/^packages\/one\/src\/file\.ts: .*say request$/),
  )
})

it('the name of a file is refused', () => {
  expect(problemsOf('packages/one/src/wish-fields.ts', '')).toEqual([
    'packages/one/src/wish-fields.ts: wish-fields: "wish" is refused; say request',
  ])
})

it.each([
  ['a comment and a text', "/** A wish. */ export const text = 'a wish'"],
  ['a member that is read', 'export const text = vendor.wish'],
  ['a key of an object', 'export const body = { wish: 1 }'],
  ['an imported name under another', "import { wish as request } from 'vendor'"],
])('%s may have the word', (_name, text) => {
  expect(problemsOf('packages/one/src/file.ts', text)).toEqual([])
})

it('a word that is refused in some folders is free in others, and in the files that are excepted', () => {
  const words = [{ word: 'box', use: 'extension', within: ['packages/'], except: ['packages/one/src/mp4.ts'] }]
  for (const file of ['packages/one/src/mp4.ts', 'apps/one/src/file.ts', 'packages/one/src/file.ts'])
    problemsOf(file, 'export const box = 1')
  expect(checkWords(base, words).problems).toEqual(['packages/one/src/file.ts: box: "box" is refused; say extension'])
})

it('each word of the table stands there once, with another one to say', () => {
  expect(new Set(refusedWords.map(({ word }) => word)).size).toBe(refusedWords.length)
  for (const { word, use } of refusedWords) expect(hasWord(use, word)).toBe(false)
})
