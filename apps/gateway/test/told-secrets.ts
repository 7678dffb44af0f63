import { ServerResponse } from 'node:http'
import type { GatewayConfig } from '../src/index.ts'

/** Length below which a credential is not searched, since short words occur in any text. */
const shortest = 8

/** Credentials of each gateway of this file, by port, with the places at which they were told. */
const watched = new Map<number, { readonly secrets: readonly string[]; readonly told: string[] }>()
let patched = false

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
  if (secrets.length > 0 && !patched) patch()
  return () => told
}

/** Patches the HTTP servers of this process, so that each piece of a watched gateway's answer is searched. */
function patch(): void {
  patched = true
  const tails = new WeakMap<ServerResponse, string>()
  const look = (response: ServerResponse, piece: unknown): void => {
    const watch = watched.get(response.socket?.localPort ?? 0)
    if (watch === undefined) return
    const text =
      typeof piece === 'string' ? piece : piece instanceof Uint8Array ? Buffer.from(piece).toString('latin1') : JSON.stringify(piece)
    if (text === undefined) return
    const whole = (tails.get(response) ?? '') + text
    for (const secret of watch.secrets)
      if (whole.includes(secret)) watch.told.push(`${secret} by ${response.req.method} ${response.req.url?.split('?', 1)[0]}`)
    // A secret may lie across two pieces.
    tails.set(response, whole.slice(-200))
  }
  for (const method of ['writeHead', 'write', 'end'] as const) {
    const plain = ServerResponse.prototype[method] as (...given: unknown[]) => unknown // all arguments are handed on unchanged
    Object.defineProperty(ServerResponse.prototype, method, {
      configurable: true,
      writable: true,
      value(this: ServerResponse, ...given: unknown[]) {
        for (const piece of given) if (typeof piece !== 'function') look(this, piece)
        return plain.apply(this, given)
      },
    })
  }
}
