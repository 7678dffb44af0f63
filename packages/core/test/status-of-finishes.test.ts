import { expect, test } from 'vitest'
import { statusFromFinishes } from '../src/adapter-author.ts'

test('pitfall 41: only an end that is known to be one completes an answer', () => {
  expect(statusFromFinishes([{ unified: 'stop' }, { unified: 'tool-calls' }])).toBe('completed')
  expect(statusFromFinishes([{ unified: 'stop' }, { unified: 'length' }])).toBe('incomplete')
  for (const unified of ['other', 'malformed-tool-call', 'continuation', 'interrupted'] as const)
    expect(statusFromFinishes([{ unified, raw: { format: 'chat', value: 'zonk' } }])).toBe('incomplete')
  expect(statusFromFinishes([undefined])).toBe('incomplete')
})
