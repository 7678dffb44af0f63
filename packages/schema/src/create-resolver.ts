import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { childSchemas } from './child-schemas.ts'
import type { Located, LocatedObject } from './located.ts'

/** Resolves local references, and tells whether they lead back to themselves. */
export interface Resolver {
  resolve(reference: string): Located | undefined
  isRecursive(target: Located): boolean
  /** True if `target`, or a target of its references, holds `path`. */
  leadsTo(target: Located, path: Pointer): boolean
}

export function createResolver(root: JsonObject, at: Pointer): Resolver {
  let anchors: Map<string, Located> | undefined
  const edges = new Map<Pointer, readonly Located[]>()
  const recursive = new Map<Pointer, boolean>()

  function resolve(reference: string): Located | undefined {
    const local =
      typeof root.$id === 'string' && root.$id !== '' && reference.startsWith(root.$id) ? reference.slice(root.$id.length) : reference
    if (local === '' || local === '#') return { schema: root, path: at }
    if (local.startsWith('#/')) return follow(local.slice(2))
    if (!local.startsWith('#')) return undefined
    anchors ??= collectAnchors(root, at)
    return anchors.get(local.slice(1))
  }

  function follow(fragment: string): Located | undefined {
    let schema: Json = root
    let path = at
    for (const escaped of fragment.split('/')) {
      const segment = unescapeSegment(escaped)
      if (segment === undefined || typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, segment)) return undefined
      schema = (schema as JsonObject)[segment] as Json // an own property of an object or an array, both checked above
      path = pointer(path, segment)
    }
    return isJsonObject(schema) || typeof schema === 'boolean' ? { schema, path } : undefined
  }

  function targetsOf(start: Located): readonly Located[] {
    const known = edges.get(start.path)
    if (known !== undefined) return known
    const targets: Located[] = []
    for (const { schema } of schemasBelow(start, false)) {
      const target = typeof schema.$ref === 'string' ? resolve(schema.$ref) : undefined
      if (target !== undefined) targets.push(target)
    }
    edges.set(start.path, targets)
    return targets
  }

  function isRecursive(target: Located): boolean {
    const known = recursive.get(target.path)
    if (known !== undefined) return known
    const seen = new Set<Pointer>()
    const open = [...targetsOf(target)]
    let found = false
    for (let next = open.pop(); next !== undefined && !found; next = open.pop()) {
      // A reference to a schema around the target leads back to the target as well.
      if (next.path === target.path || target.path.startsWith(`${next.path}/`)) found = true
      if (seen.has(next.path)) continue
      seen.add(next.path)
      open.push(...targetsOf(next))
    }
    recursive.set(target.path, found)
    return found
  }

  function leadsTo(target: Located, path: Pointer): boolean {
    const seen = new Set<Pointer>()
    const open = [target]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (path === next.path || path.startsWith(`${next.path}/`)) return true
      if (seen.has(next.path)) continue
      seen.add(next.path)
      open.push(...targetsOf(next))
    }
    return false
  }

  return { resolve, isRecursive, leadsTo }
}

function* schemasBelow(start: Located, definitions: boolean): Generator<LocatedObject> {
  const open: Located[] = [start]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path } = next
    if (!isJsonObject(schema)) continue
    yield { schema, path }
    open.push(...childSchemas({ schema, path }, definitions))
  }
}

function collectAnchors(root: JsonObject, at: Pointer): Map<string, Located> {
  const anchors = new Map<string, Located>()
  for (const located of schemasBelow({ schema: root, path: at }, true)) {
    const { $anchor, $id } = located.schema
    if (typeof $anchor === 'string') anchors.set($anchor, located)
    if (typeof $id === 'string' && $id.startsWith('#')) anchors.set($id.slice(1), located)
  }
  return anchors
}

function unescapeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return undefined
  }
}
