import type { Failure } from '@interlingua/core'

/** A refusal in Ark's wording that names the field. */
export function refuseArk(message: string, param = '', code = 'InvalidParameter'): Failure {
  return { code: 'invalid-request', message, retryable: false, status: 400, extensions: { 'ark-images': { rest: { param, code } } } }
}
