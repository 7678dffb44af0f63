import type { Failure, FailureCode } from '@interlingua/core'

/** A refusal with a code of DashScope's own. */
export function refuseDashscope(message: string, word = 'InvalidParameter', status = 400, code: FailureCode = 'invalid-request'): Failure {
  return { code, message, retryable: false, status, extensions: { dashscope: { rest: { code: word } } } }
}
