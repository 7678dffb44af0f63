/** A result cannot be kept or read. The message is for logs, not for callers. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError'
  /** `too-large`: the result is larger than the configuration allows; `unavailable`: the storage cannot be used now. */
  readonly reason: 'too-large' | 'unavailable'

  constructor(reason: ResultsError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
