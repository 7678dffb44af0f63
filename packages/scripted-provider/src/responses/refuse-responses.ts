import type { Failure, FailureCode } from '@interlingua/core'

/** A refusal in this vendor's wording. `param` names the field in the vendor's spelling: `input[0].content`. */
export function refuseResponses(
  message: string,
  param?: string,
  code?: string,
  status = 400,
  kind: FailureCode = status === 404 ? 'not-found' : 'invalid-request',
): Failure {
  return {
    code: kind,
    message,
    retryable: false,
    status,
    extensions: { responses: { rest: { param: param ?? null, code: code ?? null } } },
  }
}
