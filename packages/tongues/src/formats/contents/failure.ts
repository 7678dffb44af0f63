import { at, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import { classOf, statusOf } from '../failures.ts'
import type { Failure, FailureClass } from '../gist.ts'

const statuses: Readonly<Record<FailureClass, string>> = {
  invalid: 'INVALID_ARGUMENT',
  auth: 'UNAUTHENTICATED',
  permission: 'PERMISSION_DENIED',
  missing: 'NOT_FOUND',
  large: 'INVALID_ARGUMENT',
  rate: 'RESOURCE_EXHAUSTED',
  server: 'INTERNAL',
  unavailable: 'UNAVAILABLE',
  overloaded: 'UNAVAILABLE',
  timeout: 'DEADLINE_EXCEEDED',
}

export function writeFailure(failure: Failure): { readonly status: number; readonly body: string } {
  const status = failure.class === 'overloaded' ? 503 : statusOf[failure.class]
  return { status, body: formatJson({ error: { code: status, message: failure.message, status: statuses[failure.class] } }) }
}

/** Failure of an error document, which some servers wrap into an array. */
export function readFailure(document: Json, status: number): Failure | undefined {
  const error = at(items(document)[0] ?? document, 'error')
  const message = text(at(error, 'message'))
  const word = text(at(error, 'status'))
  if (message === undefined || (word === undefined && number(at(error, 'code')) === undefined)) return undefined
  const found = Object.entries(statuses).find(([, each]) => each === word)
  // Keys of the table are classes.
  return { class: found === undefined ? classOf(number(at(error, 'code')) ?? status) : (found[0] as FailureClass), message }
}
