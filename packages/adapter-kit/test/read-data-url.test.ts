import { expect, test } from 'vitest'
import { readDataUrl } from '../src/index.ts'

test.each([
  ['data:video/mp4;base64,AAAA', { mime: 'video/mp4', base64: 'AAAA' }],
  ['DATA:Audio/WAV;codecs=1;BASE64,-_ A\nA', { mime: 'audio/wav', base64: '+/AA' }],
  ['data:;base64,AAA', { mime: '', base64: 'AAA=' }],
])('%j is read', (text, data) => {
  expect(readDataUrl(text)).toEqual(data)
})

test.each(['data:video/mp4,AAAA', 'data:video/mp4;base64', 'data:video/mp4;base64,', 'https://example.com/a.mp4', 'AAAA', ''])(
  '%j is none',
  (text) => {
    expect(readDataUrl(text)).toBeUndefined()
  },
)
