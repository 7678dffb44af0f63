import type { Refusal } from '../upstreams/refusal.ts'

/** Thrown within an attempt: its call came to nothing, and this is what may follow. */
export class AttemptFailed extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('a call of an upstream failed')
    this.name = 'AttemptFailed'
    this.refusal = refusal
  }
}
