import { hasKeys, mergeRest, putOwn, type Extensions, type Format, type Json, type JsonObject } from '@interlingua/core'

/** An object under construction: written by the one function that made it, readonly for everyone after. */
export type Bag = Record<string, Json>

interface Boxed {
  readonly extensions?: Extensions
}

const nothing: JsonObject = {}

/** Puts what `format` keeps of its own on `node`: keys that were not read, and how the others were spelled. Nothing, where there is none. */
export function putBox(
  node: { extensions?: Extensions },
  format: Format,
  rest: JsonObject | undefined,
  hint: JsonObject | undefined,
): void {
  const kept = rest !== undefined && hasKeys(rest)
  const spelled = hint !== undefined && hasKeys(hint)
  if (kept || spelled) node.extensions = { [format]: { ...(kept && { rest }), ...(spelled && { hint }) } }
}

export function hintOf(node: Boxed, format: Format): JsonObject {
  return node.extensions?.[format]?.hint ?? nothing
}

/** Only `format`'s own box: what another format kept was reported, and does not go on. */
export function ownBox(node: Boxed, format: Format): Extensions | undefined {
  const box = node.extensions?.[format]
  return box && { [format]: box }
}

/** The keys of `wire` that were not read; a key whose value is null says nothing and comes back as it was. */
export function without(wire: JsonObject, read: ReadonlySet<string>): Bag | undefined {
  let rest: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value !== undefined && (value === null || !read.has(key))) putOwn((rest ??= {}), key, value)
  }
  return rest
}

/** `wire` with what `format` kept of its own behind it; objects that both have are merged. */
export function addRest(wire: Bag, node: Boxed, format: Format): Bag {
  const rest = node.extensions?.[format]?.rest
  if (rest !== undefined) mergeRest(wire, rest)
  return wire
}
