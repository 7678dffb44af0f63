import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { findPropertyNames, renameProperties } from './rename-properties.ts'
import { isPlainToolSchema } from './is-plain-tool-schema.ts'
import { isShallow } from './is-shallow.ts'
import { changeSchemas } from './change-schemas.ts'
import { encodeAnew } from './encode-anew.ts'
import { toPlainRoot, withoutAtRoot } from './to-plain-root.ts'
import type { ToolSchemaRules } from './tool-schema-rules.ts'
import { typeProperties } from './type-properties.ts'

/** Input schema of a tool, for a server that reads it without enforcing it. */
export interface LoweredToolSchema {
  readonly schema: JsonObject
  /** True if the type of the root was added. */
  readonly added: boolean
  /** Places where the same is expressed in other words. */
  readonly spelled: readonly Pointer[]
  /** Places where the schema expresses less than before. */
  readonly weakened: readonly Pointer[]
  /** Property names of the root → their new names. */
  readonly names: ReadonlyMap<string, string>
}

/** Depth beyond which schemas stay as they are. */
const deepest = 200

/**
 * Makes an unenforced schema legal: an object at the root without a union, arrays with items, accepted property names. The result takes
 * every value that the given schema takes, as far as that names its properties. Total, linear, deterministic and idempotent.
 */
export function lowerToolSchema(given: JsonObject | undefined, rules: ToolSchemaRules, at: Pointer): LoweredToolSchema {
  if (given === undefined) return { schema: { type: 'object', properties: {} }, added: true, spelled: none, weakened: none, names: noNames }
  if (isPlainToolSchema(given, rules)) return { schema: given, added: false, spelled: none, weakened: none, names: noNames }
  return fitToolSchema(given, rules, at)
}

const none: readonly Pointer[] = []
const noNames: ReadonlyMap<string, string> = new Map()

/** The same for a schema of any shape. */
export function fitToolSchema(given: JsonObject, rules: ToolSchemaRules, at: Pointer): LoweredToolSchema {
  const spelled = new Set<Pointer>()
  const weakened = new Set<Pointer>()
  const weaken = (path: Pointer): void => void weakened.add(path)
  const encode = (path: Pointer): void => void spelled.add(path)
  let schema = given
  if (isShallow(given, deepest)) {
    schema = changeSchemas(given, at, (inner, path) => {
      const anew = encodeAnew(inner)
      const listed = rules.arrayItems ? withItems(anew) : anew
      if (listed !== inner) spelled.add(path)
      return listed
    })
    if (!rules.rootUnion) schema = toPlainRoot(schema, at, weaken, encode)
    schema = withoutAtRoot(schema, rules.rootRefuses, at, weaken)
  }
  const rooted = withObjectRoot(schema, rules.rootProperties)
  const names = rules.propertyKeys === undefined ? new Map<string, string>() : findPropertyNames(rooted, rules.propertyKeys)
  let out = renameProperties(rooted, names)
  if (rules.typedProperties && isShallow(out, deepest)) out = typeProperties(out, at, encode, weaken)
  return { schema: out, added: schema.type !== 'object', spelled: [...spelled], weakened: [...weakened], names }
}

/** Makes the root an object, since arguments always are one. */
function withObjectRoot(schema: JsonObject, properties: boolean): JsonObject {
  const typed: JsonObject =
    schema.type === 'object' ? schema : schema.type === undefined ? { type: 'object', ...schema } : { ...schema, type: 'object' }
  return properties && typed.properties === undefined ? { ...typed, properties: {} } : typed
}

function withItems(schema: JsonObject): JsonObject {
  if (schema.items !== undefined || !isArray(schema.type)) return schema
  return { ...schema, items: {} }
}

function isArray(type: Json | undefined): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'))
}
