import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../is-loopback.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Whether a request comes from this machine, and not through a proxy on it. */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress } = socket
  if (remoteAddress === undefined || !isLoopback(remoteAddress.replace(/^::ffff:/, ''))) return false
  return forwarding.every((name) => headers[name] === undefined)
}
