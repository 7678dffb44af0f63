import { isRetryable, type Failure, type FailureCode } from '@interlingua/core'
import { errorWordOf, type ErrorWord } from '@interlingua/adapter-kit'

/** The failure of a task, with a code read from the texts of its document and `otherwise` where they tell none. */
export function failed(message: unknown, words: readonly unknown[], otherwise: FailureCode = 'server'): Failure {
  const known: ErrorWord = words.map(errorWordOf).find((word) => word !== undefined) ?? { code: otherwise }
  // Vendors report the argument at fault, or the reason of a failure, in the message alone.
  const isVague = known.code === 'invalid-request' || known.code === 'server'
  const { code, retryable = isRetryable(code) }: ErrorWord = isVague && isPolicy(message) ? { code: 'policy' } : known
  return {
    code,
    message: typeof message === 'string' && message !== '' ? message : 'the upstream could not make the video',
    retryable,
  }
}

function isPolicy(message: unknown): boolean {
  return (
    typeof message === 'string' &&
    /content polic|moderation|safety (?:filter|polic|system|setting|guideline|reason|check|concern)|sensitive|responsible ai|usage guidelines/i.test(
      message,
    )
  )
}
