import { isRetryable, type Failure, type Format, type Json } from '@interlingua/core'
import type { ErrorDefinition } from './adapter-definition.ts'
import { readErrorWord } from './error-words.ts'
import { failureFromStatus } from './failure-from-status.ts'

/**
 * Failure that an error document states, or a stream event that holds one (which has no status); the word wins over the status. For stream
 * decoders too: `failureOfDocument('acme', errors, frame.wire)`.
 */
export function failureOfDocument<F extends object>(
  format: Format,
  errors: Pick<ErrorDefinition<F>, 'words' | 'read'>,
  document: F,
  status?: number,
  headers: Readonly<Record<string, string>> = {},
): Failure {
  const { code: word, message, ...facts } = errors.read(document, headers)
  const known = readErrorWord(errors.words, word)
  const code = known?.code ?? failureFromStatus(status ?? 0)
  return {
    code,
    message: typeof message === 'string' && message !== '' ? message : wordless(status),
    retryable: known?.retryable ?? isRetryable(code),
    ...(status !== undefined && status >= 400 && { status }),
    ...facts,
    raw: { format, wire: document as Json }, // the document was read from JSON
  }
}

/** The message of a failure that came without one. */
export function wordless(status: number | undefined): string {
  return status === undefined ? 'the upstream failed without a word' : `the upstream answered with status ${status}`
}
