import type { Failure, FailureCode } from '@interlingua/core'

/** A refusal in this vendor's wording; `field` is the field at fault, such as `contents[0].parts[1]`. */
export function refuseContents(message: string, field?: string, status = 400, code: FailureCode = 'invalid-request'): Failure {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: field ?? '', description: message }] },
  ]
  return { code, message, retryable: false, status, ...(field !== undefined && { extensions: { contents: { rest: { details } } } }) }
}
