import type { Json, JsonObject } from './json.ts'
import { mergeRest } from './merge-rest.ts'
import type { Extension, Extensions, Format } from './node.ts'
import { isJsonObject } from './parse-json.ts'
import { putOwn } from './put-own.ts'

/** A node of the model, or a draft of one, that may have extensions. */
export interface Extended {
  readonly extensions?: Extensions
}

/**
 * Functions by which one format reads and writes its own extension of a node. Plain functions, so that a caller can destructure the ones it
 * needs.
 */
export interface ExtensionAccess<Hint extends JsonObject> {
  readonly format: Format
  /** How this format spelled the node; empty for a node of another format, so each key of `Hint` is best optional. */
  readonly hintOf: (node: Extended) => Hint
  /** The unmodelled wire keys of the node; empty for a node of another format. */
  readonly restOf: (node: Extended) => JsonObject
  /** The unmodelled keys of a wire object nested in the node (`rest.thinking`). */
  readonly nestedRest: (node: Extended, key: string) => JsonObject
  /** Extensions with this rest and hint; `undefined` where there is neither. */
  readonly extensionsOf: (rest: JsonObject | undefined, hint?: JsonObject) => Extensions | undefined
  /** The extensions of the node with some hints of this format set. */
  readonly withHint: (node: Extended, hint: JsonObject) => Extensions
  /** The extensions of the node without one hint of this format. */
  readonly withoutHint: (node: Extended, key: string) => Extensions
  /**
   * Gives `draft` the extension with the keys of `wire` that are not in `known`, and with `hint`; returns `draft`. Empty values (null, '',
   * [], {}) go to the hint `blank`: they return to this format, and count as no loss in others; null is never known.
   */
  readonly keep: <T extends object>(draft: T, wire: object, known: ReadonlySet<string>, hint?: Hint) => T
  /** Adds the keys that `keep` kept of the node behind the keys of `wire`, which win; objects in both are merged. Returns `wire`. */
  readonly restore: <T extends object>(wire: T, node: Extended) => T
}

const empty: JsonObject = {}

/** The one way to the extension of a format: `const { hintOf, keep, restore } = createExtension('acme')`. */
export function createExtension<Hint extends JsonObject = JsonObject>(format: Format): ExtensionAccess<Hint> {
  const extensionsOf: ExtensionAccess<Hint>['extensionsOf'] = (rest, hint) => {
    if (rest === undefined) return hint === undefined ? undefined : { [format]: { hint } }
    return hint === undefined ? { [format]: { rest } } : { [format]: { rest, hint } }
  }
  const change = (node: Extended, hint: JsonObject): Extensions => ({
    ...node.extensions,
    [format]: { ...node.extensions?.[format], hint },
  })
  return {
    format,
    hintOf: (node) => (node.extensions?.[format]?.hint ?? empty) as Hint, // only this format writes it, and each key may be missing
    restOf: (node) => node.extensions?.[format]?.rest ?? empty,
    nestedRest(node, key) {
      const value = node.extensions?.[format]?.rest?.[key]
      return isJsonObject(value) ? value : empty
    },
    extensionsOf,
    withHint: (node, hint) => change(node, { ...node.extensions?.[format]?.hint, ...hint }),
    withoutHint(node, key) {
      const { [key]: _, ...hint } = node.extensions?.[format]?.hint ?? empty
      return change(node, hint)
    },
    keep(draft, wire, known, hint) {
      const own = readUnknown(wire as JsonObject, known, hint) // a JSON object, however loosely a schema has typed it
      if (own !== undefined) (draft as { extensions?: Extensions }).extensions = { [format]: own } // every node may have extensions
      return draft
    },
    restore(wire, node) {
      const own: Extension | undefined = node.extensions?.[format]
      const target = wire as Record<string, Json> // a JSON object that its caller has just made
      if (own?.rest !== undefined) mergeRest(target, own.rest)
      const blank = own?.hint?.['blank']
      if (isJsonObject(blank)) mergeRest(target, blank)
      return wire
    },
  }
}

function readUnknown(wire: JsonObject, known: ReadonlySet<string>, hint: JsonObject | undefined): Extension | undefined {
  let rest: Record<string, Json> | undefined
  let blank: Record<string, Json> | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (value !== null && known.has(key))) continue
    if (isBlank(value)) putOwn((blank ??= {}), key, value)
    else putOwn((rest ??= {}), key, value)
  }
  const hints = blank === undefined ? hint : { ...hint, blank }
  if (rest === undefined && (hints === undefined || isBlank(hints))) return undefined
  return { ...(hints !== undefined && { hint: hints }), ...(rest !== undefined && { rest }) }
}

/** True for an empty value: null, '', [], {}. */
export function isBlank(value: Json): boolean {
  if (value === null || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
