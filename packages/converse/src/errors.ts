import { awsErrorClassOf, awsErrors, type ErrorDefinition } from '@interlingua/adapter-kit'
import { isJsonObject, type Failure, type FailureCode } from '@interlingua/core'
import { format, type WireEvent, type WireFailure } from './wire.ts'

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

/** The last message of a stream that failed; that of this format, while it still says the same. */
export function exceptionOf({ code, message, raw }: Pick<Failure, 'code' | 'message' | 'raw'>): WireEvent {
  const own = raw?.format === format && isJsonObject(raw.wire) ? raw.wire : {}
  if (typeof own['type'] === 'string' && own['message'] === message) {
    const { __type: _, ...value } = own
    return { name: 'exception', value }
  }
  const type = awsErrorClassOf(code)
  return { name: 'exception', value: { type: type.charAt(0).toLowerCase() + type.slice(1), message } }
}
