import { createExtension } from '@interlingua/core'
import type { Extensions, JsonObject } from '@interlingua/core'

export type { Bag, Draft } from '@interlingua/core'
export { addKeys as addRest, keepKey as keep, unreadKeys as without } from '@interlingua/core'

/** The id of this format, under which its extension of a node is kept. */
export const format = 'messages'

export const { nestedRest, withHint } = createExtension(format)

interface Extended {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

// Spelled out for this format, since every request asks them: the functions of `createExtension` are shared by all formats of a process and look
// the format up by name, which made decoding a small request a third slower.

/** Our unmodelled wire keys of a node. */
export function restOf(node: Extended): JsonObject {
  return node.extensions?.messages?.rest ?? empty
}

/** How our wire spelled a node. */
export function hintOf(node: Extended): JsonObject {
  return node.extensions?.messages?.hint ?? empty
}

/** The extensions of a node, or `undefined` where there is nothing to keep. */
export function box(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { messages: { hint } }
  return hint === undefined ? { messages: { rest } } : { messages: { rest, hint } }
}
