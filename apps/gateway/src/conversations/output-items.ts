import { isJsonObject, type JsonObject } from '@interlingua/core'

/** The items of an answer. */
export function outputItems({ output }: JsonObject): readonly JsonObject[] {
  return Array.isArray(output) ? output.filter(isJsonObject) : []
}
