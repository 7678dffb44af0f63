import { hashSecret } from './hash-secret.ts'

interface Shown {
  readonly secret: string
  readonly hash: string
}

/**
 * Hashes secrets, and remembers of each connection the one that it showed last: a client shows the same with every request, and hashing it
 * costs more than all the rest of knowing it. What is remembered goes with the connection.
 */
export function createHashMemory(): (secret: string, connection: object) => string {
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
