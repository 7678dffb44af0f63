import { ConfigError, type FailureReply, fitsPattern, isLoopback } from '@interlingua/gateway-kernel'
import type { ApiKey, KeyStore, PreviousSecret } from '@interlingua/store'
import { hash, randomBytes } from 'node:crypto'

/** SHA-256 of a secret in hexadecimal, which is stored. Secrets are long and random, so a slower hash is not needed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Key as it was found by a secret. */
export interface FoundKey extends ApiKey {
  /** Time at which that secret ends, since it was replaced, in milliseconds since the epoch. Absent: it is the present one. */
  readonly secretUntil?: number
}

/** State of a key at `now`, in milliseconds since the epoch; only a valid key is let in. `expired`: it, or the secret by which it was found. */
export function keyState({ revokedAt, expiresAt, secretUntil }: FoundKey, now: number): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== undefined) return 'revoked'
  return (expiresAt !== undefined && expiresAt <= now) || (secretUntil !== undefined && secretUntil <= now) ? 'expired' : 'valid'
}

/** Time at which the secret with this hash ends for a key, in milliseconds since the epoch: `Infinity` for the present one, 0 for one that is none. */
export function secretEnd({ hash: present, previous }: ApiKey, hashed: string): number {
  if (present === hashed) return Infinity
  return previous?.hash === hashed ? previous.until : 0
}

/** Previous secret of a key that is still good at `now`, in milliseconds since the epoch. */
export function livingPrevious(key: ApiKey, now: number): PreviousSecret | undefined {
  return key.previous !== undefined && key.previous.until > now && keyState(key, now) === 'valid' ? key.previous : undefined
}

/** True if a key may use a model, by the id that clients use. In patterns `*` stands for any characters, slashes included. */
export function permitsModel(key: ApiKey | undefined, model: string): boolean {
  const patterns = key?.models
  return patterns === undefined || patterns.some((pattern) => pattern === model || (pattern.includes('*') && fitsPattern(pattern, model)))
}

/** Failure for a key without the right to a model, whether the model exists or not. The id is the caller's own word. */
export function refuseModel(model: string): FailureReply {
  const message = `This API key has no access to the model ${JSON.stringify(model.slice(0, 200))}.`
  return { failure: { code: 'permission', message, retryable: false, status: 403, path: '/model' } }
}

/** Terms of a new key. */
export type KeyTerms = Pick<ApiKey, 'name'> & Partial<Pick<ApiKey, 'models' | 'limits' | 'budget' | 'expiresAt' | 'admin' | 'viewer'>>

/** Key with its secret, which afterwards only its holder knows. */
interface IssuedKey {
  readonly key: ApiKey
  readonly secret: string
}

/** Makes a key with these terms, without storing it. Default of `secret`: 256 random bits. `now`: milliseconds since the epoch. */
export function issueKey(terms: KeyTerms, now: number, secret: string = createSecret()): IssuedKey {
  return {
    secret,
    key: {
      id: `key_${randomBytes(12).toString('hex')}`,
      admin: false,
      ...terms,
      hash: hashSecret(secret),
      hint: hintSecret(secret),
      createdAt: now,
    },
  }
}

/** Longest time, in milliseconds, for which a secret works after its rotation: 30 days. */
export const longestGrace = 30 * 24 * 3_600_000

/**
 * Gives a key another secret, without storing it; id, name and terms stay. `until`: time in milliseconds since the epoch until which the present
 * secret works, too; absent: it ends at once. The secret before that ends in both cases.
 */
export function rotateKey(key: ApiKey, until?: number): IssuedKey {
  const secret = createSecret()
  const rotated = { ...endPrevious(key), hash: hashSecret(secret), hint: hintSecret(secret) }
  return { secret, key: until === undefined ? rotated : { ...rotated, previous: { hash: key.hash, hint: key.hint, until } } }
}

/** Takes the previous secret from a key, without storing it. */
export function endPrevious({ previous: _, ...key }: ApiKey): ApiKey {
  return key
}

function createSecret(): string {
  return `il-${randomBytes(32).toString('base64url')}`
}

/** Part of a secret by which people recognize it, too little to help an attacker; none of a short secret. */
function hintSecret(secret: string): string {
  return secret.length < 24 ? '…' : `${secret.slice(0, 6)}…${secret.slice(-4)}`
}

/** Facts about keys that the operator is told at the start. */
export interface KeysAtStart {
  /** Secret of a key that was made because there was none; told only here. */
  readonly made?: string
  /** Warnings about keys, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Makes sure that there is a key: the one that the operator names, else issued ones, else a new one if the host is loopback. Throws a `ConfigError`
 * if there is none and the host is not loopback.
 */
export async function prepareKeys(keys: KeyStore, host: string, named: string | undefined, now: number): Promise<KeysAtStart> {
  const issued = await keys.list()
  if (named !== undefined) return { warnings: await keepNamed(keys, issued, named, now) }
  if (issued.length > 0) return { warnings: issued.some((key) => keyState(key, now) === 'valid') ? [] : [noneValid] }
  if (!isLoopback(host))
    throw new ConfigError(
      `HOST: ${host} is not loopback, and there is no API key yet. Make one (interlingua key create <name>) or set INTERLINGUA_API_KEY, then start again.`,
    )
  const { key, secret } = issueKey({ name: 'first' }, now)
  // If the insert fails, another process has made the first key.
  return (await keys.insert(key)) ? { made: secret, warnings: [] } : { warnings: [] }
}

const noneValid = 'All API keys are revoked or expired, so every request is refused. Make one: interlingua key create <name>.'
const environment = 'environment'

/** Stores the key that the environment names, unless it is there already. A key that the environment named earlier stays valid, with a warning. */
async function keepNamed(keys: KeyStore, issued: readonly ApiKey[], named: string, now: number): Promise<readonly string[]> {
  const hash = hashSecret(named)
  const known = issued.find((key) => key.hash === hash)
  if (known !== undefined)
    return keyState(known, now) === 'valid'
      ? []
      : [`INTERLINGUA_API_KEY names a key (${known.id}) that is revoked or expired: it is refused.`]
  const rotated = issued.find(({ previous }) => previous?.hash === hash)
  if (rotated !== undefined) {
    const living = livingPrevious(rotated, now)
    const end = living ? `works until ${new Date(living.until).toISOString()}` : 'is refused'
    return [`INTERLINGUA_API_KEY names the old secret of a key (${rotated.id}) that was rotated: it ${end}.`]
  }
  const earlier = issued.filter(({ name }) => name === environment || name.startsWith(`${environment}-`))
  for (let count = earlier.length + 1; ; count++) {
    const { key } = issueKey({ name: count === 1 ? environment : `${environment}-${count}` }, now, named)
    if ((await keys.insert(key)) || (await keys.findByHash(hash)) !== undefined) break
  }
  return earlier
    .filter((key) => keyState(key, now) === 'valid')
    .map(
      ({ id, name }) =>
        `INTERLINGUA_API_KEY names another key than before. The earlier one is still valid: interlingua key revoke ${id} (${name}).`,
    )
}
