import type { Json } from '@interlingua/core'

/** What a schema loses and its description must say. */
export interface Lost {
  readonly keyword: string
  readonly value: Json
}
