import { isJsonObject } from '@interlingua/core'
import type { Failure, FailureCode, JsonObject, WireReply } from '@interlingua/core'

/** The status and code of each failure. https://help.aliyun.com/zh/model-studio/error-code */
const kinds: Readonly<Record<FailureCode, readonly [number, string]>> = {
  'invalid-request': [400, 'InvalidParameter'],
  'context-length': [400, 'InvalidParameter'],
  precondition: [400, 'InvalidParameter'],
  unprocessable: [400, 'InvalidParameter'],
  policy: [400, 'DataInspectionFailed'],
  authentication: [401, 'InvalidApiKey'],
  billing: [400, 'Arrearage'],
  permission: [403, 'Model.AccessDenied'],
  'not-found': [404, 'ModelNotFound'],
  conflict: [409, 'Conflict'],
  'too-large': [413, 'InvalidParameter'],
  'rate-limit': [429, 'Throttling.RateQuota'],
  overloaded: [503, 'ModelServingError'],
  server: [500, 'InternalError'],
  timeout: [500, 'RequestTimeOut'],
  cancelled: [499, 'InvalidParameter'],
  unsupported: [400, 'InvalidParameter'],
  'truncated-stream': [500, 'InternalError'],
  limit: [500, 'InternalError'],
  'malformed-upstream': [500, 'InternalError'],
}

/** Writes DashScope's flat error document. */
export function writeDashscopeFailure(failure: Failure): WireReply<JsonObject> {
  const [status, code] = kinds[failure.code]
  const own = failure.extensions?.['dashscope']?.rest
  const word = isJsonObject(own) && typeof own['code'] === 'string' ? own['code'] : code
  return { status, headers: {}, body: { code: word, message: failure.message, request_id: failure.requestId ?? '' } }
}
