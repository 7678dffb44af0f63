import type { IncomingMessage } from 'node:http'
import { answerFailure } from '../answer-failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { queryOf } from '../query-of.ts'

/** Knows the caller by the key, and goes on; else answers. */
export function authenticate(exchange: Exchange, _access: Endpoint['access'], next: () => void): void {
  if (readKey(exchange.request) === undefined) return answerFailure(exchange, missingKey)
  next()
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
