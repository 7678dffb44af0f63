import type { Extensions, Format, Json, JsonObject } from '@interlingua/core'

interface Boxed {
  readonly extensions?: Extensions
}

const nothing: JsonObject = {}

/** The box of `format` for a node that was read from `wire`: the keys that are not in `read`, and how the others were spelled. */
export function boxOf(
  format: Format,
  wire: JsonObject,
  read: ReadonlySet<string>,
  hint: JsonObject = nothing,
): { readonly extensions: Extensions } {
  const entries = Object.entries(wire).filter(([key, value]) => !read.has(key) && value !== undefined)
  return { extensions: { [format]: { hint, ...(entries.length > 0 && { rest: Object.fromEntries(entries) }) } } }
}

/** Whether the node was read from this format: what it leaves out, it left out then. */
export function isOwn(node: Boxed, format: Format): boolean {
  return node.extensions?.[format] !== undefined
}

/** `wire` with the keys that `format` kept of its own. */
export function withRest(wire: Readonly<Record<string, Json>>, node: Boxed, format: Format): JsonObject {
  return { ...node.extensions?.[format]?.rest, ...wire }
}

export function hintOf(node: Boxed, format: Format): JsonObject {
  return node.extensions?.[format]?.hint ?? nothing
}
