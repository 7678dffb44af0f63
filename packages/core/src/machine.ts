/**
 * A synchronous stream step without I/O. `end` is called once, after the last input.
 * Both are total: a bad input becomes a failure output, never a throw.
 */
export interface Machine<I, O> {
  push(input: I): readonly O[]
  end(): readonly O[]
  /** Of decoders whose format has no last event: whether a clean end now would be that of a whole answer, where more may still come. */
  settled?(): boolean
}

/** What stream parsers hand to decoders: a wire event, or one of the things that are not one. */
export type Frame<E> =
  | { readonly type: 'event'; readonly wire: E }
  | { readonly type: 'comment' }
  | { readonly type: 'done' }
  | { readonly type: 'invalid'; readonly message: string }
