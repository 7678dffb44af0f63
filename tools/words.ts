import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './workspace.ts'

/** A word that names may not have, and the word of the field for the same thing. */
export interface RefusedWord {
  /** Segment of a name, in lower case and in the singular: `wish` is refused in `readWishes` and in `wish-fields.ts`. */
  readonly word: string
  /** Word that names have instead. */
  readonly use: string
  /** Beginnings of the paths in which the word is refused. Default: all sources. */
  readonly within?: readonly string[]
  /** Beginnings of the paths in which the word is a term of its own, such as the boxes of an MP4 file. Default: none. */
  readonly except?: readonly string[]
}

/** Sources of the gateway and of its libraries. */
const gateway: readonly string[] = ['apps/', ...['access', 'gateway', 'store', 'tasks', 'upstreams'].map((name) => `packages/${name}`)]
const adapters: readonly string[] = ['packages/core/', 'packages/chat/', 'packages/messages/', 'packages/responses/', 'packages/contents/']

/** Files of `paceEvents`, which delays the events of a stream. */
const pacedEvents: readonly string[] = ['index.ts', 'pace-events.ts', 'http/create-adapter-dialect.ts'].map(
  (file) => `packages/scripted-provider/src/${file}`,
)

/** Words that this code had before, from the table in docs/glossary.md. */
export const refusedWords: readonly RefusedWord[] = [
  { word: 'wish', use: 'request' },
  { word: 'glance', use: 'fast check' },
  { word: 'liveness', use: 'keep-alive' },
  { word: 'ability', use: 'capability' },
  { word: 'film', use: 'video' },
  { word: 'easel', use: 'canvas' },
  { word: 'painter', use: 'the noun of what it is' },
  { word: 'stricken', use: 'refused' },
  { word: 'misfit', use: 'issue, or validation error' },
  { word: 'flaw', use: 'issue' },
  { word: 'mould', use: 'template' },
  { word: 'hole', use: 'slot' },
  { word: 'copier', use: 'cloner' },
  { word: 'desk', use: 'writer context' },
  { word: 'shelf', use: 'registry' },
  { word: 'sink', use: 'emitter', except: ['bench/'] },
  { word: 'hollow', use: 'empty' },
  { word: 'bag', use: 'draft' },
  { word: 'box', use: 'extension', except: ['packages/scripted-provider/src/videos/read-mp4.ts'] },
  { word: 'borne', use: 'carried' },
  { word: 'bearer', use: 'carrier', within: adapters },
  { word: 'pace', use: 'poll schedule', except: pacedEvents },
  { word: 'door', use: 'edge, or variant' },
  { word: 'ledger', use: 'coverage, or accounts' },
  { word: 'face', use: 'profile' },
  { word: 'stroke', use: 'refusal' },
  { word: 'exchange', use: 'recording', except: ['bench/'] },
  { word: 'spell', use: 'encode, or format' },
  { word: 'tell', use: 'report' },
  { word: 'print', use: 'encode, or format', except: ['apps/gateway/src/cli/'] },
  { word: 'scrub', use: 'redact' },
  { word: 'insist', use: 'retry until' },
  { word: 'told', use: 'reported, or the noun of what it is', within: gateway },
  { word: 'bring', use: 'fetch', within: gateway },
  { word: 'patience', use: 'timeout' },
  { word: 'youth', use: 'minimum age' },
  { word: 'lot', use: 'batch' },
  { word: 'strike', use: 'redact' },
  { word: 'blame', use: 'record failure' },
  { word: 'ask', use: 'request, call, poll, or head', within: gateway },
  { word: 'verdict', use: 'retry decision', except: ['bench/', 'packages/tongues/'] },
  { word: 'evidence', use: 'estimate input', within: gateway },
  { word: 'sighting', use: 'stream status' },
  { word: 'keeper', use: 'session, writer, or registry' },
  { word: 'pin', use: 'required channel', within: gateway },
  { word: 'fault', use: 'failure', within: gateway },
  { word: 'lasting', use: 'services' },
  { word: 'life', use: 'lifecycle', within: gateway },
]

export interface WordReport {
  readonly files: number
  readonly problems: readonly string[]
}

/** Refuses the words of the table in declared names and in file names of all sources. */
export function checkWords(base: string = root, words: readonly RefusedWord[] = refusedWords): WordReport {
  const problems: string[] = []
  const files = globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', '{conformance,bench}/src/**/*.ts'], { cwd: base })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
  for (const file of files) {
    const here = words.filter(
      ({ within, except }) => (within ?? ['']).some((start) => file.startsWith(start)) && !except?.some((start) => file.startsWith(start)),
    )
    for (const name of [basename(file).replace(/\.tsx?$/, ''), ...namesIn(file, readFileSync(join(base, file), 'utf8'))])
      for (const { word, use } of here) if (hasWord(name, word)) problems.push(`${file}: ${name}: "${word}" is refused; say ${use}`)
  }
  return { files: files.length, problems }
}

/** True if a segment of the name is the word, in the singular or the plural. */
export function hasWord(name: string, word: string): boolean {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((segment) => segment === word || segment === `${word}s` || segment === `${word}es`)
}

/**
 * Names that a source declares: those of variables, functions, types, parameters and members of types. Names that are only used, and keys of
 * object literals, are decided elsewhere: by another file, by a library or by a vendor.
 */
function namesIn(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>()
  collect(parseSync(file, text).program, names)
  return names
}

/** Fields of a syntax node in which an identifier names something that stands elsewhere, by the type of the node. */
const foreign: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  ImportSpecifier: 'imported',
  ExportSpecifier: 'exported',
}

function collect(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const each of node) collect(each, names)
    return
  }
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown } // any object may be asked for its members
  if (type === 'Identifier' && typeof name === 'string') names.add(name)
  const elsewhere = typeof type === 'string' ? foreign[type] : undefined
  for (const [key, value] of Object.entries(node)) if (key !== elsewhere) collect(value, names)
}

if (import.meta.main) {
  const { files, problems } = checkWords()
  for (const problem of problems) console.error(problem)
  console.log(`words: ${files} files checked, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
