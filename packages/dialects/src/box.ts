import type { Extensions, Format, Json, JsonObject } from '@interlingua/core'
import { isJsonObject, mergeRest, putOwn } from '@interlingua/core'

interface Boxed {
  readonly extensions?: Extensions
}

type WireDraft = Record<string, Json>

/**
 * The box of `format` for a node that was read from `wire`: the keys that are not in `read`, and how the others were spelled. A value that
 * says nothing (null, '', [], {}) is kept in the hint `blank`: it comes back here, and is no loss anywhere else. Null is never read.
 */
export function boxOf(format: Format, wire: JsonObject, read: ReadonlySet<string>, hint?: JsonObject): Boxed {
  let rest: WireDraft | undefined
  let blank: WireDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (value !== null && read.has(key))) continue
    if (isBlank(value)) putOwn((blank ??= {}), key, value)
    else putOwn((rest ??= {}), key, value)
  }
  const hints = blank === undefined ? hint : { ...hint, blank }
  if (rest === undefined && (hints === undefined || isBlank(hints))) return {}
  return { extensions: { [format]: { ...(hints !== undefined && { hint: hints }), ...(rest !== undefined && { rest }) } } }
}

/** `wire`, with what the node's box of `format` holds beside it. The modelled keys win; objects are joined. */
export function withRest(wire: WireDraft, node: Boxed, format: Format): JsonObject {
  const own = node.extensions?.[format]
  if (own?.rest !== undefined) mergeRest(wire, own.rest)
  const blank = own?.hint?.['blank']
  if (isJsonObject(blank)) mergeRest(wire, blank)
  return wire
}

/** The hint of that name, if the node was read from `format`. */
export function hintOf(node: Boxed, format: Format, name: string): Json | undefined {
  return node.extensions?.[format]?.hint?.[name]
}

function isBlank(value: Json): boolean {
  if (value === null || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
