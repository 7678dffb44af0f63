import type { Extensions, Format, Json, JsonObject } from '@interlingua/core'

interface Extended {
  readonly extensions?: Extensions
}

const nothing: JsonObject = {}

/** Extension of `format` for a node that was read from `wire`: the keys that are not in `read`, and the spelling of the others. */
export function extensionOf(
  format: Format,
  wire: JsonObject,
  read: ReadonlySet<string>,
  hint: JsonObject = nothing,
): { readonly extensions: Extensions } {
  const entries = Object.entries(wire).filter(([key, value]) => !read.has(key) && value !== undefined)
  return { extensions: { [format]: { hint, ...(entries.length > 0 && { rest: Object.fromEntries(entries) }) } } }
}

/** True if the node was read from this format, so that fields it lacks were absent there. */
export function isOwn(node: Extended, format: Format): boolean {
  return node.extensions?.[format] !== undefined
}

/** Adds the keys that `format` kept of the node to `wire`. */
export function withRest(wire: Readonly<Record<string, Json>>, node: Extended, format: Format): JsonObject {
  return { ...node.extensions?.[format]?.rest, ...wire }
}

export function hintOf(node: Extended, format: Format): JsonObject {
  return node.extensions?.[format]?.hint ?? nothing
}
