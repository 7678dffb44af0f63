import { createExtension, mergeRest } from '@interlingua/core'
import type { Bag, Context, Extensions, JsonObject } from '@interlingua/core'

export type { Bag, Draft } from '@interlingua/core'
export { hasKeys, keepKey as keep, unreadKeys as without } from '@interlingua/core'

/** The id of this format, under which its extension of a node is kept. */
export const format = 'responses'

export const { nestedRest, withHint, withoutHint } = createExtension(format)

interface Extended {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

// Spelled out for this format, since every request asks them: the functions of `createExtension` are shared by all formats of a process and look
// the format up by name, which made decoding a small request a third slower.

/** Our unmodelled wire keys of a node. */
export function restOf(node: Extended): JsonObject {
  return node.extensions?.responses?.rest ?? empty
}

/** How our wire spelled a node. */
export function hintOf(node: Extended): JsonObject {
  return node.extensions?.responses?.hint ?? empty
}

/** The extensions of a node, or `undefined` where there is nothing to keep. */
export function box(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { responses: { hint } }
  return hint === undefined ? { responses: { rest } } : { responses: { rest, hint } }
}

/** Whose seals these are where the dialect names no other vendor. */
export const ownVendor = 'openai'

/** Whose seals are bare in this context. */
export function vendorOf({ dialect }: Context): string {
  return typeof dialect.vendor === 'string' ? dialect.vendor : ownVendor
}

/** Every key of `rest` that `wire` does not have, put after the modelled ones; nested objects are merged in the same way. */
export function addRest(wire: Bag, rest: JsonObject): Bag {
  mergeRest(wire, rest)
  return wire
}
