import { at, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import { classOf, statusOf } from '../failures.ts'
import type { Failure, FailureClass } from '../gist.ts'

const types: Readonly<Record<FailureClass, string>> = {
  invalid: 'invalid_request_error',
  auth: 'authentication_error',
  permission: 'permission_error',
  missing: 'not_found_error',
  large: 'request_too_large',
  rate: 'rate_limit_error',
  server: 'api_error',
  unavailable: 'api_error',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
}

export function writeFailure(failure: Failure): { readonly status: number; readonly body: string } {
  const error = { type: types[failure.class], message: failure.message }
  return { status: statusOf[failure.class], body: formatJson({ type: 'error', error, request_id: 'req_tongues' }) }
}

/** Failure of an error document or an `error` event. */
export function readFailure(document: Json, status: number): Failure | undefined {
  const type = text(at(document, 'error', 'type'))
  if (text(at(document, 'type')) !== 'error' || type === undefined) return undefined
  const message = text(at(document, 'error', 'message')) ?? ''
  const found = Object.entries(types).find(([, each]) => each === type)
  // Keys of the table are classes.
  return { class: found === undefined ? classOf(status) : (found[0] as FailureClass), message }
}
