import type { FailureCode } from '@interlingua/core'
import { openaiErrors } from '@interlingua/adapter-kit'

interface Spelling {
  readonly type: string
  readonly code: string | null
}

/** How each failure is spelled in an event of a stream: `type` and `code` of the error object. */
export const failureWords: Readonly<Record<FailureCode, Spelling>> = {
  ...openaiErrors,
  policy: { type: 'image_generation_user_error', code: openaiErrors.policy.code },
}
