import type { Failure, FailureCode } from '@interlingua/core'

/**
 * Words of a vendor's error messages by which clients know a failure, where they look at nothing but the message: the pattern that they
 * match, and the words to put before a message that does not fit.
 */
export type KnownWords = Readonly<Partial<Record<FailureCode, { readonly known: RegExp; readonly before: string }>>>

/** The message of a failure, in words by which the vendor's clients know it. */
export function knownMessage(words: KnownWords, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  const entry = words[code]
  return entry === undefined || entry.known.test(message) ? message : `${entry.before}${message}`
}
