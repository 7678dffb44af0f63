import { expect, test } from 'vitest'
import { dataUrlOf, readImage } from '../src/index.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test.each([
  ['a URL', 'https://example.com/a.png', { type: 'url', url: 'https://example.com/a.png' }],
  ['a data URL', `data:image/png;base64,${png}`, { type: 'inline', mime: 'image/png', base64: png }],
  ['one in capitals, with parameters', `DATA:Image/PNG;charset=x;BASE64,${png}`, { type: 'inline', mime: 'image/png', base64: png }],
  ['one whose type is wrong by habit', `data:image/jpg;base64,${png}`, { type: 'inline', mime: 'image/jpeg', base64: png }],
  ['bare base64', png, { type: 'inline', mime: 'image/png', base64: png }],
  [
    'base64 for URLs, in lines, without its padding',
    `${png.slice(0, 40)}\n${png.slice(40).replaceAll('+', '-').replaceAll('=', '')}`,
    { type: 'inline', mime: 'image/png', base64: png },
  ],
  ['words', 'a red kite', undefined],
  ['a data URL with something else than base64', 'data:image/png;base64,iVBOR!', undefined],
  ['base64 that turns into something else', `${png}!`, undefined],
  ['a data URL of text', 'data:text/plain,hello', undefined],
])('reads %s', (_name, text, source) => {
  expect(readImage(text)).toEqual(source)
})

test('prints what it read', () => {
  const source = readImage(png)
  expect(source?.type === 'inline' && readImage(dataUrlOf(source))).toEqual(source)
})
