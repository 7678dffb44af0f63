import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from './fault.ts'

/** Until keys exist (a later issue) any key will do, which is why the gateway stays on loopback; none at all is a 401, as clients expect. */
export function authenticate(headers: IncomingHttpHeaders): Fault | undefined {
  return readKey(headers) === undefined ? missingKey : undefined
}

const missingKey: Fault = {
  failure: {
    code: 'authentication',
    message: 'An API key is required: send it in the header x-api-key, or as Authorization: Bearer <key>.',
    retryable: false,
    status: 401,
  },
}

function readKey(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key']
  if (typeof own === 'string' && own.trim() !== '') return own
  const bearer = /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')
  return bearer?.[1]
}
