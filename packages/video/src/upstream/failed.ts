import { isRetryable, type Failure, type FailureCode } from '@interlingua/core'
import { failureOfWord } from '@interlingua/dialects'

/** The failure of a task, from the words that its document has for it. */
export function failed(message: unknown, words: readonly unknown[], otherwise: FailureCode = 'server'): Failure {
  const known = words.map(failureOfWord).find((word) => word !== undefined) ?? otherwise
  // Some say in words alone why an argument is invalid, or what failed.
  const code = (known === 'invalid-request' || known === 'server') && isPolicy(message) ? 'policy' : known
  return {
    code,
    message: typeof message === 'string' && message !== '' ? message : 'the upstream could not make the video',
    retryable: isRetryable(code),
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
