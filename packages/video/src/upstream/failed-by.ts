import { isJsonObject, type Failure, type FailureCode, type Json } from '@interlingua/core'
import { failed } from './failed.ts'

/** The failure of a task from its `error`: `{code, message}`, or a text alone. */
export function failedBy(error: Json | undefined, otherwise?: FailureCode): Failure {
  if (!isJsonObject(error)) return failed(error, [error], otherwise)
  return failed(error['message'], [error['code'], error['type'], error['status']], otherwise)
}
