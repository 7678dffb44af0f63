import { isJsonObject, type Failure, type FailureCode, type JsonObject } from '@interlingua/core'
import type { EndpointErrors } from '../endpoint-facts.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** `error.code` where nothing better is known. */
const words: Readonly<Record<FailureCode, string>> = {
  'invalid-request': 'invalid_request',
  'context-length': 'invalid_value',
  precondition: 'invalid_request',
  authentication: 'invalid_api_key',
  billing: 'insufficient_quota',
  permission: 'model_not_allowed',
  'not-found': 'not_found',
  conflict: 'conflict',
  'too-large': 'request_too_large',
  unprocessable: 'invalid_value',
  policy: 'content_policy_violation',
  'rate-limit': 'rate_limit_exceeded',
  overloaded: 'upstream_unavailable',
  server: 'upstream_error',
  timeout: 'upstream_timeout',
  cancelled: 'cancelled',
  unsupported: 'unsupported_value',
  'truncated-stream': 'upstream_error',
  limit: 'invalid_value',
  'malformed-upstream': 'upstream_error',
}

/** The codes of documents whose fault says its own. */
const told = new WeakMap<JsonObject, string>()

/** Errors of the endpoints of videos: the format's, with the service's own codes, and code and message at the top as well. */
export const videoErrors: EndpointErrors = {
  status: (failure) => (failure.code === 'billing' ? 402 : isCredentialsRefused(failure) ? 502 : undefined),
  spell(body, failure, status) {
    const error = isJsonObject(body['error']) ? body['error'] : {}
    const code = told.get(body) ?? wordOf(failure, status)
    return { error: { ...error, code }, code, message: error['message'] ?? failure.message }
  },
}

function wordOf(failure: Failure, status: number): string {
  const { code, path } = failure
  // The service's interface has a word for it.
  if (isCredentialsRefused(failure)) return 'upstream_error'
  if (code === 'not-found' && path === '/model') return 'model_not_found'
  if (code === 'invalid-request' && path === '/model') return 'unsupported_value'
  if (code === 'invalid-request' && path !== undefined && path !== '') return 'invalid_value'
  if (code === 'server' && status === 500) return 'internal_error'
  return words[code]
}

/** A fault with this code of the service's. */
export function videoFault(fault: Fault, word: string): Fault {
  return {
    ...fault,
    spell(body) {
      const own = fault.spell === undefined ? { ...body } : fault.spell(body)
      told.set(own, word)
      return own
    },
  }
}

/** A 400 that names the caller's field. */
export function refuseWish(message: string, path: Parameters<typeof invalidRequest>[1], word: string): Fault {
  return videoFault(invalidRequest(message, path), word)
}
