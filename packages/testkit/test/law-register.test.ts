import { describe, expect, test } from 'vitest'
import { createLawRegister, formatLaws } from '../src/create-law-register.ts'

const seen: unknown[] = []

describe('a register of laws', () => {
  const law = createLawRegister(
    { format: 'half', http: { method: 'POST', streamContentType: '', path: () => '/half', status: () => 500 } },
    true,
  )

  law('a law runs with the members that it needs', ['http'], (adapter) => void seen.push(adapter.http.path({ model: '', stream: false })))

  test('and gets the adapter', () => expect(seen).toEqual(['/half']))
})

test('the laws are counted by their titles, with the members that are missing', () => {
  expect(formatLaws(new Set(['a', 'b']), new Set(), new Set())).toBe('laws: 2 run')
  expect(formatLaws(new Set(['a', 'b']), new Set(['b', 'c']), new Set(['lowerRequest', 'createStreamDecoder']))).toBe(
    'laws: 1 run, 2 waiting for createStreamDecoder, lowerRequest',
  )
})
