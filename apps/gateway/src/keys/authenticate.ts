import { isJsonObject, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ApiKey } from './api-key.ts'
import { keyState } from './key-state.ts'
import { readCredential } from './read-credential.ts'

/** Knows the caller by the key, and goes on, at once where the key is remembered; else answers. Throws where the store cannot be asked. */
export function authenticate(exchange: Exchange, access: Endpoint['access'], next: () => void): void {
  const secret = readCredential(exchange.request)
  if (secret === undefined) return answerFailure(exchange, keyFault(exchange, missing))
  const found = exchange.gateway.keys.find(secret, exchange.request.socket)
  if (!(found instanceof Promise)) return admit(exchange, access, found, next)
  void guardAsync(exchange, async () => {
    const key = await found
    if (!exchange.over) admit(exchange, access, key, next)
  })
}

function admit(exchange: Exchange, access: Endpoint['access'], key: ApiKey | undefined, next: () => void): void {
  const refusal = refusalOf(key)
  if (refusal !== undefined) return answerFailure(exchange, keyFault(exchange, refusal))
  exchange.key = key as ApiKey // without one there was a refusal
  if (access === 'admin' && key?.admin !== true) return answerFailure(exchange, notAdmin)
  next()
}

const missing = 'An API key is required: send it as Authorization: Bearer <key>, or in the header x-api-key or x-goog-api-key.'

/** The holder of a secret may know what became of it; of another's nobody learns anything. */
function refusalOf(key: ApiKey | undefined): string | undefined {
  if (key === undefined) return 'This API key is not valid.'
  const state = keyState(key, Date.now())
  return state === 'valid' ? undefined : state === 'revoked' ? 'This API key has been revoked.' : 'This API key has expired.'
}

const notAdmin: Fault = {
  failure: { code: 'permission', message: 'This needs the API key of an administrator.', retryable: false, status: 403 },
}

/** A request without a key that is good: 401, in the words that clients of the endpoint look for. */
function keyFault({ endpoint, edge }: Exchange, message: string): Fault {
  const fault = { failure: { code: 'authentication', message, retryable: false, status: 401 } } as const
  const fields = edge.client.keyError?.(endpoint?.operation ?? '')
  if (fields) return { ...fault, spell: (body) => withError(body, fields) }
  return fault
}

function withError(body: JsonObject, fields: JsonObject): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], ...fields } } : body
}
