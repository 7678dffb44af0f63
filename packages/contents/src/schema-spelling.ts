import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { fromGoogleSchema, toGoogleSchema } from '@interlingua/schema'
import type { GoogleSpelling } from '@interlingua/schema'

/** A schema of the wire as JSON Schema, and how the wire spelled it: absent where it was JSON Schema already. */
export interface SpelledSchema {
  readonly schema: JsonObject
  readonly spelled?: GoogleSpelling
}

/**
 * `google`: the Schema object of the format (`parameters`, `responseSchema`). In JSON Schema fields some clients write the types of that
 * object, in upper case: then it is read as one.
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

/** Looks at everything: a `type` that is no keyword costs a careful reading and nothing else. */
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

/** The schema that `readSchema` was given. */
export function printSchema(schema: JsonObject, spelled: Json | undefined): JsonObject {
  if (spelled === 'upper' || spelled === 'lower' || isJsonObject(spelled)) return toGoogleSchema(schema, spelled)
  return schema
}
