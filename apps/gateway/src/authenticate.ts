import type { IncomingMessage } from 'node:http'
import type { Fault } from './fault.ts'
import { queryOf } from './query-of.ts'

/** Until keys exist (a later issue) any key will do, which is why the gateway stays on loopback; none at all is a 401, as clients expect. */
export function authenticate(request: IncomingMessage): Fault | undefined {
  return readKey(request) === undefined ? missingKey : undefined
}

const missingKey: Fault = {
  failure: {
    code: 'authentication',
    message: 'An API key is required: send it in the header x-api-key or x-goog-api-key, or as Authorization: Bearer <key>.',
    retryable: false,
    status: 401,
  },
}

function readKey({ headers, url = '' }: IncomingMessage): string | undefined {
  const own = headers['x-api-key'] ?? headers['x-goog-api-key']
  if (typeof own === 'string' && own.trim() !== '') return own
  const bearer = /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')
  if (bearer?.[1] !== undefined) return bearer[1]
  // Native clients may put it into the address, where it is seen in logs: ours leave out the query.
  return queryOf(url).get('key')?.trim() || undefined
}
