import type { Failure } from '@interlingua/core'

/** Thrown by a dialect that refuses a request which fits its schema; never leaves the package. */
export class Refusal extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}
