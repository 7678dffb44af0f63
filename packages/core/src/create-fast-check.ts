import type { Json, JsonObject } from './json.ts'

/** Schema of one field, from any schema library. */
interface FieldSchema {
  safeParse(value: unknown): { readonly success: boolean }
}

/**
 * Checks cheaply whether an object plainly fits a schema with these `fields`, as nearly always, so that the schema itself need not run.
 * `plain` lists the simple values of each field; an object with any other field of the schema is left to the schema, and keys that the
 * schema does not name may hold anything.
 */
export function createFastCheck(
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
