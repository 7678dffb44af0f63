import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { findPropertyNames, renameProperties } from './rename-properties.ts'
import { isPlainToolSchema } from './is-plain-tool-schema.ts'
import { isShallow } from './is-shallow.ts'
import { changeSchemas } from './change-schemas.ts'
import { spellAnew } from './spell-anew.ts'
import { toPlainRoot, withoutAtRoot } from './to-plain-root.ts'
import type { ToolSchemaRules } from './tool-schema-rules.ts'
import { typeProperties } from './type-properties.ts'

/** The input schema of a tool as a server takes it that reads it, and does not enforce it. */
export interface LoweredToolSchema {
  readonly schema: JsonObject
  /** The type of the root was added. */
  readonly added: boolean
  /** Where the same is said in other words. */
  readonly spelled: readonly Pointer[]
  /** Where less is said than was. */
  readonly weakened: readonly Pointer[]
  /** Names of properties of the root, and what they are called now. */
  readonly names: ReadonlyMap<string, string>
}

/** Deeper schemas stay as they are, whatever they say. */
const deepest = 200

/**
 * Makes a schema legal that is not enforced: an object at the root without a union, arrays with items, names of properties that are accepted. It takes
 * what the given one takes, where that names its properties. Total, linear, the same for the same schema; a second time nothing is left to do.
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
  const spell = (path: Pointer): void => void spelled.add(path)
  let schema = given
  if (isShallow(given, deepest)) {
    schema = changeSchemas(given, at, (inner, path) => {
      const anew = spellAnew(inner)
      const listed = rules.arrayItems ? withItems(anew) : anew
      if (listed !== inner) spelled.add(path)
      return listed
    })
    if (!rules.rootUnion) schema = toPlainRoot(schema, at, weaken, spell)
    schema = withoutAtRoot(schema, rules.rootRefuses, at, weaken)
  }
  const rooted = withObjectRoot(schema, rules.rootProperties)
  const names = rules.propertyKeys === undefined ? new Map<string, string>() : findPropertyNames(rooted, rules.propertyKeys)
  let out = renameProperties(rooted, names)
  if (rules.typedProperties && isShallow(out, deepest)) out = typeProperties(out, at, spell, weaken)
  return { schema: out, added: schema.type !== 'object', spelled: [...spelled], weakened: [...weakened], names }
}

/** Arguments are an object, whatever the schema says. */
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
