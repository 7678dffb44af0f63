import type { Failure, FailureCode, Format, GenerateAdapter, Http } from '@interlingua/core'
import type { ErrorWords } from './error-words.ts'
import type { Schema } from './schema.ts'

/** Members that are written by hand in every adapter. */
type Written =
  | 'decodeRequest'
  | 'lowerRequest'
  | 'encodeRequest'
  | 'decodeResponse'
  | 'encodeResponse'
  | 'createStreamDecoder'
  | 'createStreamEncoder'

/** Members that `defineAdapter` makes of `wire`, `errors` and `framing`. */
export type Filled =
  | 'parseRequest'
  | 'parseResponse'
  | 'createStreamParser'
  | 'createStreamSerializer'
  | 'parseFailure'
  | 'decodeFailure'
  | 'encodeFailure'

/**
 * The schemas of a format. They check and must not change: what was sent is given on, not what a schema returns, so transforms, defaults and
 * coercions would promise what is not there. Leave them open (`looseObject`): unknown keys are legal.
 */
export interface WireSchemas<Q, R, E, F> {
  readonly request: Schema<Q>
  readonly response: Schema<R>
  /** Used by `sse` and `json-lines`. Absent: an event is any JSON object, and `E` should promise no key. */
  readonly event?: Schema<E>
  /** What is no such document leaves the status to speak. Absent: any JSON object, and `F` should promise no key. */
  readonly failure?: Schema<F>
}

/** What a document says of an error. Whatever is no text as `message` is none. */
export interface ErrorFacts extends Partial<Pick<Failure, 'path' | 'retryAfterMs' | 'requestId'>> {
  /** Its word, looked up in the table of words. */
  readonly code?: unknown
  readonly message?: unknown
}

export interface ErrorDefinition<F> {
  /** What each word of the format means; a word that is not here leaves the status to speak. */
  readonly words: ErrorWords
  readonly read: (document: F) => ErrorFacts
  readonly write: (failure: Failure) => F
}

/** Machines of a framing of the format's own. */
export interface OwnFraming<E> {
  readonly contentType: string
  readonly parser: GenerateAdapter<unknown, unknown, E>['createStreamParser']
  readonly serializer: GenerateAdapter<unknown, unknown, E>['createStreamSerializer']
}

export interface HttpDefinition extends Pick<Http, 'path'>, Partial<Pick<Http, 'streamContentType' | 'status'>> {
  /** Statuses that differ from `defaultStatuses`. */
  readonly statuses?: Readonly<Partial<Record<FailureCode, number>>>
}

/** What an author writes of an adapter. Members of the adapter that stand here win over those that `defineAdapter` would make. */
export interface AdapterDefinition<Q = unknown, R = unknown, E = unknown, F = unknown>
  extends
    Pick<GenerateAdapter<Q, R, E, F>, Written>,
    Partial<Pick<GenerateAdapter<Q, R, E, F>, Filled>>,
    Pick<GenerateAdapter, 'count' | 'takesUrl'> {
  readonly format: Format
  readonly http: HttpDefinition
  readonly wire: WireSchemas<Q, R, E, F>
  readonly errors: ErrorDefinition<F>
  /** `sse`: `data: {…}`, with comments and `[DONE]`. `json-lines`: one object a line. */
  readonly framing: 'sse' | 'json-lines' | OwnFraming<E>
}

/** An adapter that is still being written. */
export type PartialDefinition<Q = unknown, R = unknown, E = unknown, F = unknown> = Partial<
  Omit<AdapterDefinition<Q, R, E, F>, 'format' | 'wire'>
> & { readonly format: Format; readonly wire?: Partial<WireSchemas<Q, R, E, F>> }

export type PartialAdapter<Q = unknown, R = unknown, E = unknown, F = unknown> = Pick<GenerateAdapter, 'format'> &
  Partial<GenerateAdapter<Q, R, E, F>>
