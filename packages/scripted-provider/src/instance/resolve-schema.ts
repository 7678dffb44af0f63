import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { Scope } from './scope.ts'

/** A schema with its `$ref` followed and its `allOf` merged into one object. `true` and unknown references become `{}`. */
export function resolveSchema(schema: Json | undefined, scope: Scope, hops = 0): JsonObject {
  if (schema === false) return { not: {} }
  if (!isJsonObject(schema) || hops > 50 || scope.left-- <= 0) return {}
  const { $ref, allOf, ...own } = schema
  let resolved: JsonObject = own
  if (typeof $ref === 'string') resolved = mergeSchemas(resolveSchema(follow($ref, scope.root), scope, hops + 1), resolved)
  if (Array.isArray(allOf))
    for (const branch of allOf as readonly Json[]) resolved = mergeSchemas(resolved, resolveSchema(branch, scope, hops + 1)) // Array.isArray widens to any[]
  return resolved
}

function follow(reference: string, root: JsonObject): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return findAnchor(root, reference.replace(/^#/, ''))
  let node: Json | undefined = root
  for (const piece of reference.slice(2).split('/')) {
    const key = decodeURIComponent(piece).replace(/~1/g, '/').replace(/~0/g, '~')
    node =
      isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : Array.isArray(node) ? (node as readonly Json[])[Number(key)] : undefined // Array.isArray widens to any[]
  }
  return node
}

function findAnchor(root: JsonObject, anchor: string): Json | undefined {
  const definitions = isJsonObject(root['$defs']) ? root['$defs'] : {}
  return Object.values(definitions).find((value) => isJsonObject(value) && (value['$anchor'] === anchor || value['$id'] === anchor))
}

/** Merges the keywords of two schemas. A keyword that cannot be joined is taken from the second. */
function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const old = merged[key]
    if (old === undefined) merged[key] = value
    else if (key === 'properties' && isJsonObject(old) && isJsonObject(value)) merged[key] = mergeProperties(old, value)
    else if (key === 'required' && Array.isArray(old) && Array.isArray(value)) merged[key] = [...new Set([...old, ...value])]
    else if (key === 'enum' && Array.isArray(old) && Array.isArray(value)) merged[key] = old.filter((entry) => value.includes(entry))
    else if (typeof old === 'number' && typeof value === 'number')
      merged[key] = key.startsWith('min') || key.startsWith('exclusiveMin') ? Math.max(old, value) : Math.min(old, value)
    else if (key === 'anyOf' || key === 'oneOf') merged[key] = value
    else merged[key] = value
  }
  return merged
}

function mergeProperties(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...first }
  for (const [name, schema] of Object.entries(second)) {
    const old = merged[name]
    merged[name] = old === undefined ? schema : { allOf: [old, schema] }
  }
  return merged
}
