import type { Failure } from '@interlingua/core'

/** A stream that is ready to be sent, printed lazily. */
export interface StreamScript {
  readonly contentType: string
  /** The text of each event in order, without an error at the end. */
  readonly pieces: Iterable<string | Uint8Array>
  /** The index of the event before which a broken stream breaks, where the directives name none. */
  readonly middle: number
  /** The text of an event that is not JSON. */
  readonly malformed: string
  /** The text of an error that replaces all further events, with the vendor's events after it. `words` are the words of the directive. */
  fail(failure: Failure, words: readonly string[]): string | Uint8Array
}
