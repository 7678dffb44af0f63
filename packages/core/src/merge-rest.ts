import type { Json, JsonObject } from './json.ts'
import { isJsonObject } from './parse-json.ts'
import { putOwn } from './put-own.ts'

/**
 * Adds the keys of `rest` behind those of `target`, which win; objects in both are merged in a copy, and those of `target` stay unchanged.
 * For encoders that write back what their decoder kept of a node.
 */
export function mergeRest(target: Record<string, Json>, rest: JsonObject): void {
  for (const key in rest) {
    const value = rest[key]
    if (value === undefined) continue
    const known = Object.hasOwn(target, key) ? target[key] : undefined
    if (known === undefined) putOwn(target, key, value)
    else if (isJsonObject(known) && isJsonObject(value)) {
      const merged: Record<string, Json> = { ...known }
      mergeRest(merged, value)
      putOwn(target, key, merged)
    }
  }
}
