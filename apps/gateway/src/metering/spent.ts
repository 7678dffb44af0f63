import type { Usage } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'

/** What an upstream told that a call cost. */
export interface Spent {
  readonly target: Target
  readonly usage: Usage
}
