import type { Failure } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'

/** A refusal in the wording that only OpenAI's image models have. */
export function refuseImage(message: string, param: string | null, code: string): Failure {
  const failure = refuseResponses(message, param ?? undefined, code)
  return { ...failure, extensions: { responses: { rest: { param, code, type: 'image_generation_user_error' } } } }
}
