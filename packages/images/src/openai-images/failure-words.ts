import type { FailureCode } from '@interlingua/core'
import { openaiErrors } from '@interlingua/adapter-kit'

interface Spelling {
  readonly type: string
  readonly code: string | null
}

/** The `type` and `code` of the error object for each failure in a stream. */
export const failureWords: Readonly<Record<FailureCode, Spelling>> = {
  ...openaiErrors,
  policy: { type: 'image_generation_user_error', code: openaiErrors.policy.code },
}
