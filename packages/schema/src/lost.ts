import type { Json } from '@interlingua/core'

/** Keyword that a schema loses and its description must state. */
export interface Lost {
  readonly keyword: string
  readonly value: Json
}
