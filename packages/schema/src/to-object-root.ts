import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { canonicalText } from './canonical-text.ts'
import type { Lowering } from './lowering.ts'
import { toNullable } from './to-nullable.ts'

/**
 * Turns a root that is a union of objects into one object with the properties of all, nullable if not all require them. Other unions stay,
 * since no object can express them.
 */
export function toObjectRoot(lowering: Lowering, root: Record<string, Json>, at: Pointer): void {
  if (!Array.isArray(root.anyOf)) return
  const objects = collectObjects(root, root.anyOf, 0)
  if (objects === undefined || objects.length === 0) return
  lowering.report(at, 'anyOf', 'rewritten')
  const properties = new Map<string, JsonObject[]>()
  for (const object of objects) {
    for (const [name, schema] of Object.entries(object)) properties.set(name, [...(properties.get(name) ?? []), schema])
  }
  delete root.anyOf
  root.type = 'object'
  root.properties = Object.fromEntries(
    [...properties].map(([name, schemas]) => {
      const variants = [...new Map(schemas.map((schema) => [canonicalText(schema), schema])).values()]
      const one: JsonObject = variants.length === 1 ? (variants[0] as JsonObject) : { anyOf: variants.flatMap(branchesOf) } // length checked
      return [name, schemas.length === objects.length ? one : toNullable(one)]
    }),
  )
  root.required = [...properties.keys()]
  root.additionalProperties = false
}

/** Branches of a schema; a plain union inside a union is replaced by its branches. */
function branchesOf(schema: JsonObject): readonly Json[] {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}

function collectObjects(root: JsonObject, branches: readonly Json[], depth: number): Record<string, JsonObject>[] | undefined {
  const objects: Record<string, JsonObject>[] = []
  for (const branch of branches) {
    const schema = isJsonObject(branch) && typeof branch.$ref === 'string' ? definitionAt(root, branch.$ref) : branch
    if (!isJsonObject(schema) || depth > 8 || objects.length > 100) return undefined
    if (Array.isArray(schema.anyOf)) {
      const inner = collectObjects(root, schema.anyOf, depth + 1)
      if (inner === undefined) return undefined
      objects.push(...inner)
    } else if (schema.type === 'object' && isJsonObject(schema.properties)) {
      objects.push(schema.properties as Record<string, JsonObject>) // we lowered it: every property is an object
    } else return undefined
  }
  return objects
}

function definitionAt(root: JsonObject, reference: string): Json | undefined {
  const [, container = '', escaped = ''] = reference.replaceAll('%25', '%').split('/')
  const map = root[container]
  const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
  return isJsonObject(map) && Object.hasOwn(map, name) ? map[name] : undefined
}
