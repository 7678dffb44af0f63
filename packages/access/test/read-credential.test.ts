import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { readCredential } from '../src/keys/authenticate.ts'

const read = (headers: Readonly<Record<string, string>>, url = '/v1/messages'): string | undefined =>
  readCredential({ headers, url } as unknown as IncomingMessage) // `readCredential` reads no other fields

/** Places of a key, in order of precedence. */
const places = [
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'x-google-api-key',
  'x-anthropic-api-key',
  'x-openai-api-key',
  'api-key',
  'key=',
] as const

test('of all places that hold a key the first counts, whatever the others hold', () => {
  for (let from = 0; from < places.length; from++) {
    const headers: Record<string, string> = {}
    let url = '/v1/messages'
    for (const place of places.slice(from)) {
      if (place === 'key=') url += `?x=1&key=by-${place.slice(0, -1)}`
      else headers[place] = place === 'authorization' ? 'Bearer by-authorization' : `by-${place}`
    }
    expect(read(headers, url)).toBe(`by-${places[from]?.replace('=', '')}`)
  }
})

test.each([
  [{ authorization: 'bearer lower-case' }, '/', 'lower-case'],
  [{ authorization: 'Bearer   spaced  ' }, '/', 'spaced'],
  [{ authorization: 'Basic dXNlcjpw', 'x-api-key': 'own' }, '/', 'own'],
  [{ authorization: 'Bearer ', 'x-goog-api-key': 'own' }, '/', 'own'],
  [{ authorization: '', 'x-api-key': '  ', 'x-openai-api-key': ' own ' }, '/', 'own'],
  [{}, '/v1beta/models?key=a%2Bb', 'a+b'],
  [{}, '/v1beta/models?%6bey=escaped', undefined],
  [{}, '/v1beta/models?key=', undefined],
  [{}, '/v1beta/models?monkey=x', undefined],
  [{}, '/v1beta/key=x', undefined],
  [{ authorization: 'Bearer' }, '/', undefined],
])('%j at %s gives %s', (headers, url, key) => {
  expect(read(headers as Record<string, string>, url)).toBe(key) // absent keys are undefined
})
