import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { Pool } from 'undici'
import type { ConnectionOptions } from '../channels/create-pools.ts'
import { createTlsContext } from '../secrets.ts'
import type { OpenConnection } from './open-connection.ts'

/** Opens connections to an upstream through a tunnel (CONNECT) of an HTTP proxy, with TLS inside where the upstream has it. */
export function tunnelThrough(proxy: string, { origin, connectTimeout, ca }: ConnectionOptions): OpenConnection {
  const { origin: place, username, password } = new URL(proxy)
  const { hostname, port, protocol } = new URL(origin)
  const secure = protocol === 'https:'
  const secureContext = ca === undefined ? undefined : createTlsContext(ca)
  const target = `${hostname}:${port === '' ? (secure ? 443 : 80) : port}`
  const user = [username, password].map(decodeURIComponent).join(':')
  const headers = { host: target, ...(user !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }) }
  let pool: Pool | undefined

  async function open(): Promise<Duplex> {
    pool ??= new Pool(place, {
      connections: null,
      allowH2: false,
      headersTimeout: connectTimeout,
      connect: { timeout: connectTimeout, allowH2: false, ...(secureContext && { secureContext }) },
    })
    const { statusCode, socket } = await pool.connect({ path: target, headers })
    if (statusCode !== 200) {
      socket.on('error', () => {}).destroy()
      throw new Error(`the proxy answers ${statusCode}`)
    }
    if (!secure) return socket
    // An address has no name for the handshake, and is compared with the certificate as it is.
    const host = hostname.replace(/^\[|\]$/g, '')
    return connect({
      socket,
      host,
      ...(!isIP(host) && { servername: host }),
      ALPNProtocols: ['http/1.1'],
      ...(secureContext && { secureContext }),
    })
  }

  async function give(done: Parameters<OpenConnection>[1]): Promise<void> {
    try {
      done(null, await open())
    } catch (error) {
      const failed = done as (error: Error) => void // Node looks for no connection beside an error
      failed(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (_options, done) => void give(done)
}
