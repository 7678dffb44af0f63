import { isJsonObject, pointer, type Json } from '@interlingua/core'
import { schemaPositions } from './keywords.ts'
import type { Located, LocatedObject } from './located.ts'

/** Schemas that stand directly in a schema, found by their position in the grammar; definitions only on demand. */
export function childSchemas({ schema, path }: LocatedObject, definitions: boolean): Located[] {
  const found: Located[] = []
  const add = (child: Json | undefined, ...segments: (string | number)[]): void => {
    if (isJsonObject(child) || typeof child === 'boolean') found.push({ schema: child, path: pointer(path, ...segments) })
  }
  for (const keyword of schemaPositions.one) if (Object.hasOwn(schema, keyword)) add(schema[keyword], keyword)
  for (const keyword of schemaPositions.list) {
    const list = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    if (Array.isArray(list)) for (const [index, child] of list.entries()) add(child, keyword, index)
  }
  for (const keyword of definitions ? [...schemaPositions.map, ...schemaPositions.definitions] : schemaPositions.map) {
    const map = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    if (isJsonObject(map)) for (const [name, child] of Object.entries(map)) add(child, keyword, name)
  }
  return found
}
