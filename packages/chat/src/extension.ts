import type { Bag as WireDraft, Draft, Extensions, Json, JsonObject, Node } from '@interlingua/core'
import { createExtension, isBlank, putOwn } from '@interlingua/core'

/** The id of this format. */
export const format = 'chat'

export type { Bag as WireDraft, Draft } from '@interlingua/core'
export { isBlank } from '@interlingua/core'

/** `printBox`: prints the node's own leftovers behind the modelled keys, which win. */
export const { extensionsOf: extensionsWith, restore: printBox } = createExtension(format)

/**
 * The box of one node while it is being decoded. `rest` is data that the model has no field for; a value that says nothing
 * (null, '', [], {}) is kept in the hint `blank`, so that it comes back here and is no loss anywhere else.
 */
export interface Box {
  rest: WireDraft | undefined
  blank: WireDraft | undefined
  hint: WireDraft | undefined
}

export function newBox(): Box {
  return { rest: undefined, blank: undefined, hint: undefined }
}

/** True where all leaves are empty or 0: some servers print every field of a type. */
export function isHollow(value: Json | undefined): boolean {
  if (value === undefined || value === 0 || value === '' || value === null) return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isHollow)
}

/** Keeps one wire value that has no canonical field, or no canonical meaning. */
export function keep(box: Box, key: string, value: Json | undefined): void {
  if (value === undefined) return
  if (isBlank(value)) putOwn((box.blank ??= {}), key, value)
  else putOwn((box.rest ??= {}), key, value)
}

/** Keeps a value whose loss is none, whatever it is (a default, an index, a copy of what stands elsewhere). */
export function keepBlank(box: Box, key: string, value: Json | undefined): void {
  if (value !== undefined) putOwn((box.blank ??= {}), key, value)
}

export function keepUnknown(box: Box, wire: JsonObject, known: ReadonlySet<string>): void {
  for (const key in wire) if (!known.has(key)) keep(box, key, wire[key])
}

export function note(box: Box, name: string, value: Json): void {
  ;(box.hint ??= {})[name] = value
}

/** Puts what an inner wire object left over under its key in the outer box: nested as on the wire. */
export function nest(box: Box, key: string, inner: Box): void {
  if (inner.rest) putOwn((box.rest ??= {}), key, inner.rest)
  if (inner.blank) putOwn((box.blank ??= {}), key, inner.blank)
}

/** The finished box, or `undefined` where nothing is in it. */
export function extensionsOf(box: Box): Extensions | undefined {
  if (box.blank) note(box, 'blank', box.blank)
  return extensionsWith(box.rest, box.hint)
}

/** Gives `node` the box, where something is in it. */
export function withBox<T extends Node>(node: Draft<T>, box: Box): T {
  const extensions = extensionsOf(box)
  if (extensions) (node as Draft<Node>).extensions = extensions // a T is a Node, and its extensions are a Node's
  return node
}

/** `undefined` where the node has none: it is of another format, or as plain as a node can be. */
export function hintOf(node: { readonly extensions?: Extensions }): JsonObject | undefined {
  return node.extensions?.[format]?.hint
}

export function restOf(node: { readonly extensions?: Extensions }): JsonObject | undefined {
  return node.extensions?.[format]?.rest
}

/** True where the wire had no such key, though this encoder would print one. */
export function wasAbsent(hint: JsonObject | undefined, key: string): boolean {
  const absent = hint?.['absent']
  return Array.isArray(absent) && absent.includes(key)
}
