import { ConfigError } from '@interlingua/gateway-kernel'
import { isDeepStrictEqual } from 'node:util'
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import * as z from 'zod'
import { routeSchema } from './channel-schema.ts'
import { parseConfig } from './read-config.ts'
import { priceLineSchema } from './service-schema.ts'

/** Largest number of entries of one edit. */
const mostEntries = 200

/** Entries that a program may add to a configuration file. */
export const configEditSchema = z
  .strictObject({
    prices: z.array(priceLineSchema).min(1).max(mostEntries).optional(),
    routes: z.array(routeSchema).min(1).max(mostEntries).optional(),
  })
  .refine(({ prices, routes }) => (prices === undefined) !== (routes === undefined), 'add either prices or routes')
  .refine((edit) => textsOf(edit).every((text) => text.isWellFormed()), 'a text holds half of a character')

export type ConfigEdit = z.output<typeof configEditSchema>

/**
 * Adds entries to the text of a configuration file, behind those that are there; all else of the text stays as it is. Throws a `ConfigError` if the
 * text has mistakes, or is written so that the entries have no place.
 */
export function editConfig(text: string, file: string, edit: ConfigEdit): string {
  const before = parseConfig(text, file)
  const edited = edit.prices === undefined ? addRoutes(text, file, edit.routes ?? []) : addPrices(text, file, edit.prices)
  const expected = {
    ...before,
    ...(edit.prices && { prices: { ...before.prices, models: [...(before.prices?.models ?? []), ...edit.prices] } }),
    ...(edit.routes && { routes: [...(before.routes ?? []), ...edit.routes] }),
  }
  // The style of a file may be unforeseen: nothing in it may mean anything else than before.
  if (!isDeepStrictEqual(parseConfig(edited, file), expected)) throw noPlace(file)
  return edited
}

function addPrices(text: string, file: string, prices: readonly object[]): string {
  const { root, write, line } = readStyle(text, file)
  const entries = prices.map(write)
  const found = valueOf(root, 'prices', file)
  if (found === undefined)
    return root.flow === true
      ? addToFlow(
          text,
          root,
          [
            write({ prices: { models: prices } })
              .slice(1, -1)
              .trim(),
          ],
          line,
        )
      : addKey(text, root, ['prices:', '  models:', ...entries.map((entry) => `    - ${entry}`)], line)
  const models = isMap(found) ? valueOf(found, 'models', file) : undefined
  if (!isSeq(models)) throw noPlace(file)
  return addToList(text, file, models, entries, line)
}

function addRoutes(text: string, file: string, routes: readonly object[]): string {
  const { root, write, line } = readStyle(text, file)
  const entries = routes.map(write)
  const found = valueOf(root, 'routes', file)
  if (found === undefined)
    return root.flow === true
      ? addToFlow(text, root, [write({ routes }).slice(1, -1).trim()], line)
      : addKey(text, root, ['routes:', ...entries.map((entry) => `  - ${entry}`)], line)
  if (!isSeq(found)) throw noPlace(file)
  return addToList(text, file, found, entries, line)
}

interface Style {
  readonly root: YAMLMap
  /** Writes an entry in one line, as JSON where the whole file is. */
  readonly write: (entry: object) => string
  /** End of a line. */
  readonly line: string
}

function readStyle(text: string, file: string): Style {
  const { contents } = parseDocument(text)
  if (!isMap(contents)) throw noPlace(file)
  const write = isJson(text) ? (entry: object): string => JSON.stringify(entry) : writeEntry
  return { root: contents, write, line: text.includes('\r\n') ? '\r\n' : '\n' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Signs that cannot be seen, or that break lines. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u

/** Writes an entry in one line of YAML; signs that cannot be seen are written out. */
function writeEntry(entry: object): string {
  const text = JSON.stringify(entry)
  if (!textsOf(entry).some((each) => unseen.test(each)))
    return stringify(entry, { collectionStyle: 'flow', lineWidth: 0, doubleQuotedAsJSON: true }).trimEnd()
  return text.replaceAll(new RegExp(unseen, 'gu'), (sign) => `\\U${sign.codePointAt(0)?.toString(16).padStart(8, '0')}`)
}

/** All texts within a value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Value of a key; undefined if there is none. Throws a `ConfigError` for one that stands elsewhere in the file. */
function valueOf(map: YAMLMap, key: string, file: string): Node | undefined {
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key)
  if (pair === undefined) return undefined
  if (!isNode(pair.value) || isAlias(pair.value)) throw noPlace(file)
  return pair.value
}

/** Adds a key with its lines to the end of the file. */
function addKey(text: string, root: YAMLMap, lines: readonly string[], line: string): string {
  const begin = root.range?.[0] ?? 0
  const indent = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin).replace(/\S.*$/s, '')
  return `${text}${text.endsWith('\n') ? '' : line}${lines.map((each) => `${indent}${each}${line}`).join('')}`
}

function addToList(text: string, file: string, list: YAMLSeq, entries: readonly string[], line: string): string {
  if (list.flow === true || list.items.length === 0) return addToFlow(text, list, entries, line)
  const [first, last] = [startOf(list.items[0]), endOf(list.items.at(-1))]
  if (first === undefined || last === undefined) throw noPlace(file)
  const dash = text.lastIndexOf('-', first - 1)
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash)
  if (!/^ *$/.test(indent)) throw noPlace(file)
  const added = entries.map((entry) => `${indent}- ${entry}${line}`).join('')
  if (text[last - 1] === '\n') return insert(text, last, added)
  const end = text.indexOf('\n', last)
  return end === -1 ? `${text}${line}${added}` : insert(text, end + 1, added)
}

/** Adds entries before the bracket that ends a list or a map: on lines of their own where the last one has its own. */
function addToFlow(text: string, node: YAMLMap | YAMLSeq, entries: readonly string[], line: string): string {
  const [begin = 0, after = 0] = node.range ?? []
  const last: unknown = node.items.at(-1)
  const [start, end] = [startOf(last), endOf(last)]
  if (start === undefined || end === undefined) return insert(text, begin + 1, entries.join(', '))
  const rest = text.slice(end, after - 1)
  const comma = /^(?:\s|#[^\n]*\n)*,/.exec(rest)?.[0]
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const behind = text.slice(end + (comma?.length ?? 0), after - 1)
  if (!/^[ \t]*$/.test(indent) || !behind.includes('\n')) return insert(text, end, `, ${entries.join(', ')}`)
  const lineEnd = text.indexOf(line, end + (comma?.length ?? 0))
  const added = entries.map((entry) => `${line}${indent}${entry}`).join(',')
  const whole = insert(text, lineEnd, comma === undefined ? added : `${added},`)
  return comma === undefined ? insert(whole, end, ',') : whole
}

function startOf(item: unknown): number | undefined {
  return isPair(item) ? startOf(item.key) : isNode(item) ? item.range?.[0] : undefined
}

function endOf(item: unknown): number | undefined {
  if (isPair(item)) return endOf((item as Pair).value ?? item.key) // a pair of any kind
  return isNode(item) ? item.range?.[1] : undefined
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at)
}

function noPlace(file: string): ConfigError {
  return new ConfigError(`${file}: the file is written in a way that a program cannot add lines to; add them by hand`)
}
