import { pointer } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'

export interface Leaf {
  readonly keys: readonly (string | number)[]
  readonly path: Pointer
  readonly value: string | number | boolean
}

/** Every string, number and boolean of a document. Null, `[]` and `{}` mean nothing, and are no leaves. */
export function jsonLeaves(document: Json): readonly Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: Json, keys: readonly (string | number)[], path: Pointer): void => {
    if (value === null) return
    if (typeof value !== 'object') leaves.push({ keys, path, value })
    else if (isList(value)) value.forEach((item, i) => walk(item, [...keys, i], pointer(path, i)))
    else for (const [key, item] of Object.entries(value)) walk(item, [...keys, key], pointer(path, key))
  }
  walk(document, [], '')
  return leaves
}

/** At most `most` leaves, chosen so that each shape of path (indexes aside) occurs at least once and at most `perShape` times. */
export function sampleLeaves(leaves: readonly Leaf[], most: number, perShape = 3): readonly Leaf[] {
  const seen = new Map<string, number>()
  const chosen = leaves.filter(({ keys }) => {
    const shape = keys.map((key) => (typeof key === 'number' ? '*' : key)).join('/')
    const count = seen.get(shape) ?? 0
    seen.set(shape, count + 1)
    return count < perShape
  })
  if (chosen.length <= most) return chosen
  const step = chosen.length / most
  return Array.from({ length: most }, (_, i) => chosen[Math.floor(i * step)]).filter((leaf) => leaf !== undefined)
}

/** Document without one leaf, or with another value in its place; everything off the path is shared. */
export function withLeaf(document: Json, keys: readonly (string | number)[], value: Json | undefined): Json {
  const [key, ...rest] = keys
  if (key === undefined || document === null || typeof document !== 'object') return value ?? null
  if (isList(document)) {
    const copy = document.slice()
    if (rest.length === 0 && value === undefined) copy.splice(Number(key), 1)
    else copy[Number(key)] = withLeaf(document[Number(key)] ?? null, rest, value)
    return copy
  }
  const entries = Object.entries(document).flatMap(([name, inner]): [string, Json][] => {
    if (name !== key) return [[name, inner]]
    if (rest.length === 0) return value === undefined ? [] : [[name, value]]
    return [[name, withLeaf(inner, rest, value)]]
  })
  return Object.fromEntries(entries) // defines own keys, `__proto__` too
}

/** Array.isArray does not narrow readonly arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
