import type { Json, JsonObject } from './json.ts'
import { isJsonObject } from './parse-json.ts'
import { putOwn } from './put-own.ts'

/**
 * Puts the keys of `rest` behind those of `target`, which win; objects that both have are merged likewise, in a copy: what `target` holds
 * stays as it is. For an encoder that prints what its decoder kept of a node.
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
