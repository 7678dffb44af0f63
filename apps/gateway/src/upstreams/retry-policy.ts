/** When a request is given to a channel again, or to the next one. Times are in milliseconds. */
export interface RetryPolicy {
  readonly attempts: number
  readonly deadline: number
  readonly backoff: number
  readonly maxBackoff: number
  readonly retryAfter: number
}
