import type { Usage } from '@interlingua/core'

/** An answer that was sent completely, for tests that compare counted usage. */
export interface GivenAnswer {
  readonly format: string
  readonly model: string
  readonly stream: boolean
  readonly usage: Usage
}
