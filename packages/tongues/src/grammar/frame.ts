import type { Json } from '../json/json.ts'

/** An event with its data: JSON, or the text of what is none. */
export interface Frame {
  readonly event: string
  readonly data: Json
}
