import { type Failure, type FailureCode, isJsonObject, type JsonObject } from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import { type EndpointErrors, type FailureReply, invalidRequest, isCredentialsRefused } from '@interlingua/gateway-kernel'
import { type Channel, redactFailure } from '@interlingua/upstreams'

/** Notices of the gateway itself about requests for videos. */
export const notice = declareNotices('gateway', [], {
  'fewer-videos': { kind: 'dropped', message: 'the upstream took fewer videos than were asked for' },
})

/** Values of `error.code` for failures without a better one. */
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

/** Codes of error documents whose failure names its own. */
const codes = new WeakMap<JsonObject, string>()

/** Errors of the video endpoints: the format's, with the service's own codes, and with code and message at the top as well. */
export const videoErrors: EndpointErrors = {
  status: (failure) => (failure.code === 'billing' ? 402 : isCredentialsRefused(failure) ? 502 : undefined),
  rewriteBody(body, failure, status) {
    const error = isJsonObject(body['error']) ? body['error'] : {}
    const code = codes.get(body) ?? wordOf(failure, status)
    return { error: { ...error, code }, code, message: error['message'] ?? failure.message }
  },
}

function wordOf(failure: Failure, status: number): string {
  const { code, path } = failure
  // Refused credentials of the gateway have a code of their own in the service's interface.
  if (isCredentialsRefused(failure)) return 'upstream_error'
  if (code === 'not-found' && path === '/model') return 'model_not_found'
  if (code === 'invalid-request' && path === '/model') return 'unsupported_value'
  if (code === 'invalid-request' && path !== undefined && path !== '') return 'invalid_value'
  if (code === 'server' && status === 500) return 'internal_error'
  return words[code]
}

/** FailureReply with this code of the service's interface. */
export function videoFailure(failureReply: FailureReply, word: string): FailureReply {
  return {
    ...failureReply,
    rewriteBody(body) {
      const own = failureReply.rewriteBody === undefined ? { ...body } : failureReply.rewriteBody(body)
      codes.set(own, word)
      return own
    },
  }
}

/** A 400 that names the caller's field. */
export function refuseRequest(message: string, path: Parameters<typeof invalidRequest>[1], word: string): FailureReply {
  return videoFailure(invalidRequest(message, path), word)
}

/** Failure for callers: without credentials, addresses, the upstream's host and its request ids. */
export function redactVideoFailure(upstreamFailure: Failure, { secrets, origin }: Pick<Channel, 'secrets' | 'origin'>): Failure {
  const { raw: _raw, requestId: _id, extensions: _extensions, ...failure } = redactFailure(upstreamFailure, secrets)
  const { hostname } = new URL(origin)
  const message = failure.message
    .replaceAll(/\b(?:https?|gs|wss?):\/\/[^\s"'<>)]+/gi, '[address]')
    .replaceAll(hostname, '[host]')
    .replaceAll(/\s*\(?\brequest[ _-]?id\b\s*[:=]?\s*[\w-]{6,}\)?\.?/gi, '')
  return message === failure.message ? failure : { ...failure, message: message.trim() }
}
