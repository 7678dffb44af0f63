import type { Failure, FailureCode } from '@interlingua/core'

/**
 * The words of a vendor's error messages by which clients know a failure where they look at nothing else: a pattern that its messages fit,
 * and what to put before a message that does not.
 */
export type KnownWords = Readonly<Partial<Record<FailureCode, { readonly known: RegExp; readonly before: string }>>>

/** The message of a failure, in words by which the vendor's clients know it. */
export function knownMessage(words: KnownWords, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  const entry = words[code]
  return entry === undefined || entry.known.test(message) ? message : `${entry.before}${message}`
}
