import { expect, test } from 'vitest'
import { endPrevious, hashSecret, issueKey, keyState, livingPrevious, rotateKey, secretEnd } from '../src/index.ts'

test('a key is valid until its time has come, and never again once it is revoked', () => {
  const { key } = issueKey({ name: 'k', expiresAt: 1_000 }, 0)
  expect([999, 1_000, 1_001].map((now) => keyState(key, now))).toEqual(['valid', 'expired', 'expired'])
  expect(keyState({ ...key, revokedAt: 5 }, 10)).toBe('revoked')
  expect(keyState(issueKey({ name: 'k' }, 0).key, Number.MAX_SAFE_INTEGER)).toBe('valid')
})

test('an old secret stands for its key until its time has come, which the key itself does not notice', () => {
  const first = issueKey({ name: 'k', models: ['a'], expiresAt: 9_000 }, 0)
  const { key, secret } = rotateKey(first.key, 1_000)
  expect(key).toEqual({
    ...first.key,
    hash: hashSecret(secret),
    hint: key.hint,
    previous: { hash: first.key.hash, hint: first.key.hint, until: 1_000 },
  })
  expect([first.key.hash, key.hash, 'other'].map((hash) => secretEnd(key, hash))).toEqual([1_000, Infinity, 0])
  expect([999, 1_000].map((now) => livingPrevious(key, now)?.hint)).toEqual([first.key.hint, undefined])
  expect(livingPrevious({ ...key, revokedAt: 5 }, 999)).toBeUndefined()
  expect([999, 1_000].map((now) => keyState({ ...key, secretUntil: 1_000 }, now))).toEqual(['valid', 'expired'])
  expect(keyState({ ...key, secretUntil: 1_000, revokedAt: 5 }, 999)).toBe('revoked')
  expect(endPrevious(key)).not.toHaveProperty('previous')
})
