import { createExtension, mergeRest } from '@interlingua/core/adapter'
import type { Context, Extensions, JsonObject } from '@interlingua/core'
import type { JsonDraft } from '@interlingua/core/adapter'

export type { JsonDraft, Draft } from '@interlingua/core/adapter'
export { hasKeys, keepKey as keep, unreadKeys as without } from '@interlingua/core/adapter'

/** Id of this format, under which its extension of a node is kept. */
export const format = 'responses'

export const { nestedRest, withoutHint } = createExtension(format)

interface Extended {
  readonly extensions?: Extensions
}

const empty: JsonObject = {}

// Written by hand for this format, since every request calls them: the functions of `createExtension` are shared by all formats of a
// process and look the format up by name, which made decoding a small request a third slower.

/** Unmodelled wire keys of this format. */
export function restOf(node: Extended): JsonObject {
  return node.extensions?.responses?.rest ?? empty
}

/** Spelling of the node in this format. */
export function hintOf(node: Extended): JsonObject {
  return node.extensions?.responses?.hint ?? empty
}

/** Extensions of a node with some hints of this format set. */
export function withHint({ extensions }: Extended, hint: JsonObject): Extensions {
  const own = extensions?.responses
  if (own === undefined) return { ...extensions, responses: { hint } }
  return { ...extensions, responses: { ...own, hint: { ...own.hint, ...hint } } }
}

/** Extensions of a node; `undefined` if there is nothing to keep. */
export function extensionOf(rest: JsonObject | undefined, hint?: JsonObject): Extensions | undefined {
  if (rest === undefined) return hint === undefined ? undefined : { responses: { hint } }
  return hint === undefined ? { responses: { rest } } : { responses: { rest, hint } }
}

/** Vendor of seals if the dialect names no other. */
export const ownVendor = 'openai'

/** Vendor whose seals are bare in this context. */
export function vendorOf({ dialect }: Context): string {
  return typeof dialect.vendor === 'string' ? dialect.vendor : ownVendor
}

/** Adds every key of `rest` that `wire` lacks, after the modelled ones; nested objects are merged in the same way. */
export function addRest(wire: JsonDraft, rest: JsonObject): JsonDraft {
  mergeRest(wire, rest)
  return wire
}
