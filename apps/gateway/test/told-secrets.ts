import type { ServerResponse } from 'node:http'
import type { GatewayConfig } from '../src/index.ts'
import { watchWrites } from './watch-writes.ts'

/** Length below which a credential is not searched, since short words occur in any text. */
const shortest = 8

/** Credentials of each gateway of this file, by port, with the places at which they were told. */
const watched = new Map<number, { readonly secrets: readonly string[]; readonly told: string[] }>()
let searches = false

/** Adds to a channel one credential more, which every request to its upstream carries and which no other answer may show. */
export function plantSecret<T extends GatewayConfig['channels'][number]>(channel: T): T {
  return { ...channel, headers: { ...channel.headers, 'x-planted-token': `planted-in-${channel.name}-8f3a` } }
}

/** Secrets of a configuration, which no answer may show. */
export function secretsOf({ channels = [], apiKey, telemetry }: Partial<GatewayConfig>): readonly string[] {
  const all = channels.flatMap(({ apiKey: key, apiKeyEnv, headers = {}, proxy, baseUrl }) => [
    key,
    apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv],
    ...Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /auth|key|secret|token/i.test(name) ? [value] : [],
    ),
    proxy === undefined ? undefined : new URL(proxy).password,
    ...[...new URL(baseUrl).searchParams].flatMap(([name, value]) => (/key|sig|token|secret/i.test(name) ? [value] : [])),
  ])
  const found = [...all, apiKey, ...Object.values(telemetry?.headers ?? {})]
  return found.filter((secret): secret is string => secret !== undefined && secret.length >= shortest)
}

/** Searches all answers of the gateway at this port. Returns a function that lists the secrets told so far, with their places. */
export function watchAnswers(port: number, secrets: readonly string[]): () => readonly string[] {
  const told: string[] = []
  if (secrets.length > 0) watched.set(port, { secrets, told })
  if (secrets.length > 0 && !searches) searchWrites()
  return () => told
}

/** Searches each piece of the answers of all watched gateways. */
function searchWrites(): void {
  searches = true
  const tails = new WeakMap<ServerResponse, string>()
  watchWrites((response, _method, bytes) => {
    const watch = watched.get(response.socket?.localPort ?? 0)
    if (watch === undefined) return
    const whole = (tails.get(response) ?? '') + bytes.toString('latin1')
    for (const secret of watch.secrets)
      if (whole.includes(secret)) watch.told.push(`${secret} by ${response.req.method} ${response.req.url?.split('?', 1)[0]}`)
    // A secret may lie across two pieces.
    tails.set(response, whole.slice(-200))
  })
}
