import { isJsonObject } from '@interlingua/core'
import type { Failure, FailureCode, JsonObject, WireReply } from '@interlingua/core'

/** The status, code and type of each failure. https://www.volcengine.com/docs/82379/1299023 */
const kinds: Readonly<Record<FailureCode, readonly [number, string, string]>> = {
  'invalid-request': [400, 'InvalidParameter', 'BadRequest'],
  'context-length': [400, 'InvalidParameter', 'BadRequest'],
  precondition: [400, 'InvalidParameter', 'BadRequest'],
  unprocessable: [400, 'InvalidParameter', 'BadRequest'],
  policy: [400, 'InputTextSensitiveContentDetected', 'BadRequest'],
  authentication: [401, 'AuthenticationError', 'Unauthorized'],
  billing: [403, 'AccountOverdueError', 'Forbidden'],
  permission: [403, 'AccessDenied', 'Forbidden'],
  'not-found': [404, 'InvalidEndpointOrModel.NotFound', 'NotFound'],
  conflict: [409, 'Conflict', 'Conflict'],
  'too-large': [413, 'InvalidParameter', 'BadRequest'],
  'rate-limit': [429, 'RateLimitExceeded.EndpointRPMExceeded', 'TooManyRequests'],
  overloaded: [429, 'ServerOverloaded', 'TooManyRequests'],
  server: [500, 'InternalServiceError', 'InternalServerError'],
  timeout: [504, 'InternalServiceError', 'InternalServerError'],
  cancelled: [499, 'InvalidParameter', 'BadRequest'],
  unsupported: [400, 'InvalidParameter', 'BadRequest'],
  'truncated-stream': [500, 'InternalServiceError', 'InternalServerError'],
  limit: [500, 'InternalServiceError', 'InternalServerError'],
  'malformed-upstream': [500, 'InternalServiceError', 'InternalServerError'],
}

/** Writes Ark's error document, whose message ends with the request's id. */
export function writeArkFailure(failure: Failure): WireReply<JsonObject> {
  const [status, code, type] = kinds[failure.code]
  const own = failure.extensions?.['ark-images']?.rest
  const error = {
    code: isJsonObject(own) && typeof own['code'] === 'string' ? own['code'] : code,
    message: `${failure.message} Request id: ${failure.requestId ?? ''}`,
    param: isJsonObject(own) ? (own['param'] ?? '') : '',
    type,
  }
  return { status, headers: {}, body: { error } }
}
