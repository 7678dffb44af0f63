import type { JsonObject } from '@interlingua/core'

/** An item of `input` or `output`: its fields are those of its `type`; a message of the easy form has none. */
export type WireItem = JsonObject

/** A part of the content of a message or of a tool's output. */
export type WireContent = JsonObject & {
  readonly type: string
}
