/**
 * A synchronous stream step without I/O; `end` is called once, after the last input. Both methods are total: a bad input becomes a failure
 * output, never a throw.
 */
export interface Machine<I, O> {
  push(input: I): readonly O[]
  end(): readonly O[]
  /**
   * True if a clean end now would end the whole response, though more may still come. Only decoders have it whose format has no last event.
   */
  settled?(): boolean
}

/** Output of stream parsers and input of decoders: a wire event, a comment, the end mark, or invalid data. */
export type Frame<E> =
  | { readonly type: 'event'; readonly wire: E }
  | { readonly type: 'comment' }
  | { readonly type: 'done' }
  | { readonly type: 'invalid'; readonly message: string }
