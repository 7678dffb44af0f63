import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, redactHeaders, redactPath } from '../src/recording/create-redactor.ts'

const redact = createRedactor(['known-secret-1'], ['corp-*-id', '*@acme.example'])

test.each([
  ['known-secret-1', '[key]'],
  ['sk-ant-REDACTED', '[redacted]'],
  ['Authorization: Bearer abc123def456', 'Authorization: Bearer [redacted]'],
  ['Basic information for bearer certificates', 'Basic information for bearer certificates'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', '[redacted]'],
  ['a -----BEGIN RSA PRIVATE KEY-----\nMIIB', 'a [redacted]'],
  ['{"api_key":"x","n":1}', '{"api_key":"[redacted]","n":1}'],
  ['{"authorization_token": "a\\"b"}', '{"authorization_token": "[redacted]"}'],
  ['{"a":"{\\"password\\":\\"x\\"}"}', '{"a":"{\\"password\\":\\"[redacted]\\"}"}'],
  ['{"a":"{\\"password\\":\\"x\\\\\\"y\\"}"}', '{"a":"{\\"password\\":\\"[redacted]\\"}"}'],
  ['{"password":{"type":"string"}}', '{"password":{"type":"string"}}'],
  ['see corp-4711-id and anna@acme.example', 'see [redacted] and [redacted]'],
])('%s', (text, expected) => expect(redact(text)).toBe(expected))

test('a document of JSON stays one, whatever is redacted in it', () => {
  const piece = fc.constantFrom(
    'sk-0123456789abcdef',
    'Bearer a1b2c3d4e5',
    '-----BEGIN PRIVATE KEY-----',
    'corp-1-id',
    '"',
    '\\',
    'ä',
    '\n',
    'x ',
  )
  const text = fc.array(piece).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('password', 'a', 'api_key', 'text'), fc.oneof(text, fc.integer())), (document) => {
      const inner = JSON.stringify({ inner: JSON.stringify(document), document })
      expect(() => JSON.parse(redact(inner)) as unknown).not.toThrow()
    }),
  )
})

test('long texts that nearly fit are no trouble', () => {
  for (const begin of ['sk-', 'corp-', '"password":"', 'Bearer 1', '-----BEGIN ', 'eyJaaaaaaaa.', 'a'])
    expect(redact(begin.repeat((256 * 1024) / begin.length)).length).toBeGreaterThan(0)
})

test('headers and parameters by their names', () => {
  expect(
    redactHeaders({ 'X-Api-Key': 'a', 'x-ratelimit-remaining-tokens': '5', cookie: 'a', accept: '*/*', gone: undefined }, redact),
  ).toEqual({
    'x-api-key': '[redacted]',
    'x-ratelimit-remaining-tokens': '5',
    cookie: '[redacted]',
    accept: '*/*',
  })
  expect(redactPath('/v1beta/models/m:generateContent?key=abc&alt=sse&access_token=x', redact)).toBe(
    '/v1beta/models/m:generateContent?key=[redacted]&alt=sse&access_token=[redacted]',
  )
})
