import { isIP } from 'node:net'

/** Whether a host to listen on is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
