import * as kit from '@interlingua/adapter-kit'
import { type Failure, isInterlinguaError, type JsonObject, type Pointer } from '@interlingua/core'

/** Limit that a request may exceed. */
export type LimitName = 'requests' | 'tokens' | 'streams' | 'budget' | 'room'

/** Error answer to a request: the failure, and the details of HTTP. */
export interface FailureReply {
  readonly failure: Failure
  /** Status in place of the format's own, where that would be less exact (405, 415). */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Words the error document, where an endpoint does so differently from its format. */
  readonly rewriteBody?: (body: JsonObject) => JsonObject
  /** Limit of the gateway that refuses the request, for metrics. */
  readonly limit?: LimitName
  /** True if the connection ends with the answer, since the rest of the request is not wanted. Default false. */
  readonly close?: boolean
}

/** Failure with status 400 that names the caller's field also in its text, since not every client shows more. */
export function invalidRequest(message: string, path?: Pointer): FailureReply {
  return { failure: kit.invalidRequest(message, path) }
}

/** Failure for an upstream whose good status comes with an invalid answer. */
export function malformedUpstream(did: string): FailureReply {
  return { failure: { code: 'malformed-upstream', message: `The upstream ${did}.`, retryable: true, status: 502 }, status: 502 }
}

/** Error answer for a thrown error: an error in the request is told, an error of the gateway is not. */
export function failureOfError(error: unknown): FailureReply {
  if (isInterlinguaError(error)) return invalidRequest(error.message, error.path)
  return { failure: { code: 'server', message: 'The gateway failed on this request.', retryable: false, status: 500 } }
}

/**
 * Failure for an upstream that refuses the gateway's own key, bill or rights, which no client can mend. Only a status 400 with `x-should-retry:
 * false` makes every client stop and show the message: after a 5xx they retry for minutes, after a 401 or 403 they ask for a new login; words such as
 * "API key" would be taken for the caller's.
 */
export const credentialsRefused: Failure = {
  code: 'precondition',
  message:
    "The upstream of this model refused the gateway's own credentials. Neither your key nor your request is at fault, and asking again does not help: the gateway's operator must renew what this channel signs in with.",
  retryable: false,
}

export function isCredentialsRefused({ code, message }: Failure): boolean {
  return code === credentialsRefused.code && message === credentialsRefused.message
}

/** Error of an unusable configuration. The message is for the operator: one line for each problem, with its place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * For `import('…').catch(explainAbsence('pg', 'PostgreSQL'))`: an optional package that is not installed becomes a `ConfigError` that says what
 * to install; any other error stays as it is. `need`: subject of the sentence, such as `PostgreSQL`.
 */
export function explainAbsence(name: string, need: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // an import rejects with an error
    if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw error
    throw new ConfigError(`${need} needs the package ${name}, which is not installed: npm install ${name}`, { cause: error })
  }
}

/** Result of a step: the failure that answers the request; undefined if the step answers by itself, now or later. */
export type ServeResult = FailureReply | void | Promise<FailureReply | void>

/** Answer in the making, with the fields that guards read. */
interface Pending {
  /** True if the client has its whole answer, or has left. */
  readonly ended: boolean
}

/** Result of a guard: a value for the next step, or the failure that answers the request. A promise only if the guard must wait. */
export type Guarded<Value> = Value | FailureReply | Promise<Value | FailureReply>

/**
 * Calls the next step with the result of a guard, at once if it is there: a promise costs a warm request more than the guard. A reply that ended
 * meanwhile has no next step.
 */
export function proceed<Value extends object | undefined>(
  reply: Pending,
  result: Guarded<Value>,
  next: (value: Value) => ServeResult,
): ServeResult {
  return result instanceof Promise ? wait(reply, result, next) : goOn(reply, result, next)
}

/** Separate, since an async function keeps its scope alive. */
async function wait<Value extends object | undefined>(
  reply: Pending,
  result: Promise<Value | FailureReply>,
  next: (value: Value) => ServeResult,
): Promise<FailureReply | void> {
  return goOn(reply, await result, next)
}

function goOn<Value extends object | undefined>(
  reply: Pending,
  value: Value | FailureReply,
  next: (value: Value) => ServeResult,
): ServeResult {
  if (isFailure(value)) return value
  return reply.ended ? undefined : next(value)
}

function isFailure(value: object | undefined): value is FailureReply {
  return value !== undefined && 'failure' in value
}
