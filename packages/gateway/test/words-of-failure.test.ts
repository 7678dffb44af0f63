import { expect, test } from 'vitest'
import { wordsOfFailure } from '../src/metering/words-of-failure.ts'

test.each([
  [
    "Unsupported parameter: 'temperature' is not supported with 'o3-mini'.",
    "Unsupported parameter: 'temperature' is not supported with 'o3-mini'.",
  ],
  ["You don't have access to it, and it's a pity.", "You don't have access to it, and it's a pity."],
  ["Invalid value: 'my secret diary'. Expected a number.", 'Invalid value: […]. Expected a number.'],
  ['It said “my secret diary”, which is refused', 'It said […], which is refused'],
  ["Invalid value: 'my secret diary", 'Invalid value: […]'],
  ["1 validation error for Request: [{'type': 'x', 'input': 'my secret diary'}]", '1 validation error for Request: ['],
  ['string too long [input_value=my secret diary]', 'string too long ['],
  ['Bad request\nmy secret diary', 'Bad request'],
  ['x'.repeat(5000), 'x'.repeat(300)],
  [`${'"'.repeat(3000)}`, '[…]'.repeat(100)],
  ['{"message":"my secret diary"}', undefined],
  ['', undefined],
])('%j is kept as %j', (message, words) => {
  if (message.startsWith('"')) expect(wordsOfFailure(message)?.length).toBeLessThanOrEqual(300)
  else expect(wordsOfFailure(message)).toBe(words)
  expect(wordsOfFailure(message) ?? '').not.toContain('diary')
})
