import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import { createTlsContext } from '../secrets.ts'

/** Connection to an upstream. */
export interface ConnectionOptions {
  readonly origin: string
  /** Milliseconds for the connection. */
  readonly connectTimeout: number
  /** Address of an HTTP proxy, with its credentials. Absent: none. */
  readonly proxy?: string
  /** Certificates (PEM) of authorities that are trusted beside the usual ones. */
  readonly ca?: string
}

/** Connection pools of upstreams, one for each set of options. */
export interface Pools {
  poolOf(connection: ConnectionOptions): Dispatcher
  /** Closes pools that `used` does not contain: idle connections at once, others as their requests end. */
  closeOthers(used: ReadonlySet<Dispatcher>): Promise<void>
  destroy(): Promise<void>
}

export function createPools(): Pools {
  const pools = new Map<string, Dispatcher>()
  return {
    poolOf(connection) {
      const key = JSON.stringify([connection.origin, connection.connectTimeout, connection.proxy, connection.ca])
      let pool = pools.get(key)
      if (pool === undefined) pools.set(key, (pool = openPool(connection)))
      return pool
    },
    async closeOthers(used) {
      const gone = [...pools].filter(([, pool]) => !used.has(pool))
      for (const [key] of gone) pools.delete(key)
      await Promise.all(gone.map(([, pool]) => pool.close()))
    },
    async destroy() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

/** Options without a largest number of connections: with one, streams would wait for one another. */
const options = { connections: null, pipelining: 1, allowH2: false } as const

function openPool({ origin, connectTimeout, proxy, ca }: ConnectionOptions): Dispatcher {
  const connect = { timeout: connectTimeout, allowH2: false, ...(ca !== undefined && { secureContext: createTlsContext(ca) }) }
  if (proxy === undefined) return new Pool(origin, { ...options, connect })
  return new ProxyAgent({
    ...options,
    uri: proxy,
    // Without a tunnel, calls by plain HTTP would wait for one another, and a proxy's refusal would look like the upstream's.
    proxyTunnel: true,
    connectTimeout,
    requestTls: connect,
    proxyTls: connect,
    // A proxy that accepts the connection and does not answer counts like one that accepts none.
    clientFactory: (address, given) => new Pool(address, { ...given, headersTimeout: connectTimeout, allowH2: false }),
  })
}
