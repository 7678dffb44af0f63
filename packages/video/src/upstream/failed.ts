import type { Failure, FailureCode } from '@interlingua/core'
import { failureOfWord, isRetryable } from '@interlingua/dialects'

/** The failure of a task, from the words that its document has for it. */
export function failed(message: unknown, words: readonly unknown[], otherwise: FailureCode = 'server'): Failure {
  const code = words.map(failureOfWord).find((known) => known !== undefined) ?? (isPolicy(message) ? 'policy' : otherwise)
  return {
    code,
    message: typeof message === 'string' && message !== '' ? message : 'the upstream could not make the video',
    retryable: isRetryable(code),
  }
}

/** Some say it in words alone. */
function isPolicy(message: unknown): boolean {
  return typeof message === 'string' && /content polic|moderation|safety|sensitive|responsible ai|usage guidelines/i.test(message)
}
