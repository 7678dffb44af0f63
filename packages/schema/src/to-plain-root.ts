import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { createResolver } from './create-resolver.ts'
import { describeLost } from './describe-lost.ts'
import { describeUnion } from './describe-union.ts'
import { changeSchemas } from './change-schemas.ts'
import { readRootObject } from './read-root-object.ts'

const unions = ['allOf', 'anyOf', 'oneOf'] as const

/**
 * Makes one object at the root of a union, an intersection or a reference: it has the properties of all branches, and requires those that
 * every branch requires. It takes more values than the union did; the combinations go to the description.
 */
export function toPlainRoot(root: JsonObject, at: Pointer, weaken: (path: Pointer) => void, encode: (path: Pointer) => void): JsonObject {
  const named = unions.filter((keyword) => root[keyword] !== undefined)
  if (named.length === 0 && typeof root.$ref !== 'string') return root
  const { resolve: find } = createResolver(root, at)
  const resolve = (reference: string): Json | undefined => find(reference)?.schema
  const read = readRootObject(root, resolve)
  const { allOf: _, anyOf, oneOf, $ref, properties, required, additionalProperties, ...rest } = root
  const out: Record<string, Json> = { ...rest, type: 'object' }
  if (read === undefined) {
    // No object satisfies the schema, so it becomes an object as near to the original as possible.
    weaken(at)
    return { ...out, ...(properties !== undefined && { properties }), ...(required !== undefined && { required }) }
  }
  const target = typeof $ref === 'string' ? resolve($ref) : undefined
  // A reference that leads nowhere is lost.
  if ($ref !== undefined) (target === undefined ? weaken : encode)(pointer(at, '$ref'))
  if (isJsonObject(target))
    for (const key of ['title', 'description']) if (out[key] === undefined && target[key] !== undefined) out[key] = target[key]
  out.properties = Object.fromEntries(read.properties)
  if (read.required.size > 0) out.required = [...read.required]
  if (read.closed) out.additionalProperties = false
  else if (additionalProperties !== undefined && additionalProperties !== false) out.additionalProperties = additionalProperties
  const texts: string[] = []
  if (typeof out.description === 'string' && out.description !== '') texts.push(out.description)
  for (const keyword of named) {
    weaken(pointer(at, keyword))
    const list = root[keyword]
    const said = keyword !== 'allOf' && Array.isArray(list) ? describeUnion(keyword, list as readonly Json[], resolve) : undefined // a list of JSON
    if (said !== undefined) texts.push(said)
  }
  if (texts.length > 0) out.description = texts.join('\n\n')
  return keepTargets(root, out)
}

/** References may lead into a branch that is no longer at the root; the branch then moves to the definitions. */
function keepTargets(root: JsonObject, out: Record<string, Json>): JsonObject {
  const moved = new Map<string, Json>()
  const made = changeSchemas(out, '', (schema) => {
    const { $ref } = schema
    const found = typeof $ref === 'string' ? /^#\/(allOf|anyOf|oneOf)\/(\d+)(.*)$/.exec($ref) : null
    const [, keyword = '', index = '', more = ''] = found ?? []
    const list = root[keyword]
    if (found === null || !Array.isArray(list)) return schema
    const name = `${keyword}_${index}`
    moved.set(name, (list[Number(index)] as Json | undefined) ?? {}) // a list of JSON
    return { ...schema, $ref: `#/$defs/${name}${more}` }
  })
  if (moved.size === 0) return made
  return { ...made, $defs: { ...(isJsonObject(made.$defs) ? made.$defs : {}), ...Object.fromEntries(moved) } }
}

/** States keywords that are refused at the root in the description. */
export function withoutAtRoot(root: JsonObject, keywords: readonly string[], at: Pointer, weaken: (path: Pointer) => void): JsonObject {
  const refused = keywords.filter((keyword) => root[keyword] !== undefined)
  if (refused.length === 0) return root
  const out: Record<string, Json> = { ...root }
  const lost = refused.map((keyword) => {
    weaken(pointer(at, keyword))
    delete out[keyword]
    return { keyword, value: root[keyword] ?? null }
  })
  const description = describeLost(typeof root.description === 'string' ? root.description : undefined, lost)
  if (description !== undefined) out.description = description
  return out
}
