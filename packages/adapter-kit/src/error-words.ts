import type { FailureCode } from '@interlingua/core'

/** What a vendor's word for an error means. */
export interface ErrorWord {
  readonly code: FailureCode
  /** Absent: as `isRetryable` says of the code. */
  readonly retryable?: boolean
}

/** Of several words for one code the first is the one to print. */
export type ErrorWords = Readonly<Record<string, ErrorWord>>

/** The meaning of a word, if it is known. */
export function readErrorWord(words: ErrorWords, word: unknown): ErrorWord | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined
}

/** The word that says a code. */
export function printErrorWord(words: ErrorWords, code: FailureCode): string | undefined {
  for (const word in words) if (words[word]?.code === code) return word
  return undefined
}
