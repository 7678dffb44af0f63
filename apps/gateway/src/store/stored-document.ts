import type { JsonObject } from '@interlingua/core'

export interface StoredDocument {
  /** What it is: `response`, `conversation`, `cached-content`, … */
  readonly kind: string
  readonly id: string
  /** Id of the key to which it belongs. */
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** From then on it is gone. */
  readonly expiresAt?: number
  /** Counts up with each change, from 1. */
  readonly revision: number
  readonly body: JsonObject
}
