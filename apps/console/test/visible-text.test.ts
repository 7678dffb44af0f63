import { expect, test } from 'vitest'
import fc from 'fast-check'
import { cutText, visibleText } from '../src/format/visible-text.ts'

test.each([
  ['a\u202Egnp.exe', 'a⟨U+202E⟩gnp.exe'],
  ['a\u0000b\u001B[31m', 'a⟨U+0000⟩b⟨U+001B⟩[31m'],
  ['one\ntwo', 'one⟨U+000A⟩two'],
  ['pay\u200Bpal\uFEFF', 'pay⟨U+200B⟩pal⟨U+FEFF⟩'],
  ['half \uD800 pair', 'half ⟨U+D800⟩ pair'],
  ['tag \u{E0041}', 'tag ⟨U+E0041⟩'],
  ['שלום <b>', 'שלום <b>'],
  ['naïve 漢字 🙂', 'naïve 漢字 🙂'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('a text of several lines keeps its lines and tabs, and nothing else that is hidden', () => {
  expect(visibleText('a\r\n\tb\u0000', true)).toBe('a\n\tb⟨U+0000⟩')
})

test('what is shown has no hidden signs left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text)).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B-\u200F\uFEFF]/u)
    }),
  )
})

test('a long text is cut between characters, and says how long it is', () => {
  expect(cutText('abc', 3)).toEqual({ shown: 'abc' })
  expect(cutText('abcd', 3)).toEqual({ shown: 'abc', length: 4 })
  expect(cutText('ab🙂d', 3)).toEqual({ shown: 'ab', length: 5 })
})
