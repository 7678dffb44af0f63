import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { fromGoogleSchema, toGoogleSchema } from '@interlingua/schema'
import type { GoogleSpelling } from '@interlingua/schema'

/** Wire schema as JSON Schema, with its wire spelling; `spelled` is absent if it was JSON Schema already. */
export interface SpelledSchema {
  readonly schema: JsonObject
  readonly spelled?: GoogleSpelling
}

/**
 * Reads a schema. `google`: the Schema object of the format (`parameters`, `responseSchema`); some clients write its upper-case types in
 * JSON Schema fields too, which are then read the same way.
 */
export function readSchema(wire: JsonObject, google: boolean): SpelledSchema {
  if (!google && !hasUpperType(wire)) return { schema: wire }
  const { schema, spelling } = fromGoogleSchema(wire)
  return { schema, spelled: spelling }
}

const upper = /^(?:STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/

function isCapital(text: string): boolean {
  const first = text.charCodeAt(0)
  return first >= 0x41 && first <= 0x5a
}

/** True if any `type` in it is in upper case; a `type` that is no keyword only costs a careful reading. */
function hasUpperType(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (hasUpperType(value[i] ?? null)) return true
    return false
  }
  for (const key in value) {
    const inner = (value as JsonObject)[key] // neither null nor a list
    if (inner === undefined) continue
    if (typeof inner === 'object') {
      if (inner !== null && hasUpperType(inner)) return true
    } else if (key === 'type' && typeof inner === 'string' && isCapital(inner) && upper.test(inner)) return true
  }
  return false
}

/** Prints a schema as `readSchema` got it. */
export function encodeSchema(schema: JsonObject, spelled: Json | undefined): JsonObject {
  if (spelled === 'upper' || spelled === 'lower' || isJsonObject(spelled)) return toGoogleSchema(schema, spelled)
  return schema
}
