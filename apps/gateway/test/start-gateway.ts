import type { GatewayConfig, GatewayOptions } from '../src/index.ts'
import { createGateway } from './create-gateway.ts'
import { issueKey, type KeyTerms } from '@interlingua/access'
import { type KeyStore, openStore } from '@interlingua/store'
import { expect } from 'vitest'
import { atEnd } from './at-end.ts'
import { plantSecret, secretsOf, watchAnswers } from './told-secrets.ts'
import { watchValidity } from './valid-answers.ts'

export interface RunningGateway {
  readonly url: string
  /** Issues a key beside the gateway, as another process would, and gives its secret. The store must be one that others can open. */
  readonly issue: (terms?: Partial<KeyTerms>) => Promise<string>
  /** Revokes a key by its name, likewise. */
  readonly revoke: (name: string) => Promise<void>
  readonly log: () => readonly Record<string, unknown>[]
  /** Requests that run have so many milliseconds to end, if not only a moment. */
  close(grace?: number): Promise<void>
}

/**
 * Starts a gateway on a free port, closed after the file's tests, with the key `any` and a readable log. At its end the test fails if an answer, the
 * log or the metrics held a credential of the configuration, or an answer of Responses was not valid by the published schema.
 */
export async function startGateway(asked: Partial<GatewayConfig> = {}, options: Partial<GatewayOptions> = {}): Promise<RunningGateway> {
  const config = { ...asked, ...(asked.channels && { channels: asked.channels.map(plantSecret) }) }
  let text = ''
  let issued = 0
  const gateway = createGateway(
    { channels: [], port: 0, apiKey: 'any', ...config },
    { ...options, writeLog: (lines) => void (text += lines) },
  )
  const { url } = await gateway.listen()
  async function beside<Result>(work: (keys: KeyStore) => Promise<Result>): Promise<Result> {
    if (config.dataDir === undefined && config.databaseUrl === undefined) throw new Error('a store in memory cannot be opened twice')
    const store = await openStore(config)
    try {
      return await work(store.keys)
    } finally {
      await store.close()
    }
  }
  const running: RunningGateway = {
    url,
    async issue(terms) {
      const { key, secret } = issueKey({ name: `test-${++issued}`, ...terms }, Date.now())
      if (!(await beside((keys) => keys.insert(key)))) throw new Error(`there is a key ${key.name}`)
      return secret
    },
    async revoke(name) {
      const revoked = await beside(async (keys) => keys.revoke((await keys.find(name))?.id ?? '', Date.now()))
      if (!revoked) throw new Error(`there is no key ${name}`)
    },
    log: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>), // each line is one object
    close: (grace = 100) => gateway.close(grace),
  }
  const secrets = secretsOf(config)
  const told = watchAnswers(Number(new URL(url).port), secrets)
  const invalid = watchValidity(Number(new URL(url).port))
  atEnd(async () => {
    const metrics =
      secrets.length === 0
        ? ''
        : await fetch(`${url}/metrics`)
            .then((answer) => answer.text())
            .catch(() => '')
    await running.close()
    expect(invalid().join('\n'), 'answers of Responses that are not valid').toBe('')
    expect(told(), 'secrets in answers').toEqual([])
    expect(
      secrets.filter((secret) => text.includes(secret) || metrics.includes(secret)),
      'secrets in the log or the metrics',
    ).toEqual([])
  })
  return running
}
