/** Description of an endpoint, beside the facts in the table of endpoints. */
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
    | 'console'
  readonly details?: string
  /** Query parameters, all optional. */
  readonly query?: Readonly<Record<string, QueryParameter>>
  readonly headers?: Readonly<Record<string, HeaderParameter>>
  /** Name of the schema of the body. */
  readonly body?: string
  /** True if a request may leave out the body. */
  readonly optionalBody?: true
  /** Name of the schema of the body as a form; absent if no form is taken. */
  readonly form?: string
  /** Name of the schema of a good answer, or its media type if it is no JSON; `none`: there is no document (204). */
  readonly answer: string
  /** Statuses that only this endpoint has. */
  readonly statuses?: readonly number[]
  /** Kind of stream that the answer may be: server-sent events, or a JSON array as well. Absent: no stream. */
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
