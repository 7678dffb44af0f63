import {
  dotField,
  encodeErrorWord,
  failureFromStatus,
  nameField,
  readFailure,
  type ErrorDefinition,
  type ErrorWords,
} from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type { Context, Failure, FailureCode, Json, JsonObject } from '@interlingua/core'
import { format, type WireFailure } from './wire.ts'

/** Words of the service; of several for one failure the first is printed. https://ai.google.dev/api/interactions-api */
const words: ErrorWords = {
  invalid_request: { code: 'invalid-request' },
  parameter_unknown: { code: 'invalid-request' },
  out_of_range: { code: 'invalid-request' },
  failed_precondition: { code: 'precondition' },
  authentication: { code: 'authentication' },
  payment_required: { code: 'billing' },
  permission_denied: { code: 'permission' },
  not_found: { code: 'not-found' },
  model_not_found: { code: 'not-found' },
  conflict: { code: 'conflict' },
  aborted: { code: 'conflict' },
  rate_limit_exceeded: { code: 'rate-limit' },
  too_many_requests: { code: 'rate-limit' },
  quota_exceeded: { code: 'rate-limit', retryable: false },
  cancelled: { code: 'cancelled' },
  internal: { code: 'server' },
  internal_error: { code: 'server' },
  unavailable: { code: 'overloaded' },
  overloaded: { code: 'overloaded' },
  deadline_exceeded: { code: 'timeout' },
  gateway_timeout: { code: 'timeout' },
  prohibited_content: { code: 'policy' },
  safety: { code: 'policy' },
  recitation: { code: 'policy' },
  blocklist: { code: 'policy' },
}

/** Failures for which the service has no word of their own. */
const nearest: Readonly<Partial<Record<FailureCode, string>>> = {
  'context-length': 'invalid_request',
  'too-large': 'invalid_request',
  unprocessable: 'invalid_request',
  unsupported: 'invalid_request',
}

export const statuses: Readonly<Partial<Record<FailureCode, number>>> = { precondition: 400, unsupported: 400, 'context-length': 400 }

export function wordOf({ code }: Pick<Failure, 'code'>): string {
  return encodeErrorWord(words, code) ?? nearest[code] ?? 'internal'
}

/** The error as clients know it; the field at fault stands in the message. */
export function encodeError(failure: Failure): JsonObject {
  return { code: wordOf(failure), message: nameField(failure.message, failure.path, dotField) }
}

export const errors: ErrorDefinition<WireFailure> = {
  words,
  read: ({ error: { code, message } }) => ({ code, message }),
  write: (failure) => ({ error: encodeError(failure) as WireFailure['error'] }), // members above fit the schema
}

/** A failure that an answer or an event tells: by its word, or as Google's older documents tell one. */
export function decodeError(error: JsonObject, context: Context): Failure {
  const { code } = error
  const known = typeof code === 'string' && Object.hasOwn(words, code) ? words[code] : undefined
  const read = readFailure({ status: 200, headers: {}, body: { error } }, format, context)
  const failure = known ? { ...read, code: known.code, retryable: known.retryable ?? read.retryable } : read
  return failure.code === 'invalid-request' && known === undefined && typeof code === 'number'
    ? { ...failure, code: failureFromStatus(code) }
    : failure
}

/** The failure that the errors of a failed answer tell. */
export function failureOf(errors: Json | undefined, context: Context): Failure {
  const [first] = Array.isArray(errors) ? errors.filter(isJsonObject) : []
  const failure = decodeError(first ?? { code: 'internal', message: 'the interaction failed' }, context)
  return { ...failure, raw: { format, wire: errors === undefined || errors === null ? {} : { errors } } }
}
