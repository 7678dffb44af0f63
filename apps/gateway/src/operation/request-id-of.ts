import type { IncomingHttpHeaders } from 'node:http'

const sane = /^[\w.:/+=@-]{1,128}$/

/** The name that the client gave its request, where it is one that can stand in logs and headers. */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['x-request-id'] ?? headers['request-id']
  return typeof id === 'string' && sane.test(id) ? id : undefined
}
