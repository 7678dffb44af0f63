import { timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '@interlingua/store'
import { type FoundKey, hashSecret } from './key.ts'

/** Finds the key of a secret. */
export interface KeyRing {
  /**
   * Finds a key by its secret or its previous one, also a revoked or expired one; undefined if there is none. Answers at once from a memory that is emptied when any process changes a
   * key. `connection`: connection that brought the secret. Rejects with a `StoreError`.
   */
  find(secret: string, connection: object): FoundKey | undefined | Promise<FoundKey | undefined>
}

/** Largest numbers of remembered keys, and of remembered unknown secrets, so that a wrong one does not cost a query each time. */
const remembered = { keys: 50_000, unknown: 1_000 }

interface Entry {
  readonly digest: Buffer
  readonly key: FoundKey
}

/** Creates a memory in front of the store's keys. */
export function createKeyRing(keys: KeyStore): KeyRing {
  const hashOf = createHashMemory()
  const known = new Map<string, Entry>()
  const unknown = new Set<string>()
  /** Running queries by hash, so that many requests with one key make one query. */
  const asked = new Map<string, Promise<FoundKey | undefined>>()
  let version: number | undefined

  function look(hash: string, current: number): FoundKey | undefined | Promise<FoundKey | undefined> {
    if (current !== version) {
      known.clear()
      unknown.clear()
      asked.clear()
      version = current
    }
    const entry = known.get(hash)
    if (entry !== undefined && timingSafeEqual(entry.digest, digestOf(hash))) return entry.key
    if (unknown.has(hash)) return undefined
    const running = asked.get(hash)
    if (running !== undefined) return running
    const question = queryKey(hash, current)
    asked.set(hash, question)
    const forget = (): void => void (asked.get(hash) === question && asked.delete(hash))
    question.then(forget, forget)
    return question
  }

  async function queryKey(hash: string, current: number): Promise<FoundKey | undefined> {
    const found = await keys.findByHash(hash)
    const digest = digestOf(hash)
    let key: FoundKey | undefined
    if (found !== undefined && isEqual(found.hash, digest)) key = found
    else if (found?.previous && isEqual(found.previous.hash, digest)) key = { ...found, secretUntil: found.previous.until }
    // The key may have changed during the query, so its result is not remembered.
    if (version !== current) return key
    if (key === undefined) remember(unknown, remembered.unknown).add(hash)
    else remember(known, remembered.keys).set(hash, { digest, key })
    return key
  }

  return {
    find(secret, connection) {
      const hash = hashOf(secret, connection)
      const current = keys.version()
      return typeof current === 'number' ? look(hash, current) : current.then((now) => look(hash, now))
    },
  }
}

function isEqual(hash: string, digest: Buffer): boolean {
  const other = digestOf(hash)
  return other.length === digest.length && timingSafeEqual(other, digest)
}

function digestOf(hash: string): Buffer {
  return Buffer.from(hash, 'latin1')
}

/** Makes room for one more entry. */
function remember<M extends { readonly size: number; keys(): Iterator<string>; delete(hash: string): boolean }>(
  memory: M,
  most: number,
): M {
  if (memory.size >= most) {
    const oldest = memory.keys().next()
    if (!oldest.done) memory.delete(oldest.value)
  }
  return memory
}

interface Shown {
  readonly secret: string
  readonly hash: string
}

/**
 * Hashes secrets, and remembers the last one of each connection: a client sends the same with every request, and the hash costs more than all other
 * steps of finding the key. The memory goes with the connection.
 */
function createHashMemory(): (secret: string, connection: object) => string {
  const shown = new WeakMap<object, Shown>()
  return (secret, connection) => {
    const last = shown.get(connection)
    if (last !== undefined && isSame(last.secret, secret)) return last.hash
    const hash = hashSecret(secret)
    shown.set(connection, { secret, hash })
    return hash
  }
}

/** Compares all characters: a proxy may bring several clients over one connection, and the time must not tell one client the secret of another. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let place = 0; place < one.length; place++) difference |= one.charCodeAt(place) ^ other.charCodeAt(place)
  return difference === 0
}
