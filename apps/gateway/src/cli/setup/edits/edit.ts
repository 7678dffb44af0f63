import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type Json } from '@interlingua/core'

/** Change of a configuration file that is not this program's own. Everything else in the file stays. */
export type Edit =
  | {
      readonly path: readonly string[]
      /** New value. Undefined: the key is removed. */
      readonly value: Json | undefined
    }
  | {
      /** Path of a list of objects. */
      readonly list: readonly string[]
      /** Key whose value names an item of the list. */
      readonly by: string
      readonly item: JsonObject
    }

/** Change of one place: the index of a list's end appends, undefined removes. */
export interface Change {
  readonly path: readonly (string | number)[]
  readonly value: Json | undefined
}

/** Syntax of a configuration file. */
export interface Syntax {
  /** Reads the text; an empty one is an empty object. Throws an `EditError` with the line if it is malformed. */
  readonly parse: (text: string) => JsonObject
  /** Changes the text. Comments, order and everything that no change names stay. */
  readonly write: (text: string, changes: readonly Change[]) => string
}

/** Error of a file that cannot be read or changed safely. Its message is a sentence about the file, without its name. */
export class EditError extends Error {
  override readonly name = 'EditError'
}

/** Applies edits to the text of a file. Throws an `EditError` if the result would say anything else than the file with these edits. */
export function editText(syntax: Syntax, text: string, edits: readonly Edit[]): string {
  let now = text
  for (const edit of edits) {
    const tree = syntax.parse(now)
    const change = changeOf(tree, edit)
    if (change === undefined) continue
    const wanted = changed(tree, change)
    now = syntax.write(now, [change])
    if (!isDeepStrictEqual(syntax.parse(now), wanted))
      throw new EditError(`cannot be changed at ${change.path.join('.')} without a change of something else`)
  }
  return now
}

/**
 * Takes edits back in a file that was changed after them. A place that has another value by now is no longer the edit's, and stays.
 * `before`: text of the file before the edits. `now`: its text at present.
 */
export function undoEdits(syntax: Syntax, before: string, now: string, edits: readonly Edit[]): string {
  const old = syntax.parse(before)
  let text = now
  for (const edit of edits.toReversed()) {
    const change = undoOf(old, syntax.parse(text), edit)
    if (change !== undefined) text = syntax.write(text, [change])
  }
  return text
}

function undoOf(old: JsonObject, now: JsonObject, edit: Edit): Change | undefined {
  if ('path' in edit) {
    if (!isDeepStrictEqual(valueAt(now, edit.path), edit.value)) return undefined
    const path = valueAt(old, edit.path) === undefined ? emptied(old, now, edit.path) : edit.path
    return { path, value: valueAt(old, path) }
  }
  const items = valueAt(now, edit.list)
  const index = indexOf(items, edit)
  if (!Array.isArray(items) || !isDeepStrictEqual(items[index], edit.item)) return undefined
  const oldItems = valueAt(old, edit.list)
  const value = Array.isArray(oldItems) ? oldItems[indexOf(oldItems, edit)] : undefined
  // A list that the edit began goes with its last item.
  if (value === undefined && items.length === 1 && oldItems === undefined) return { path: emptied(old, now, edit.list), value }
  return { path: [...edit.list, index], value }
}

/** Path of the removal of a key: the outermost object around the key that was not there before and has nothing else. */
function emptied(old: JsonObject, now: JsonObject, path: Change['path']): Change['path'] {
  let end = path.length
  while (end > 1) {
    const parent = path.slice(0, end - 1)
    const object = valueAt(now, parent)
    if ((valueAt(old, parent) ?? undefined) !== undefined || !isJsonObject(object) || Object.keys(object).length > 1) break
    end--
  }
  return path.slice(0, end)
}

function changeOf(tree: JsonObject, edit: Edit): Change | undefined {
  if ('path' in edit) return isDeepStrictEqual(valueAt(tree, edit.path), edit.value) ? undefined : edit
  const items = valueAt(tree, edit.list)
  if (items === undefined || items === null) return { path: edit.list, value: [edit.item] }
  if (!Array.isArray(items)) throw new EditError(`has ${edit.list.join('.')}, which is no list`)
  const index = indexOf(items, edit)
  if (index >= 0 && isDeepStrictEqual(items[index], edit.item)) return undefined
  return { path: [...edit.list, index < 0 ? items.length : index], value: edit.item }
}

function indexOf(items: Json | undefined, { by, item }: { readonly by: string; readonly item: JsonObject }): number {
  return Array.isArray(items) ? items.findIndex((each) => isJsonObject(each) && each[by] === item[by]) : -1
}

/** Value at a path; undefined if there is none. */
export function valueAt(tree: Json | undefined, path: Change['path']): Json | undefined {
  let value = tree
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)]
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}

/** Copy of a tree with a change. */
export function changed(tree: JsonObject, { path, value }: Change): JsonObject {
  const copy = structuredClone(tree) as Record<string, Json>
  let node: Record<string, Json> | Json[] = copy
  for (const [index, key] of path.slice(0, -1).entries()) {
    const inner: Json | undefined = valueAt(node, [key])
    if (inner === undefined || inner === null) Object.assign(node, { [key]: {} })
    else if (typeof inner !== 'object') throw new EditError(`has ${path.slice(0, index + 1).join('.')}, which is no object`)
    node = valueAt(node, [key]) as typeof node // an object or a list, as was just checked
  }
  const last = path.at(-1) ?? ''
  if (value !== undefined) Object.assign(node, { [last]: value })
  else if (Array.isArray(node)) node.splice(Number(last), 1)
  else delete node[last]
  return copy
}
