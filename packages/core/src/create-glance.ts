import type { Json, JsonObject } from './json.ts'

/** The schema of one field, of whatever library. */
interface FieldSchema {
  safeParse(value: unknown): { readonly success: boolean }
}

/**
 * Tells whether an object is plainly what a schema with these `fields` wants, as nearly always: then the schema itself need not look, which
 * costs more than all the rest of a small document. `plain` says which values of a field's schema can be told at a glance; a field with
 * another schema is left to the schema where it is present. Keys that the schema does not name may hold anything.
 */
export function createGlance(
  fields: Readonly<Record<string, FieldSchema>>,
  plain: ReadonlyMap<unknown, (value: Json) => boolean>,
): (object: JsonObject) => boolean {
  const looks = new Map<string, (value: Json) => boolean>()
  for (const key in fields) looks.set(key, plain.get(fields[key]) ?? never)
  const required = Object.keys(fields).filter((key) => fields[key]?.safeParse(undefined).success === false)
  return (object) => {
    for (let i = 0; i < required.length; i++) if (object[required[i] ?? ''] === undefined) return false
    for (const key in object) {
      const look = looks.get(key)
      const value = object[key]
      if (look !== undefined && value !== undefined && !look(value)) return false
    }
    return true
  }
}

function never(): boolean {
  return false
}
