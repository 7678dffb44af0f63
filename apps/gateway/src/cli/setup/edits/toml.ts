import { isJsonObject, type JsonObject, type Json } from '@interlingua/core'
import { parse, patch, stringify } from '@decimalturn/toml-patch'
import { isDeepStrictEqual } from 'node:util'
import { type Change, changed, EditError, type Syntax, valueAt } from './edit.ts'

/** TOML. A new table is added at the end, where it changes no other one; values are changed in their place. */
export const toml: Syntax = {
  parse: read,
  write(text, changes) {
    let now = text
    for (const change of changes) {
      const wanted = changed(read(now), change)
      const appended = append(now, change)
      now = appended !== undefined && isDeepStrictEqual(tryRead(appended), wanted) ? appended : patch(now, wanted)
    }
    return now
  },
}

function read(text: string): JsonObject {
  try {
    // The parser's objects have no prototype, and dates are classes; a copy through JSON makes both plain.
    return JSON.parse(JSON.stringify(parse(text))) as JsonObject // an object, since a TOML document is a table
  } catch (error) {
    throw new EditError(`is no TOML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`)
  }
}

function tryRead(text: string): JsonObject | undefined {
  try {
    return read(text)
  } catch {
    return undefined
  }
}

/** Text with a new table, or a new table of a list, at its end; undefined if the change is another one. */
function append(text: string, { path, value }: Change): string | undefined {
  const tree = read(text)
  if (valueAt(tree, path) !== undefined) return undefined
  const last = path.at(-1)
  const names = path.filter((key) => typeof key === 'string')
  if (Array.isArray(value) && value.length === 1 && isJsonObject(value[0])) return join(text, table(`[[${header(names)}]]`, value[0]))
  if (!isJsonObject(value)) return undefined
  if (typeof last === 'number') return join(text, table(`[[${header(names)}]]`, value))
  return join(text, table(`[${header(names)}]`, value))
}

function header(path: readonly string[]): string {
  return path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')
}

function table(head: string, values: Readonly<Record<string, Json>>): string {
  return `${head}\n${stringify(values).trim()}\n`
}

function join(text: string, piece: string): string {
  if (text.trim() === '') return text === '' ? piece : `${text.trimEnd()}${piece}`
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return `${text.trimEnd()}${eol}${eol}${piece.replaceAll('\n', eol)}`
}
