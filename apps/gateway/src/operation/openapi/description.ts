/** What the table of endpoints does not say about one of them. */
export interface Description {
  readonly summary: string
  readonly tag:
    | 'text'
    | 'embeddings'
    | 'images'
    | 'videos'
    | 'tokens'
    | 'responses'
    | 'conversations'
    | 'caches'
    | 'models'
    | 'results'
    | 'operation'
  readonly details?: string
  /** Query parameters, all of them optional. */
  readonly query?: Readonly<Record<string, QueryParameter>>
  readonly headers?: Readonly<Record<string, HeaderParameter>>
  /** Name of the schema of the body. */
  readonly body?: string
  /** Name of the schema of the same as a form. */
  readonly form?: string
  /** Name of the schema of a good answer, or its media type where it is no JSON. */
  readonly answer: string
  /** Errors that only this endpoint has. */
  readonly statuses?: readonly number[]
  /** The answer may be a stream of events: of server-sent events, or of a JSON array as well. */
  readonly stream?: 'events' | 'events-or-array'
}

export interface QueryParameter {
  readonly description: string
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly values?: readonly string[]
}

export interface HeaderParameter {
  readonly description: string
  readonly required?: true
  readonly example?: string
}
