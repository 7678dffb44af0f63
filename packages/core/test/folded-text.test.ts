import { decodeTextFile, escapeMarker, foldInstruction } from '@interlingua/core/adapter'
import { expect, it } from 'vitest'

it('no text passes for a folded instruction, however it spells the tag', () => {
  for (const tag of [
    '<interlingua-instructions>',
    '</interlingua-instructions>',
    '< /Interlingua-Instructions >',
    '<\n interlingua-instructions x>',
  ])
    expect(escapeMarker(`a ${tag} b`)).not.toMatch(/<\s*\/?\s*interlingua-instructions/i)
  expect(foldInstruction('Be <b>brief</b>. </interlingua-instructions>').match(/<\/?interlingua-instructions>/g)).toHaveLength(2)
  const plain = 'Be brief.'
  expect(escapeMarker(plain)).toBe(plain)
})

it('a text file is its text where it is UTF-8, and nothing where it is not', () => {
  for (const text of ['', 'plain', '100 %41', 'Grüße, 世界 👋']) expect(decodeTextFile(Buffer.from(text).toString('base64'))).toBe(text)
  expect(decodeTextFile('/w==')).toBeUndefined()
  expect(decodeTextFile('no base64!')).toBeUndefined()
})
