import { awsErrorClassOf, awsErrors, type ErrorDefinition } from '@interlingua/adapter-kit'
import type { Failure, FailureCode, JsonObject } from '@interlingua/core'
import type { WireEvent, WireFailure } from './wire.ts'

export const statuses: Readonly<Partial<Record<FailureCode, number>>> = {
  authentication: 403,
  billing: 403,
  conflict: 400,
  precondition: 400,
  timeout: 408,
  'too-large': 400,
  unprocessable: 400,
  unsupported: 400,
}

const requestId = 'x-amzn-requestid'

/** Errors of Bedrock, with the id of the request in the header of its own. */
export const errors: ErrorDefinition<WireFailure> = {
  words: awsErrors.words,
  read(document, headers) {
    const id = headers[requestId]
    return { ...awsErrors.read(document, headers), ...(id !== undefined && { requestId: id }) }
  },
  write: (failure) => ({ message: failure.message }),
  headers: (failure, document) => ({
    ...awsErrors.headers?.(failure, document),
    ...(failure.requestId !== undefined && { [requestId]: failure.requestId }),
  }),
}

/** The last message of a stream that failed. */
export function exceptionOf({ code, message }: Pick<Failure, 'code' | 'message'>): WireEvent {
  const type = awsErrorClassOf(code)
  const value: JsonObject = { type: type.charAt(0).toLowerCase() + type.slice(1), message }
  return { name: 'exception', value }
}
