import type { ApiError, ApiErrorCode } from './api/index.ts'

const statuses: Readonly<Record<ApiErrorCode, number>> = {
  'invalid-request': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-host': 421,
  'rate-limit': 429,
  server: 500,
  unavailable: 503,
}

/** Failure that answers a call of the admin API. */
export class ConsoleError extends Error {
  readonly code: ApiErrorCode
  readonly field: string | undefined
  /** Seconds after which the call may be tried again. */
  readonly retryAfter: number | undefined

  /** `field`: the JSON pointer, or the name of the parameter, that the message is about. */
  constructor(code: ApiErrorCode, message: string, { field, retryAfter }: { readonly field?: string; readonly retryAfter?: number } = {}) {
    super(message)
    this.name = 'ConsoleError'
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }

  get status(): number {
    return statuses[this.code]
  }

  get body(): ApiError {
    return { error: { code: this.code, message: this.message, ...(this.field !== undefined && { field: this.field }) } }
  }
}
