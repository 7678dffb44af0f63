import { isInterlinguaError, isJsonObject, isRetryable, type Context, type Failure } from '@interlingua/core'
import type { InboundEdge } from '@interlingua/core/edge'
import { createContext } from '@interlingua/streams'

/** Failure that answers a request; thrown between the steps of a request, and never out of them. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

export function failureOf(code: Failure['code'], message: string, status?: number): Failure {
  return { code, message, retryable: isRetryable(code), ...(status !== undefined && { status }) }
}

/** Failure of an upstream whose good status comes with something that is no answer. */
export function malformed(did: string): RequestFailure {
  return new RequestFailure(failureOf('malformed-upstream', `The upstream ${did}.`, 502))
}

/** Failure that answers a thrown error; `undefined` for errors of the program. */
export function failureOfError(error: unknown): Failure | undefined {
  if (error instanceof RequestFailure) return error.failure
  if (!isInterlinguaError(error)) return undefined
  return { ...failureOf('invalid-request', error.message, 400), ...(error.path !== '' && { path: error.path }) }
}

/** Answer with a failure, in the client's format. */
export function answerFailure(from: InboundEdge, failure: Failure, context: Context = plain): Response {
  const { status: usual, headers, body } = from.adapter.encodeFailure(failure, context)
  const { status = usual } = failure
  // Statuses of formats differ: only some clients know 529.
  const told = status === 529 || status < 400 || status > 599 ? usual : status
  const document = from.client.errorBody && isJsonObject(body) ? from.client.errorBody(body, told) : body
  return Response.json(document, { status: told, headers })
}

const plain = createContext({ onNotice: () => {} })
