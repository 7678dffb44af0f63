import { createExtension } from '@interlingua/core/adapter'
import type { Extensions, JsonObject } from '@interlingua/core'

export type { JsonDraft, Draft } from '@interlingua/core/adapter'
export { addKeys as addRest, keepKey as keep, unreadKeys as without } from '@interlingua/core/adapter'

/** The id of this format, under which its extension of a node is kept. */
export const format = 'messages'

export const { nestedRest } = createExtension(format)

interface Extended {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

// Written by hand for this format, since every request calls them: the functions of `createExtension` are shared by all formats of a
// process and look the format up by name, which made decoding a small request a third slower.

/** Unmodelled wire keys of this format. */
export function restOf(node: Extended): JsonObject {
  return node.extensions?.messages?.rest ?? empty
}

/** Spelling of the node in this format. */
export function hintOf(node: Extended): JsonObject {
  return node.extensions?.messages?.hint ?? empty
}

/** Extensions of a node with some hints of this format set. */
export function withHint({ extensions }: Extended, hint: JsonObject): Extensions {
  const own = extensions?.messages
  if (own === undefined) return { ...extensions, messages: { hint } }
  return { ...extensions, messages: { ...own, hint: { ...own.hint, ...hint } } }
}

/** Extensions of a node; `undefined` if there is nothing to keep. */
export function extensionOf(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { messages: { hint } }
  return hint === undefined ? { messages: { rest } } : { messages: { rest, hint } }
}
