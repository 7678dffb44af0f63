/** Body of each failure of the admin API. */
export interface ApiError {
  readonly error: {
    /** Word for programs, such as `not-found`. */
    readonly code: ApiErrorCode
    /** Sentence for people. */
    readonly message: string
    /** Place in the body that the sentence is about, as a JSON pointer, or the name of a parameter. */
    readonly field?: string
  }
}

export type ApiErrorCode =
  | 'invalid-request'
  | 'not-signed-in'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'rate-limit'
  | 'too-large'
  | 'wrong-host'
  | 'unavailable'
  | 'server'
