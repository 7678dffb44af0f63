import type { FailureCode } from '@interlingua/core'

/** The code of each failure in Ark's wording. https://www.volcengine.com/docs/82379/1299023 */
export const failureWords = {
  'invalid-request': 'InvalidParameter',
  'context-length': 'InvalidParameter',
  precondition: 'InvalidParameter',
  authentication: 'AuthenticationError',
  billing: 'AccountOverdueError',
  permission: 'AccessDenied',
  'not-found': 'InvalidEndpointOrModel.NotFound',
  conflict: 'InvalidParameter',
  'too-large': 'InvalidParameter',
  unprocessable: 'InvalidParameter',
  policy: 'InputTextSensitiveContentDetected',
  'rate-limit': 'RateLimitExceeded',
  overloaded: 'ServerOverloaded',
  server: 'InternalServiceError',
  timeout: 'RequestTimeout',
  cancelled: 'RequestCanceled',
  unsupported: 'InvalidParameter.Unsupported',
  'truncated-stream': 'InternalServiceError',
  limit: 'InternalServiceError',
  'malformed-upstream': 'InternalServiceError',
} as const satisfies Record<FailureCode, string>
