import { isJsonObject } from '@interlingua/core'
import type { Failure, FailureCode, Json, JsonObject, WireReply } from '@interlingua/core'

/** The status code and status word of each failure. https://ai.google.dev/gemini-api/docs/troubleshooting */
const kinds: Readonly<Record<FailureCode, readonly [number, string]>> = {
  'invalid-request': [400, 'INVALID_ARGUMENT'],
  'context-length': [400, 'INVALID_ARGUMENT'],
  precondition: [400, 'FAILED_PRECONDITION'],
  unprocessable: [400, 'INVALID_ARGUMENT'],
  policy: [400, 'INVALID_ARGUMENT'],
  authentication: [401, 'UNAUTHENTICATED'],
  billing: [429, 'RESOURCE_EXHAUSTED'],
  permission: [403, 'PERMISSION_DENIED'],
  'not-found': [404, 'NOT_FOUND'],
  conflict: [409, 'ABORTED'],
  'too-large': [400, 'INVALID_ARGUMENT'],
  'rate-limit': [429, 'RESOURCE_EXHAUSTED'],
  overloaded: [503, 'UNAVAILABLE'],
  server: [500, 'INTERNAL'],
  timeout: [504, 'DEADLINE_EXCEEDED'],
  cancelled: [499, 'CANCELLED'],
  unsupported: [501, 'UNIMPLEMENTED'],
  'truncated-stream': [500, 'INTERNAL'],
  limit: [500, 'INTERNAL'],
  'malformed-upstream': [500, 'INTERNAL'],
}

/** Writes the vendor's error document, which states the delay before a retry in the body and not in a header. */
export function writeFailure(failure: Failure): WireReply<JsonObject> {
  const [status, word] = kinds[failure.code]
  const own = failure.extensions?.['contents']?.rest
  const details: Json[] = isJsonObject(own) && Array.isArray(own['details']) ? [...(own['details'] as Json[])] : [] // a list of JSON
  if (failure.retryAfterMs !== undefined)
    details.push({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${failure.retryAfterMs / 1000}s` })
  const error = { code: failure.status ?? status, message: failure.message, status: word }
  return { status, headers: {}, body: { error: details.length > 0 ? { ...error, details } : error } }
}
