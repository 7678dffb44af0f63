import { at, text } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json, Writable } from '../json/json.ts'
import { classOf, statusOf } from './failures.ts'
import type { Failure, FailureClass } from './gist.ts'

const types: Readonly<Record<FailureClass, string>> = {
  invalid: 'invalid_request_error',
  auth: 'authentication_error',
  permission: 'permission_error',
  missing: 'not_found_error',
  large: 'request_too_large',
  rate: 'rate_limit_error',
  server: 'server_error',
  unavailable: 'service_unavailable',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
}

/** Codes by which OpenAI and its relatives name a class, beside the types above. */
const codes: Readonly<Record<string, FailureClass>> = {
  invalid_api_key: 'auth',
  rate_limit_exceeded: 'rate',
  insufficient_quota: 'rate',
  rate_limit: 'rate',
  api_error: 'server',
  internal_server_error: 'server',
  internal_error: 'server',
  server_overloaded: 'overloaded',
  overloaded: 'overloaded',
  slow_down: 'overloaded',
  service_unavailable_error: 'unavailable',
  context_length_exceeded: 'invalid',
  invalid_prompt: 'invalid',
  upstream_error: 'server',
}

/** Member `error` of a document or a frame. */
export function openAiError(failure: Failure): { readonly [key: string]: Writable } {
  return {
    message: failure.message,
    type: types[failure.class],
    param: null,
    code: failure.class === 'rate' ? 'rate_limit_exceeded' : null,
  }
}

export function writeFailure(failure: Failure): { readonly status: number; readonly body: string } {
  return { status: failure.class === 'overloaded' ? 503 : statusOf[failure.class], body: formatJson({ error: openAiError(failure) }) }
}

/** Failure of an error document, or of an `error` member; status 0 where there is none. */
export function readFailure(document: Json, status: number): Failure | undefined {
  const error = at(document, 'error')
  const message = text(at(error, 'message'))
  if (message === undefined || at(document, 'type') === 'error') return undefined
  return { class: openAiClass(text(at(error, 'type')), error, status), message }
}

/** Class that the type or the code of an error names. */
export function openAiClass(type: string | undefined, error: Json | undefined, status: number): FailureClass {
  const code = text(at(error, 'code'))
  for (const word of [type, code]) {
    if (word === undefined) continue
    const found = Object.entries(types).find(([, each]) => each === word)
    // Keys of the table are classes.
    if (found !== undefined && !(word === 'invalid_request_error' && status > 400)) return found[0] as FailureClass
    if (codes[word] !== undefined) return codes[word]
  }
  return classOf(status)
}
