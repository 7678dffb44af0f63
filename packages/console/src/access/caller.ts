import { isLoopback } from '@interlingua/gateway-kernel'
import type { IncomingMessage } from 'node:http'

/** Callers who may open the console: those on this machine, or all, over TLS. */
export interface Exposure {
  readonly open: boolean
  /** Address under which browsers reach the gateway, where it is not that of the connection. */
  readonly publicUrl?: string
}

type Caller = Pick<IncomingMessage, 'headers' | 'socket'>

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

/** Address of the caller, without the prefix of IPv4 in IPv6. */
export function addressOf({ socket }: Caller): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

/** True if a request comes from this machine, and not through a proxy on it. */
export function isLocal(caller: Caller): boolean {
  return isLoopback(addressOf(caller)) && forwarding.every((name) => caller.headers[name] === undefined)
}

/**
 * True if the host that the browser asked for is this machine's own name, or that of the public address: a page of another name that was made to
 * point here (DNS rebinding) must not be answered.
 */
export function isOwnHost({ headers, socket }: Caller, { publicUrl }: Exposure): boolean {
  const asked = headers.host
  if (asked === undefined) return false
  if (publicUrl !== undefined && asked.toLowerCase() === new URL(publicUrl).host) return true
  const url = URL.parse(`http://${asked}`)
  return url !== null && isLoopback(url.hostname) && Number(url.port || 80) === socket.localPort
}

/** True for a call that a page of this origin made, or no page at all. https://www.w3.org/TR/fetch-metadata/ */
export function isSameOrigin({ headers }: Caller): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}

/** True if browsers reach the gateway by https, so that a cookie may be kept off other connections. */
export function isSecure({ publicUrl }: Exposure): boolean {
  return publicUrl?.startsWith('https:') === true
}
