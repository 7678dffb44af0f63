import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Client, type Dispatcher } from 'undici'

/** Semaphore that lets `most` run at once; others wait in order. */
interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore(most: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    // A waiting caller takes the place of the one that leaves.
    if (running >= most) await new Promise<void>((next) => waiting.push(next))
    else running++
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Error of a file that cannot be had. The message is for the caller: it tells the reason without details of the gateway's network. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}

/** Addresses within public ranges at which clouds serve metadata to their own machines. */
const metadata: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Reason why an address may not be fetched from; undefined for a public host's own address. */
export function addressRefusal(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return 'no address'
  // An IPv4 address in the form of IPv6 counts as IPv4.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range !== 'unicast') return range
  // Only this block of IPv6 has been assigned; other addresses are no hosts, or old ways to write IPv4.
  if (parsed.kind() === 'ipv6' && (parsed.toByteArray()[0] ?? 0) >> 5 !== 1) return 'unassigned'
  return metadata.has(parsed.toString()) ? 'metadata' : undefined
}

/** Creates the check of addresses for fetches: public ones pass, private ones if `privateAddresses` allows all or their block (`10.0.0.0/8`). */
export function createAllowance(privateAddresses: boolean | readonly string[]): (address: string) => boolean {
  if (privateAddresses === true) return () => true
  const blocks = privateAddresses === false ? [] : privateAddresses.map((block) => ipaddr.parseCIDR(block))
  return (address) => {
    if (addressRefusal(address) === undefined) return true
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return blocks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
  }
}

export interface HostAddress {
  readonly address: string
  readonly family: number
}

export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** Semaphore for two lookups: the system has four threads for them, and the names of upstreams need some too. */
const semaphore = createSemaphore(2)

/** Resolves a host once; later connections use the checked addresses, whatever the name resolves to then. */
export const resolveHost: ResolveHost = (host) => semaphore.run(() => lookup(host, { all: true, verbatim: true }))

/** Connects to a host at one of these checked addresses, and at no other. */
export type ConnectHost = (addresses: readonly HostAddress[], timeoutMs: number) => NonNullable<Client.Options['connect']>

/** Connects over the network. The host's name is not resolved again, so the connection goes to a checked address. */
export const connectHost: ConnectHost = (addresses, timeoutMs) => ({
  timeout: timeoutMs,
  lookup: (_host, asked, done) => answerLookup(addresses, asked.all === true, done),
})

/** Answers a socket's `dns.lookup`, in either of its forms. */
function answerLookup(
  addresses: readonly HostAddress[],
  all: boolean,
  done: (error: Error | null, address: never, family?: number) => void,
): void {
  const [first] = addresses
  // The callback takes a list or one address, as was asked for; its types have only one of the two.
  if (all) done(null, addresses.map(({ address, family }) => ({ address, family })) as never)
  else if (first) done(null, first.address as never, first.family)
}

/** Answer of a host over a connection of its own, which the reader of the answer ends. */
interface HostAnswer {
  readonly answer: Dispatcher.ResponseData
  readonly client: Client
  /** Address of a redirect; undefined if the answer is none. */
  readonly location: string | undefined
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Sends one request to one of the checked addresses, and returns the result of `read`; the host's name is not resolved again. Rejects with a
 * `FetchError`, and then the connection has ended. `timeoutMs`: milliseconds for the head, and between pieces of the body.
 */
export async function requestHost<T>(
  url: URL,
  connect: ReturnType<ConnectHost>,
  timeoutMs: number,
  signal: AbortSignal,
  read: (host: HostAnswer) => T | Promise<T>,
): Promise<T> {
  const client = new Client(url.origin, {
    connect,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' },
      signal,
    })
    const { location } = answer.headers
    const moved = redirects.has(answer.statusCode) && typeof location === 'string'
    return await read({ answer, client, location: moved ? location : undefined })
  } catch (error) {
    void client.destroy()
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'it took too long' : 'its host could not be reached, or broke off')
  }
}

/** Resolves the addresses of a host, all of which must be allowed. Throws a `FetchError`. */
export async function checkedAddresses(
  hostname: string,
  resolve: ResolveHost,
  allows: (address: string) => boolean,
): Promise<readonly HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  let addresses: readonly HostAddress[]
  try {
    addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  } catch {
    throw new FetchError('its host is not known')
  }
  if (addresses.length === 0) throw new FetchError('its host is not known')
  // A forbidden address among allowed ones is an attack, so all are refused.
  if (!addresses.every(({ address }) => allows(address))) throw new FetchError('its host is not on the public network')
  return addresses
}
