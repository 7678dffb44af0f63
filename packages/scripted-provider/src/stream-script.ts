import type { Failure } from '@interlingua/core'

/** A stream that is ready to be sent. Made lazily: nothing is printed before it is asked for. */
export interface StreamScript {
  readonly contentType: string
  /** The text of each event, in order, whatever ends the stream last. */
  readonly pieces: Iterable<string>
  /** The event before which a broken stream breaks, where the directives name none. */
  readonly middle: number
  /** An event that is not JSON. */
  readonly malformed: string
  /** An error in the place of all further events, with what the vendor sends behind it. `words` are those of the directive. */
  fail(failure: Failure, words: readonly string[]): string
}
