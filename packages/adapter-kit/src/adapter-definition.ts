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
 * Schemas of a format. They check and must not change the value: the adapter passes on what it got, so transforms, defaults and coercions
 * would have no effect; leave them open (`looseObject`), since unknown keys are legal.
 */
export interface WireSchemas<Q, R, E, F> {
  readonly request: Schema<Q>
  readonly response: Schema<R>
  /** Used by `sse` and `json-lines`. Absent: an event is any JSON object, and `E` should promise no key. */
  readonly event?: Schema<E>
  /**
   * Schema of error documents; for a body that does not fit, the status decides. Absent: any JSON object, and `F` should promise no key.
   */
  readonly failure?: Schema<F>
}

/** Facts that an error document states. A `message` that is no text counts as absent. */
export interface ErrorFacts extends Partial<Pick<Failure, 'path' | 'retryAfterMs' | 'requestId'>> {
  /** Word for the error, looked up in the table of words. */
  readonly code?: unknown
  readonly message?: unknown
}

export interface ErrorDefinition<F> {
  /** Meaning of each error word of the format; for an unknown word, the status decides. */
  readonly words: ErrorWords
  /** `headers`: those of the answer, in lower case; none for an event of a stream. */
  readonly read: (document: F, headers: Readonly<Record<string, string>>) => ErrorFacts
  readonly write: (failure: Failure) => F
  /** Headers of an answer that holds the document, beside those that every format has. */
  readonly headers?: (failure: Failure, document: F) => Readonly<Record<string, string>>
}

/** Machines of the format's own framing. */
export interface OwnFraming<E> {
  readonly contentType: string
  readonly parser: GenerateAdapter<unknown, unknown, E>['createStreamParser']
  readonly serializer: GenerateAdapter<unknown, unknown, E>['createStreamSerializer']
}

export interface HttpDefinition extends Pick<Http, 'path'>, Partial<Pick<Http, 'streamContentType' | 'status'>> {
  /** Statuses that differ from `defaultStatuses`. */
  readonly statuses?: Readonly<Partial<Record<FailureCode, number>>>
}

/**
 * Definition of an adapter, as its author writes it. Members of the adapter that stand here win over those that `defineAdapter` would make.
 */
export interface AdapterDefinition<Q = unknown, R = unknown, E = unknown, F = unknown>
  extends
    Pick<GenerateAdapter<Q, R, E, F>, Written>,
    Partial<Pick<GenerateAdapter<Q, R, E, F>, Filled>>,
    Pick<GenerateAdapter, 'count' | 'acceptsUrl' | 'refuseElsewhere'> {
  readonly format: Format
  readonly http: HttpDefinition
  readonly wire: WireSchemas<Q, R, E, F>
  readonly errors: ErrorDefinition<F>
  /** `sse`: `data: {…}`, with comments and `[DONE]`. `json-lines`: one object a line. `aws-events`: events are `AwsEvent`s. */
  readonly framing: 'sse' | 'json-lines' | 'aws-events' | OwnFraming<E>
}

/** Definition of an adapter that is still being written. */
export type PartialDefinition<Q = unknown, R = unknown, E = unknown, F = unknown> = Partial<
  Omit<AdapterDefinition<Q, R, E, F>, 'format' | 'wire'>
> & { readonly format: Format; readonly wire?: Partial<WireSchemas<Q, R, E, F>> }

export type PartialAdapter<Q = unknown, R = unknown, E = unknown, F = unknown> = Pick<GenerateAdapter, 'format'> &
  Partial<GenerateAdapter<Q, R, E, F>>
