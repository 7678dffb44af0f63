import type { FailureCode } from '@interlingua/core'

/** Meaning of a vendor's word for an error. */
export interface ErrorWord {
  readonly code: FailureCode
  /** True if the same call may succeed a moment later. Absent: the value of `isRetryable` for the code. */
  readonly retryable?: boolean
}

/** Table of error words. If several words mean one code, the first is the one to print. */
export type ErrorWords = Readonly<Record<string, ErrorWord>>

/** The meaning of a word, if it is known. */
export function readErrorWord(words: ErrorWords, word: unknown): ErrorWord | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined
}

/** First word for a code; `undefined` if the table has none. */
export function encodeErrorWord(words: ErrorWords, code: FailureCode): string | undefined {
  for (const word in words) if (words[word]?.code === code) return word
  return undefined
}
