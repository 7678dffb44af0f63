import type { Extensions, Format, Json, JsonObject } from '@interlingua/core'
import { hasKeys, mergeRest, putOwn } from '@interlingua/core/adapter'

/** An object under construction: written by the one function that made it, readonly for everyone after. */
export type JsonDraft = Record<string, Json>

interface Extended {
  readonly extensions?: Extensions
}

const nothing: JsonObject = {}

/** Gives `node` the extension of `format`: unread keys, and the spelling of the others; none if both are empty. */
export function putExtension(
  node: { extensions?: Extensions },
  format: Format,
  rest: JsonObject | undefined,
  hint: JsonObject | undefined,
): void {
  const kept = rest !== undefined && hasKeys(rest)
  const spelled = hint !== undefined && hasKeys(hint)
  if (kept || spelled) node.extensions = { [format]: { ...(kept && { rest }), ...(spelled && { hint }) } }
}

export function hintOf(node: Extended, format: Format): JsonObject {
  return node.extensions?.[format]?.hint ?? nothing
}

/** Extensions of `format` only: those of other formats were reported, and are not passed on. */
export function ownExtension(node: Extended, format: Format): Extensions | undefined {
  const extension = node.extensions?.[format]
  return extension && { [format]: extension }
}

/** Keys of `wire` that were not read; keys with the value null count as unread. */
export function without(wire: JsonObject, read: ReadonlySet<string>): JsonDraft | undefined {
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value !== undefined && (value === null || !read.has(key))) putOwn((rest ??= {}), key, value)
  }
  return rest
}

/** Adds the keys that `format` kept of the node behind those of `wire`; objects in both are merged. */
export function addRest(wire: JsonDraft, node: Extended, format: Format): JsonDraft {
  const rest = node.extensions?.[format]?.rest
  if (rest !== undefined) mergeRest(wire, rest)
  return wire
}
