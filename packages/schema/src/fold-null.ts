import type { Json, JsonObject } from '@interlingua/core'

/** Writes a union of one schema and null into `out` as that schema with a type that has null beside it, if nothing stands in the way. */
export function foldNull(branches: readonly JsonObject[], out: Record<string, Json>): boolean {
  const others = branches.filter(({ type }) => type !== 'null')
  const [only] = others
  if (only === undefined || others.length > 1 || others.length === branches.length || only.type === undefined) return false
  for (const [keyword, value] of Object.entries(only)) {
    if (keyword === 'description' && typeof out.description === 'string' && typeof value === 'string') {
      if (out.description !== value) out.description = `${out.description}\n\n${value}`
    } else if (!Object.hasOwn(out, keyword)) out[keyword] = value
  }
  const types = (Array.isArray(only.type) ? only.type : [only.type]).filter((type) => type !== 'null')
  out.type = [...types, 'null']
  if (Array.isArray(only.enum)) out.enum = [...only.enum.filter((value) => value !== null), null]
  return true
}
