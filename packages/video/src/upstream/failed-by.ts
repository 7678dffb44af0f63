import type { Failure, FailureCode, JsonObject } from '@interlingua/core'
import { failed } from './failed.ts'

/** `{code, message}` of a task that failed. */
export function failedBy(error: JsonObject | undefined, otherwise?: FailureCode): Failure {
  return failed(error?.['message'], [error?.['code'], error?.['type'], error?.['status']], otherwise)
}
