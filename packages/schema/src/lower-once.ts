import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { createResolver } from './create-resolver.ts'
import { dialectRules } from './dialect-rules.ts'
import { lowerNode } from './lower-node.ts'
import type { LoweredSchema } from './lowered-schema.ts'
import type { Located } from './located.ts'
import type { Lowering, Place } from './lowering.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import { toObjectRoot } from './to-object-root.ts'
import type { Weakened } from './weakened.ts'

/** Depth beyond which "any value" is written: no API takes more, and hostile depth must not overflow the stack. */
const deepest = 64
/** Number of schemas beyond which "any value" is written. */
const most = 20_000
const containers = ['$defs', 'definitions'] as const
const severity = { rewritten: 0, described: 1, dropped: 2 } as const

/** Lowers a whole schema once, writing a reference out inside itself at most `unroll` times. */
export function lowerOnce(
  root: JsonObject,
  dialect: SchemaDialect,
  at: Pointer,
  unroll: number,
): LoweredSchema & { readonly written: number } {
  const weakened = new Map<string, Weakened>()
  const rules = dialectRules[dialect]
  const resolver = createResolver(root, at)
  /** Targets of references outside definitions, with the names that they get. */
  const hoisted = new Map<Pointer, { readonly name: string; readonly schema: Json }>()
  let written = 0

  const lowering: Lowering = {
    ...resolver,
    rules,
    unroll,
    cycles: false,
    report(path, keyword, fate) {
      const key = `${keyword} ${path}`
      const known = weakened.get(key)
      if (known === undefined || severity[known.fate] < severity[fate]) weakened.set(key, { keyword, path, fate })
    },
    refer(from, target) {
      const local = target.path.slice(at.length)
      if (local === '' || isDefinition(local)) return `#${local.replaceAll('%', '%25')}`
      lowering.report(from, '$ref', 'rewritten')
      const known = hoisted.get(target.path)
      const name = known?.name ?? freeName(local)
      if (known === undefined) hoisted.set(target.path, { name, schema: target.schema })
      return `#${pointer('', '$defs', name).replaceAll('%', '%25')}`
    },
    lower(conjuncts, place) {
      written += 1
      if (place.depth <= deepest && place.level <= rules.maxLevels && written <= most) return lowerNode(lowering, conjuncts, place)
      for (const { path } of conjuncts) lowering.report(path, 'true', 'dropped')
      return rules.any()
    },
  }

  function isDefinition(local: string): boolean {
    const [, container, ...rest] = local.split('/')
    return rules.references.some((each) => each === container) && rest.length === 1
  }

  function freeName(local: string): string {
    const base = (local.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '_') || 'schema'
    const taken = new Set([...Object.keys(isJsonObject(root.$defs) ? root.$defs : {}), ...[...hoisted.values()].map(({ name }) => name)])
    let name = base
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`
    return name
  }

  const start: Place = { root: true, depth: 0, level: 0, expanded: rules.recursion === 'nowhere' ? [at] : [], optional: false, cut: false }
  const below: Place = { ...start, root: false, depth: 1, expanded: [] }
  const lowered = lowerWhole(lowering, { schema: root, path: at }, start)
  if (lowered === undefined) lowering.report(at, 'false', 'rewritten')
  const out: Record<string, Json> = {
    ...(lowered ?? (rules.closed ? { type: 'object', properties: {}, additionalProperties: false } : rules.any())),
  }

  const definitions = new Map<string, Map<string, Json>>()
  for (const container of containers) {
    const map = root[container]
    if (map === undefined) continue
    if (!isJsonObject(map)) {
      lowering.report(at, container, 'dropped')
      continue
    }
    if (!rules.references.includes(container)) {
      lowering.report(at, container, 'rewritten') // written out where they are used, or moved
      continue
    }
    const lower = new Map<string, Json>()
    for (const [name, schema] of Object.entries(map)) {
      const located = { schema, path: pointer(at, container, name) }
      if (rules.recursion === 'nowhere' && lowering.isRecursive(located)) lowering.report(located.path, container, 'rewritten') // written out where it is used
      else lower.set(name, define(lowering, located, below))
    }
    definitions.set(container, lower)
  }
  // A definition may refer to further places, which join the map during the walk.
  for (const [path, { name, schema }] of hoisted) {
    const map = definitions.get('$defs') ?? new Map<string, Json>()
    definitions.set('$defs', map.set(name, define(lowering, { schema, path }, below)))
  }
  for (const [container, map] of definitions) {
    if (map.size > 0 || (isJsonObject(root[container]) && Object.keys(root[container]).length === 0))
      out[container] = Object.fromEntries(map)
  }
  if (rules.objectRoot) toObjectRoot(lowering, out, at)
  return { schema: out, weakened: [...weakened.values()], written }
}

function define(lowering: Lowering, located: { readonly schema: Json; readonly path: Pointer }, place: Place): JsonObject {
  const lowered = lowerWhole(lowering, located, place)
  if (lowered !== undefined) return lowered
  lowering.report(located.path, 'false', 'rewritten')
  return lowering.rules.any()
}

/** Lowers again with cycles cut, if one does not pass through an optional property. */
function lowerWhole(lowering: Lowering, located: Located, place: Place): JsonObject | undefined {
  lowering.cycles = false
  const lowered = lowering.lower([located], place)
  return lowering.cycles ? lowering.lower([located], { ...place, cut: true }) : lowered
}
