import { isJsonObject, mergeRest } from '@interlingua/core'
import type { Context, Extensions, Json, JsonObject } from '@interlingua/core'

export { hasKeys } from '@interlingua/core'

/** The id of this format, under which its box is kept. */
export const format = 'responses'

/** Whose seals these are where the dialect names no other vendor. */
export const ownVendor = 'openai'

/** Whose seals are bare in this context. */
export function vendorOf({ dialect }: Context): string {
  return typeof dialect.vendor === 'string' ? dialect.vendor : ownVendor
}

/** An object under construction: written by the one function that made it, readonly for everyone after. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
export type Bag = Record<string, Json>

/** `bag` with `key` as own data; `__proto__` too, which plain assignment would swallow. */
export function keep(bag: Bag | undefined, key: string, value: Json): Bag {
  const kept = bag ?? {}
  if (key === '__proto__') Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true })
  else kept[key] = value
  return kept
}

/** The box of a node, or `undefined` where there is nothing to keep. */
export function box(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { responses: { hint } }
  return hint === undefined ? { responses: { rest } } : { responses: { rest, hint } }
}

interface Boxed {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

/** Our unmodelled wire keys of a node. */
export function restOf(node: Boxed): JsonObject {
  return node.extensions?.responses?.rest ?? empty
}

/** How our wire spelled a node. */
export function hintOf(node: Boxed): JsonObject {
  return node.extensions?.responses?.hint ?? empty
}

/** The unmodelled keys of a wire object nested in a node (`rest.text`). */
export function nestedRest(node: Boxed, key: string): JsonObject {
  const value = node.extensions?.responses?.rest?.[key]
  return isJsonObject(value) ? value : empty
}

/** The extensions of a node with some of our hints set. */
export function withHint(node: Boxed, hint: JsonObject): Extensions {
  const old = node.extensions?.responses
  return { ...node.extensions, responses: { ...old, hint: { ...old?.hint, ...hint } } }
}

/** The extensions of a node without one of our hints. */
export function withoutHint(node: Boxed, key: string): Extensions {
  const old = node.extensions?.responses
  const { [key]: _, ...hint } = old?.hint ?? {}
  return { ...node.extensions, responses: { ...old, hint } }
}

/** Every key of `rest` that `wire` does not have, put after the modelled ones; nested objects are merged in the same way. */
export function addRest(wire: Bag, rest: JsonObject): Bag {
  mergeRest(wire, rest)
  return wire
}

/** The keys of a wire object beside those that were read; `undefined` where none is left. */
export function without(wire: JsonObject, read: ReadonlySet<string>): Bag | undefined {
  let rest: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (!read.has(key) && value !== undefined) rest = keep(rest, key, value)
  }
  return rest
}
