import { expect, test } from 'vitest'
import { statusOfFinishes } from '../src/index.ts'

test('pitfall 41: only an end that is known to be one completes an answer', () => {
  expect(statusOfFinishes([{ unified: 'stop' }, { unified: 'tool-calls' }])).toBe('completed')
  expect(statusOfFinishes([{ unified: 'stop' }, { unified: 'length' }])).toBe('incomplete')
  for (const unified of ['other', 'malformed-tool-call', 'continuation', 'interrupted'] as const)
    expect(statusOfFinishes([{ unified, raw: { format: 'chat', value: 'zonk' } }])).toBe('incomplete')
  expect(statusOfFinishes([undefined])).toBe('incomplete')
})
