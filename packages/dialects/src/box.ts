import type { Extensions, Format, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'

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
    if (isBlank(value)) put((blank ??= {}), key, value)
    else put((rest ??= {}), key, value)
  }
  const hints = blank === undefined ? hint : { ...hint, blank }
  if (rest === undefined && (hints === undefined || isBlank(hints))) return {}
  return { extensions: { [format]: { ...(hints !== undefined && { hint: hints }), ...(rest !== undefined && { rest }) } } }
}

/** `wire`, with what the node's box of `format` holds beside it. The modelled keys win; objects are joined. */
export function withRest(wire: WireDraft, node: Boxed, format: Format): JsonObject {
  const own = node.extensions?.[format]
  if (own?.rest !== undefined) mergeInto(wire, own.rest)
  const blank = own?.hint?.['blank']
  if (isJsonObject(blank)) mergeInto(wire, blank)
  return wire
}

/** The hint of that name, if the node was read from `format`. */
export function hintOf(node: Boxed, format: Format, name: string): Json | undefined {
  return node.extensions?.[format]?.hint?.[name]
}

function mergeInto(target: WireDraft, source: JsonObject): void {
  for (const key in source) {
    const value = source[key]
    if (value === undefined) continue
    const old = Object.hasOwn(target, key) ? target[key] : undefined
    if (old === undefined) put(target, key, value)
    else if (isJsonObject(old) && isJsonObject(value)) {
      const merged: WireDraft = { ...old }
      mergeInto(merged, value)
      put(target, key, merged)
    }
  }
}

/** Copies `key` as own data: `__proto__` is a key like any other. */
function put(target: WireDraft, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

function isBlank(value: Json): boolean {
  if (value === null || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
