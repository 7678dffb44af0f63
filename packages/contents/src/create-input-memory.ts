import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'

/** Remembers the latest arguments: those of a call are judged first, then printed, and may be long. */
export interface InputMemory {
  /** Parses the text; `undefined` if it is not JSON. */
  readonly read: (text: string) => Json | undefined
  /** Object that was parsed from this very text last; `undefined` for any other text. */
  readonly inputOf: (text: string) => JsonObject | undefined
}

export function createInputMemory(): InputMemory {
  let last: { readonly text: string; readonly value: JsonObject } | undefined
  return {
    read(text) {
      const value = parseExactJson(text)
      last = isJsonObject(value) ? { text, value } : undefined
      return value
    },
    inputOf: (text) => (text === last?.text ? last.value : undefined),
  }
}
