import { expect, test } from 'vitest'
import { issueKey, keyState } from '../src/index.ts'

test('a key is valid until its time has come, and never again once it is revoked', () => {
  const { key } = issueKey({ name: 'k', expiresAt: 1_000 }, 0)
  expect([999, 1_000, 1_001].map((now) => keyState(key, now))).toEqual(['valid', 'expired', 'expired'])
  expect(keyState({ ...key, revokedAt: 5 }, 10)).toBe('revoked')
  expect(keyState(issueKey({ name: 'k' }, 0).key, Number.MAX_SAFE_INTEGER)).toBe('valid')
})
