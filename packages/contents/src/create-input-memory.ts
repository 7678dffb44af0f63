import { isJsonObject, parseExactJson } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/** Remembers the arguments that were read last: those of a call are judged first, then printed, and may be long. */
export interface InputMemory {
  /** The JSON value of the text, `undefined` where it is none. */
  readonly read: (text: string) => Json | undefined
  /** The object that was read from this very text last. */
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
