import { createExtension } from '@interlingua/core/adapter'
import type { Extensions, JsonObject } from '@interlingua/core'

export type { JsonDraft, Draft } from '@interlingua/core/adapter'
export { addKeys as addRest, keepKey as keep, unreadKeys as without } from '@interlingua/core/adapter'

/** Id of this format, under which its extension of a node is kept. */
export const format = 'contents'

export const { nestedRest, withHint } = createExtension(format)

interface Extended {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

// Written by hand for this format, since every request calls them: the functions of `createExtension` are shared by all formats of a
// process and look the format up by name, which made decoding a small request a third slower.

/** Unmodelled wire keys of this format. */
export function restOf(node: Extended): JsonObject {
  return node.extensions?.contents?.rest ?? empty
}

/** Spelling of the node in this format. */
export function hintOf(node: Extended): JsonObject {
  return node.extensions?.contents?.hint ?? empty
}

/** Extensions of a node; `undefined` if there is nothing to keep. */
export function extensionOf(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { contents: { hint } }
  return hint === undefined ? { contents: { rest } } : { contents: { rest, hint } }
}

/** Vendor of seals, if the dialect names no other. */
export const vendor = 'google'
