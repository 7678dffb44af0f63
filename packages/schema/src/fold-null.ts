import type { Json, JsonObject } from '@interlingua/core'

/**
 * Makes null a mark instead of a branch: null comes last and once, and a union of one schema and null is written into `out` as that schema
 * with null beside its type. Returns true if anything changed.
 */
export function foldNull(branches: readonly JsonObject[], out: Record<string, Json>): boolean {
  const others = branches.filter((branch) => !isNull(branch))
  if (others.length === branches.length) return false
  const [only] = others
  if (others.length === 1 && typeof only?.type !== 'undefined') {
    delete out.anyOf
    mergeInto(out, only, only.type)
    return true
  }
  if (only === undefined) {
    delete out.anyOf
    out.type = 'null'
    return true
  }
  out.anyOf = [...others, { type: 'null' }]
  return !isNull(branches.at(-1)) || branches.length > others.length + 1
}

function mergeInto(out: Record<string, Json>, only: JsonObject, type: Json): void {
  for (const [keyword, value] of Object.entries(only)) {
    if (keyword === 'description' && typeof out.description === 'string' && typeof value === 'string') {
      if (out.description !== value) out.description = `${out.description}\n\n${value}`
    } else if (!Object.hasOwn(out, keyword)) out[keyword] = value
  }
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  if (types.length === 0) return
  out.type = [...types, 'null']
  if (Array.isArray(only.enum)) out.enum = [...only.enum.filter((value) => value !== null), null]
}

function isNull(branch: JsonObject | undefined): boolean {
  return branch?.type === 'null' && Object.keys(branch).length === 1
}
