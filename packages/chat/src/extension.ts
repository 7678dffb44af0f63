import type { Extensions, Json, JsonObject, Node } from '@interlingua/core'
import type { JsonDraft as WireDraft, Draft } from '@interlingua/core/adapter'
import { createExtension, isBlank, putOwn } from '@interlingua/core/adapter'

/** Id of this format. */
export const format = 'chat'

export type { JsonDraft as WireDraft, Draft } from '@interlingua/core/adapter'
export { isBlank } from '@interlingua/core/adapter'

/** `printBox` prints the node's unknown keys behind the modelled keys, which win. */
export const { extensionsOf: extensionsWith, restore: encodeExtension } = createExtension(format)

/**
 * Extension of one node while it is being decoded. `rest` holds unmodelled data; empty values (null, '', [], {}) go to the hint `blank`, so
 * that they return to this format and count as no loss in others.
 */
export interface ExtensionDraft {
  rest: WireDraft | undefined
  empty: WireDraft | undefined
  hint: WireDraft | undefined
}

export function newExtension(): ExtensionDraft {
  return { rest: undefined, empty: undefined, hint: undefined }
}

/** True if all leaves are empty or 0: some servers print every field of a type. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === 0 || value === '' || value === null) return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmpty)
}

/** Keeps a wire value without a canonical field or meaning. */
export function keep(extension: ExtensionDraft, key: string, value: Json | undefined): void {
  if (value === undefined) return
  if (isBlank(value)) putOwn((extension.empty ??= {}), key, value)
  else putOwn((extension.rest ??= {}), key, value)
}

/** Keeps a value whose loss does not matter (a default, an index, a copy of another value). */
export function keepEmpty(extension: ExtensionDraft, key: string, value: Json | undefined): void {
  if (value !== undefined) putOwn((extension.empty ??= {}), key, value)
}

export function keepUnknown(extension: ExtensionDraft, wire: JsonObject, known: ReadonlySet<string>): void {
  for (const key in wire) if (!known.has(key)) keep(extension, key, wire[key])
}

export function note(extension: ExtensionDraft, name: string, value: Json): void {
  ;(extension.hint ??= {})[name] = value
}

/** Puts the unknown keys of an inner wire object under its key in the outer extension, nested as on the wire. */
export function nest(extension: ExtensionDraft, key: string, inner: ExtensionDraft): void {
  if (inner.rest) putOwn((extension.rest ??= {}), key, inner.rest)
  if (inner.empty) putOwn((extension.empty ??= {}), key, inner.empty)
}

/** Finished extension; `undefined` if it is empty. */
export function extensionsOf(extension: ExtensionDraft): Extensions | undefined {
  if (extension.empty) note(extension, 'blank', extension.empty)
  return extensionsWith(extension.rest, extension.hint)
}

/** Gives the extension to `node`, unless it is empty. */
export function withExtension<T extends Node>(node: Draft<T>, extension: ExtensionDraft): T {
  const extensions = extensionsOf(extension)
  if (extensions) (node as Draft<Node>).extensions = extensions // a T is a Node, and its extensions are a Node's
  return node
}

/** Hint of the node; `undefined` if it is of another format, or has none. */
export function hintOf(node: { readonly extensions?: Extensions }): JsonObject | undefined {
  return node.extensions?.[format]?.hint
}

export function restOf(node: { readonly extensions?: Extensions }): JsonObject | undefined {
  return node.extensions?.[format]?.rest
}

/** True if the wire lacked a key that this encoder would print. */
export function wasAbsent(hint: JsonObject | undefined, key: string): boolean {
  const absent = hint?.['absent']
  return Array.isArray(absent) && absent.includes(key)
}
