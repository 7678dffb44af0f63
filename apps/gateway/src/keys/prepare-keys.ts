import { ConfigError } from '../config/config-error.ts'
import { isLoopback } from '../is-loopback.ts'
import type { KeyStore } from '../store/store.ts'
import type { ApiKey } from './api-key.ts'
import { hashSecret } from './hash-secret.ts'
import { issueKey } from './issue-key.ts'
import { keyState } from './key-state.ts'

/** What an operator is told of keys when the gateway starts. */
export interface KeysAtStart {
  /** The secret of a key that was made because there was none: it is told here, and nowhere else. */
  readonly made?: string
  /** What is likely not as it is meant, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Sees to it that a key can get in before anybody is let near: the one that the operator names, else those that were issued, else one that
 * is made now, on loopback only. Throws `ConfigError` where there is no key and the host is not loopback.
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
  // Where another process was faster, there is a key now.
  return (await keys.insert(key)) ? { made: secret, warnings: [] } : { warnings: [] }
}

const noneValid = 'All API keys are revoked or expired: nobody can call. Make one: interlingua key create <name>.'
const environment = 'environment'

/** Keeps the key that the environment names, if it is not there yet. A key that it named earlier is still valid: revoking is said outright. */
async function keepNamed(keys: KeyStore, issued: readonly ApiKey[], named: string, now: number): Promise<readonly string[]> {
  const hash = hashSecret(named)
  const known = issued.find((key) => key.hash === hash)
  if (known !== undefined)
    return keyState(known, now) === 'valid'
      ? []
      : [`INTERLINGUA_API_KEY names a key (${known.id}) that is revoked or expired: it is refused.`]
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
