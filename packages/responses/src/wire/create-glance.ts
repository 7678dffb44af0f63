import type { Json, JsonObject } from '@interlingua/core'
import type { ZodObject, ZodType } from 'zod'

/**
 * Whether every key of an object that `schema` knows is plainly of its type, as nearly always: then the schema itself need not look, which
 * costs more than all the rest of a small document. `plain` tells it of the types that can be told at a glance.
 */
export function createGlance(schema: ZodObject, plain: ReadonlyMap<unknown, (value: Json) => boolean>): (value: JsonObject) => boolean {
  const looks = new Map<string, (value: Json) => boolean>()
  for (const [key, type] of Object.entries<ZodType | object>(schema.shape)) looks.set(key, plain.get(type) ?? never)
  return (object) => {
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
