import type { ApiError } from '@interlingua/console/api'

export interface FailureFacts {
  readonly code: ApiError['error']['code'] | 'gone' | 'not-readable'
  readonly message: string
  /** Status of HTTP. Absent: there was no answer. */
  readonly status?: number
  readonly field?: string
  readonly requestId?: string
  /** Seconds after which another try may succeed. */
  readonly retryAfter?: number
}

/** Failed call of the admin API. */
export class CallFailure extends Error {
  readonly facts: FailureFacts

  constructor(facts: FailureFacts) {
    super(facts.message)
    this.name = 'CallFailure'
    this.facts = facts
  }
}

/** Reads the failure of an answer that is no success. */
export async function readFailure(response: Response): Promise<CallFailure> {
  const { status, headers } = response
  const requestId = headers.get('request-id') ?? headers.get('x-request-id')
  const wait = Number(headers.get('retry-after') ?? 'none')
  const facts = { status, ...(requestId !== null && { requestId }), ...(Number.isFinite(wait) && { retryAfter: wait }) }
  try {
    const { error }: ApiError = await response.json()
    const { code, message, field } = error
    return new CallFailure({ ...facts, code, message, ...(field !== undefined && { field }) })
  } catch {
    // A proxy in front of the gateway answers in its own words.
    return new CallFailure({
      ...facts,
      code: 'not-readable',
      message: `The answer has the status ${status}, and no reason that can be read.`,
    })
  }
}
