import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyRing } from '../src/keys/create-key-ring.ts'
import { hashSecret, issueKey, keyState, rotateKey } from '../src/keys/key.ts'
import { type KeyStore, openStore, type Store, StoreError } from '@interlingua/store'

const connection = {}
let store: Store
beforeAll(async () => {
  store = await openStore({})
})
afterAll(() => store.close())

/** Wraps the keys of the real store, and counts the lookups there. */
function counted(): { readonly keys: KeyStore; readonly asked: () => number } {
  let asked = 0
  const keys = {
    ...store.keys,
    findByHash: (hash: string) => {
      asked++
      return store.keys.findByHash(hash)
    },
  }
  return { keys, asked: () => asked }
}

test('a key that was found once is found at once, until any key changes', async () => {
  const { keys, asked } = counted()
  const ring = createKeyRing(keys)
  const { key, secret } = issueKey({ name: 'once' }, 1)
  await store.keys.insert(key)
  expect(await ring.find(secret, connection)).toEqual(key)
  expect(ring.find(secret, connection)).toEqual(key)
  expect(asked()).toBe(1)
  await store.keys.revoke(key.id, 5)
  expect(await ring.find(secret, connection)).toEqual({ ...key, revokedAt: 5 })
  expect(asked()).toBe(2)
})

test('a secret that nobody has is not asked for twice, and works as soon as it is issued', async () => {
  const { keys, asked } = counted()
  const ring = createKeyRing(keys)
  expect(await ring.find('il-nobody', connection)).toBeUndefined()
  expect(ring.find('il-nobody', connection)).toBeUndefined()
  expect(asked()).toBe(1)
  const { key } = issueKey({ name: 'somebody' }, 1, 'il-nobody')
  await store.keys.insert(key)
  expect(await ring.find('il-nobody', connection)).toEqual(key)
})

test('wrong secrets without end neither fill the memory nor push out the keys that are in use', async () => {
  const { keys, asked } = counted()
  const ring = createKeyRing(keys)
  const { key, secret } = issueKey({ name: 'busy' }, 1)
  await store.keys.insert(key)
  await ring.find(secret, connection)
  for (let count = 0; count < 3_000; count++) await ring.find(`wrong-${count}`, connection)
  const before = asked()
  expect(ring.find(secret, connection)).toEqual(key)
  expect(asked()).toBe(before)
  // The first entry was dropped, so its lookup asks the store.
  expect(ring.find('wrong-0', connection)).toBeInstanceOf(Promise)
})

test('what was read while a key was revoked is not remembered', async () => {
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  const { key, secret } = issueKey({ name: 'race' }, 1)
  await store.keys.insert(key)
  const ring = createKeyRing({
    ...store.keys,
    async findByHash(hash) {
      const found = await store.keys.findByHash(hash)
      await held
      return found
    },
  })
  const early = ring.find(secret, connection)
  await new Promise((done) => setTimeout(done, 5))
  await store.keys.revoke(key.id, 7)
  const late = ring.find(secret, connection)
  release()
  expect(await early).not.toHaveProperty('revokedAt')
  expect(await late).toMatchObject({ revokedAt: 7 })
  expect(ring.find(secret, connection)).toMatchObject({ revokedAt: 7 })
})

test('many requests with one key ask the store once', async () => {
  const { keys, asked } = counted()
  const ring = createKeyRing(keys)
  const { key, secret } = issueKey({ name: 'crowd' }, 1)
  await store.keys.insert(key)
  expect(await Promise.all(Array.from({ length: 50 }, () => ring.find(secret, connection)))).toEqual(Array.from({ length: 50 }, () => key))
  expect(asked()).toBe(1)
})

test('each secret is looked at anew, also behind a proxy that brings several clients by one connection', async () => {
  const ring = createKeyRing(store.keys)
  const issued = Array.from({ length: 3 }, (_, count) => issueKey({ name: `shared-${count}` }, 1))
  for (const { key } of issued) await store.keys.insert(key)
  for (let turn = 0; turn < 2; turn++) {
    for (const { key, secret } of issued) {
      expect(await ring.find(secret, connection)).toEqual(key)
      expect(await ring.find(secret, connection)).toEqual(key)
      expect(await ring.find(secret, {})).toEqual(key)
      const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
      expect(await ring.find(wrong, connection)).toBeUndefined()
      expect(await ring.find(secret.slice(0, -1), connection)).toBeUndefined()
    }
  }
})

test('a question that failed is asked anew', async () => {
  let broken = true
  const ring = createKeyRing({
    ...store.keys,
    findByHash: async (hash) => {
      if (broken) throw new StoreError('gone')
      return store.keys.findByHash(hash)
    },
  })
  const { key, secret } = issueKey({ name: 'again' }, 1)
  await store.keys.insert(key)
  await expect(ring.find(secret, connection)).rejects.toThrow('gone')
  broken = false
  expect(await ring.find(secret, connection)).toEqual(key)
})

test('a store that says its version later is waited for', async () => {
  const { key, secret } = issueKey({ name: 'later' }, 1)
  await store.keys.insert(key)
  const ring = createKeyRing({ ...store.keys, version: async () => store.keys.version() })
  expect(await ring.find(secret, connection)).toEqual(key)
  expect(await ring.find(secret, connection)).toEqual(key)
})

test('secrets are 256 random bits behind il-; hash and hint give nothing of them away', () => {
  const issued = Array.from({ length: 200 }, () => issueKey({ name: 'n' }, 0))
  for (const { key, secret } of issued) {
    expect(secret).toMatch(/^il-[\w-]{43}$/)
    expect(key.hash).toBe(hashSecret(secret))
    expect(key.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(key.hint).toBe(`${secret.slice(0, 6)}…${secret.slice(-4)}`)
    expect(JSON.stringify(key)).not.toContain(secret.slice(3, 20))
  }
  expect(new Set(issued.map(({ secret }) => secret)).size).toBe(200)
  expect(new Set(issued.map(({ key }) => key.id)).size).toBe(200)
  expect(issueKey({ name: 'n' }, 0, 'short-one').key.hint).toBe('…')
})

test('a remembered key costs a request little more than to hash its secret', async () => {
  const ring = createKeyRing(store.keys)
  const { key, secret } = issueKey({ name: 'fast' }, 1)
  await store.keys.insert(key)
  await ring.find(secret, connection)
  const cost = (work: () => unknown): number => {
    const began = performance.now()
    for (let count = 0; count < 2_000; count++) work()
    return performance.now() - began
  }
  // Measured in turns, with the best of each, since other load slows both. The cost of a remembered key is below three hashes.
  const rounds = Array.from({ length: 15 }, () => [cost(() => ring.find(secret, connection)), cost(() => hashSecret(secret))] as const)
  expect(Math.min(...rounds.map(([find]) => find))).toBeLessThan(20 * Math.min(...rounds.map(([, hash]) => hash)))
})

test('both secrets of a rotated key find it by one question each, and the old one says when it ends', async () => {
  const { keys, asked } = counted()
  const ring = createKeyRing(keys)
  const first = issueKey({ name: 'turning' }, 1)
  await store.keys.insert(first.key)
  const second = rotateKey(first.key, 1_000)
  await store.keys.replace(second.key)
  const old = await ring.find(first.secret, connection)
  expect(old).toEqual({ ...second.key, secretUntil: 1_000 })
  expect(await ring.find(second.secret, connection)).toEqual(second.key)
  for (let turn = 0; turn < 3; turn++)
    expect([ring.find(first.secret, connection), ring.find(second.secret, {})]).toEqual([old, second.key])
  expect(asked()).toBe(2)
  expect([999, 1_000].map((now) => keyState(old ?? first.key, now))).toEqual(['valid', 'expired'])
  expect(keyState(second.key, 5_000)).toBe('valid')
})

test('another rotation ends the oldest secret, and a revocation both', async () => {
  const ring = createKeyRing(store.keys)
  const first = issueKey({ name: 'turning twice' }, 1)
  await store.keys.insert(first.key)
  const second = rotateKey(first.key, Number.MAX_SAFE_INTEGER)
  await store.keys.replace(second.key)
  expect(await ring.find(first.secret, connection)).toMatchObject({ id: first.key.id })
  const third = rotateKey(second.key, Number.MAX_SAFE_INTEGER)
  await store.keys.replace(third.key)
  expect(await ring.find(first.secret, connection)).toBeUndefined()
  expect(await ring.find(second.secret, connection)).toMatchObject({ id: first.key.id })
  await store.keys.revoke(first.key.id, 9)
  for (const { secret } of [second, third]) expect(await ring.find(secret, connection)).toMatchObject({ revokedAt: 9 })
  const { key } = rotateKey(third.key)
  expect(key).not.toHaveProperty('previous')
})
