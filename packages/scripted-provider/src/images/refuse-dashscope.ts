import type { Failure, FailureCode } from '@interlingua/core'

/** A refusal with one of DashScope's own codes. */
export function refuseDashscope(message: string, word = 'InvalidParameter', status = 400, code: FailureCode = 'invalid-request'): Failure {
  return { code, message, retryable: false, status, extensions: { dashscope: { rest: { code: word } } } }
}
