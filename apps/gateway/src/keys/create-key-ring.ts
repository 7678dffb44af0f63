import { timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '../store/store.ts'
import type { ApiKey } from './api-key.ts'
import { hashSecret } from './hash-secret.ts'

/** Finds the key of a secret. */
export interface KeyRing {
  /**
   * The key, also one that is revoked or expired; `undefined` where there is none. At once where it is remembered, which is as good as
   * asking: everything is forgotten when any process changes a key. `connection` is what the secret came by. Rejects with a `StoreError`.
   */
  find(secret: string, connection: object): ApiKey | undefined | Promise<ApiKey | undefined>
}

/** Keys of which more would be forgotten, the oldest first; and secrets that nobody has, so that a wrong one does not cost a query each time. */
const remembered = { keys: 50_000, strangers: 1_000 }

interface Entry {
  readonly digest: Buffer
  readonly key: ApiKey
}

/** A memory in front of the store's keys. */
export function createKeyRing(keys: KeyStore): KeyRing {
  const hashOf = createHashMemory()
  const known = new Map<string, Entry>()
  const strangers = new Set<string>()
  /** Questions that run: many requests with one key ask once. */
  const asked = new Map<string, Promise<ApiKey | undefined>>()
  let version: number | undefined

  function look(hash: string, current: number): ApiKey | undefined | Promise<ApiKey | undefined> {
    if (current !== version) {
      known.clear()
      strangers.clear()
      asked.clear()
      version = current
    }
    const entry = known.get(hash)
    if (entry !== undefined && timingSafeEqual(entry.digest, digestOf(hash))) return entry.key
    if (strangers.has(hash)) return undefined
    const running = asked.get(hash)
    if (running !== undefined) return running
    const question = ask(hash, current)
    asked.set(hash, question)
    const forget = (): void => void (asked.get(hash) === question && asked.delete(hash))
    question.then(forget, forget)
    return question
  }

  async function ask(hash: string, current: number): Promise<ApiKey | undefined> {
    const found = await keys.findByHash(hash)
    const digest = digestOf(hash)
    const key = found !== undefined && timingSafeEqual(digestOf(found.hash), digest) ? found : undefined
    // What was read while a key changed may be the state before.
    if (version !== current) return key
    if (key === undefined) remember(strangers, remembered.strangers).add(hash)
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

function digestOf(hash: string): Buffer {
  return Buffer.from(hash, 'latin1')
}

/** The memory, with room for one more. */
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
 * Hashes secrets, and remembers of each connection the one that it showed last: a client shows the same with every request, and hashing it
 * costs more than all the rest of knowing it. What is remembered goes with the connection.
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

/** Looks at every character: a proxy may bring several clients by one connection, and none of them may feel its way to another's secret. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let place = 0; place < one.length; place++) difference |= one.charCodeAt(place) ^ other.charCodeAt(place)
  return difference === 0
}
