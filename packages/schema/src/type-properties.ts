import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { changeSchemas } from './change-schemas.ts'

/** A value of any type, in a union whose branches have types. */
const anyValue: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
  { type: 'array', items: { type: 'string' } },
]
const definitions = '#/$defs/'
interface Target {
  readonly schema: JsonObject
  /** True if nothing of the target is left out. */
  readonly whole: boolean
  readonly size: number
}

/** Characters of targets that are written out in place of references; beyond them a reference stands alone. */
const roomForTargets = 100_000

/**
 * Fits a schema to Moonshot's further rules: a type for each schema, in the branches of a union, and references that stand alone and lead
 * to `$defs`. Keywords beside a reference are kept by writing out its target, as long as there is room.
 */
export function typeProperties(
  root: JsonObject,
  at: Pointer,
  encode: (path: Pointer) => void,
  weaken: (path: Pointer) => void,
): JsonObject {
  let room = roomForTargets
  const named = moveDefinitions(root)
  if (named !== root) encode(at)
  const moved = changeSchemas(named, at, (schema, path) => {
    const split = splitUnion(schema)
    if (split !== schema) encode(path)
    return split
  })
  const targets = new Map<string, Target | undefined>()

  // A reference in a target that is written out loses its siblings: no target is written out inside itself.
  const targetOf = (reference: string): Target | undefined => {
    if (targets.has(reference)) return targets.get(reference)
    const name = unescape(reference.slice(definitions.length))
    const found =
      reference.startsWith(definitions) && isJsonObject(moved.$defs) && Object.hasOwn(moved.$defs, name) ? moved.$defs[name] : undefined
    let whole = true
    const target =
      isJsonObject(found) && found.$ref === undefined
        ? changeSchemas(found, '', (schema) => {
            const { $ref } = schema
            if ($ref === undefined || Object.keys(schema).length === 1) return typeOne(schema)
            whole = false
            return { $ref }
          })
        : undefined
    const made = target && { schema: target, whole, size: JSON.stringify(target).length }
    targets.set(reference, made)
    return made
  }

  const alone = (schema: JsonObject, path: Pointer): JsonObject => {
    const { $ref, ...beside } = schema
    if (typeof $ref !== 'string' || Object.keys(beside).length === 0) return schema
    const target = targetOf($ref)
    if (target === undefined || (room -= target.size) < 0) {
      weaken(path)
      return { $ref }
    }
    if (target.whole) encode(path)
    else weaken(path)
    return { ...target.schema, ...beside }
  }

  return changeSchemas(moved, at, (schema, path) => {
    if (path === at) return schema
    const single = alone(schema, path)
    const typed = typeOne(single)
    if (typed !== single) encode(path)
    return typed
  })
}

function typeOne(schema: JsonObject): JsonObject {
  if (schema.$ref !== undefined || schema.type !== undefined || branchesOf(schema) !== undefined) return schema
  if (schema.allOf !== undefined || schema.not !== undefined) return schema
  const type = typeOf(schema)
  return type === undefined ? { ...schema, anyOf: anyValue } : { ...schema, type }
}

/** Turns a union into `anyOf` with types in its branches. */
function splitUnion(schema: JsonObject): JsonObject {
  const branches = branchesOf(schema)
  if (branches === undefined || (schema.type === undefined && schema.anyOf !== undefined)) return schema
  const { type, anyOf: _, oneOf: __, ...rest } = schema
  return { ...rest, anyOf: type === undefined ? branches : branches.map((branch) => withType(branch, type)) }
}

function withType(schema: Json, type: Json): Json {
  if (schema === true) return { type }
  if (!isJsonObject(schema) || schema.type !== undefined || schema.$ref !== undefined) return schema
  const branches = branchesOf(schema)
  return branches === undefined ? { ...schema, type } : { ...schema, anyOf: branches.map((branch) => withType(branch, type)) }
}

function branchesOf({ anyOf, oneOf }: JsonObject): readonly Json[] | undefined {
  const list = Array.isArray(anyOf) ? anyOf : oneOf
  return Array.isArray(list) ? (list as readonly Json[]) : undefined // a list of JSON
}

function typeOf(schema: JsonObject): string | undefined {
  const values = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : schema.const === undefined ? [] : [schema.const] // a list of JSON
  const types = new Set(values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)))
  const [only] = types
  if (types.size === 1) return only
  if (schema.properties !== undefined || schema.additionalProperties !== undefined || schema.required !== undefined) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  if (schema.pattern !== undefined || schema.minLength !== undefined || schema.maxLength !== undefined || schema.format !== undefined)
    return 'string'
  if (schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf !== undefined) return 'number'
  return undefined
}

/** `definitions` is an older name of `$defs`. */
function moveDefinitions(root: JsonObject): JsonObject {
  const { definitions: older, ...rest } = root
  if (!isJsonObject(older)) return root
  const moved: JsonObject = { ...rest, $defs: { ...older, ...(isJsonObject(root.$defs) ? root.$defs : {}) } }
  return changeSchemas(moved, '', (schema) =>
    typeof schema.$ref === 'string' && schema.$ref.startsWith('#/definitions/')
      ? { ...schema, $ref: definitions + schema.$ref.slice('#/definitions/'.length) }
      : schema,
  )
}

function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
