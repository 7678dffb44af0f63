import type { Usage } from '@interlingua/core'

/** An answer that the provider gave to its end, for tests of whoever counts what was used. */
export interface GivenAnswer {
  readonly format: string
  readonly model: string
  readonly stream: boolean
  readonly usage: Usage
}
