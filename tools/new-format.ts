// Begins a text format: `pnpm new-format acme` writes `packages/acme`, which passes all checks, with its missing members as todos of its laws.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatDependencies, formatFiles, formatName, memberNames } from './format-files.ts'
import { runStep } from './run-step.ts'
import { textFormats } from './text-formats.ts'
import { listWorkspaces, root } from './workspace.ts'

/** Names that the written files have for something else. */
const taken: ReadonlySet<string> = new Set([
  ...memberNames,
  'adapter',
  'corpus',
  'edge',
  'errors',
  'exchange',
  'format',
  'formats',
  'lowering',
  'notice',
  'requests',
  'streams',
  'walker',
  'wire',
])

/** Why a format cannot be called so; `undefined`: it can. */
export function refuseId(id: string, base: string = root): string | undefined {
  if (id === '') return 'The format has no id. Give one: pnpm new-format acme'
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 40)
    return `${id} is no id of a package. Take lower-case letters, digits and single hyphens, at most 40, with a letter first.`
  const namesakes = listWorkspaces('{packages/*,apps/*,conformance,bench,examples/*}', base)
  if (namesakes.some(({ folder, manifest }) => manifest.name === `@interlingua/${id}` && folder !== `packages/${id}`))
    return `@interlingua/${id} is the name of another package. Take another id.`
  if (existsSync(join(base, 'packages', id)) || Object.hasOwn(textFormats, id))
    return `packages/${id} exists already. Take another id, or remove the folder, its row in tools/text-formats.ts and its entry in pnpm-lock.yaml.`
  if (taken.has(formatName(id)) || isReserved(formatName(id)))
    return `${id} is a word that the code of a format needs itself. Take another id.`
  return undefined
}

/** Writes the package, its row and its entry of the lockfile; gives back the files. */
export function writeFormat(id: string, base: string = root): readonly string[] {
  const title = id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
  const files = Object.entries(formatFiles({ id, name: formatName(id), title }))
  for (const [file, text] of files) {
    const path = join(base, 'packages', id, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const key = formatName(id) === id ? id : `'${id}'`
  edit(join(base, 'tools/text-formats.ts'), (text) => text.replace(/\n}\n*$/, `\n  ${key}: { counts: false, grid: false },\n}\n`))
  edit(join(base, 'pnpm-lock.yaml'), (text) => addImporter(text, id))
  return files.map(([file]) => `packages/${id}/${file}`)
}

/** Puts a package into the importers of a lockfile, in their order, with the versions that others have. */
export function addImporter(lock: string, id: string): string {
  const importer = `packages/${id}`
  const groups = Object.entries(formatDependencies).map(([group, sources]) => {
    const entries = Object.entries(sources).map(([name, source]) => importedBy(lock, source, name))
    return `    ${group}:\n${entries.join('')}`
  })
  const blocks = [...lock.matchAll(/^ {2}(\S+):\n(?= {4}\S)/gm)]
  const end = lock.search(/^packages:$/m)
  const next = blocks.find((block) => block.index < end && (block[1] ?? '') > importer)?.index ?? end
  return `${lock.slice(0, next)}  ${importer}:\n${groups.join('')}\n${lock.slice(next)}`
}

/** The lines of one dependency of an importer. */
function importedBy(lock: string, importer: string, name: string): string {
  const start = lock.indexOf(`\n  ${importer}:\n`)
  const block = lock.slice(start, lock.indexOf('\n\n', start) + 1)
  const key = name.startsWith('@') ? `'${name}'` : name
  const [lines] = new RegExp(`^ {6}${key}:\n(?: {8}.*\n)+`, 'm').exec(block) ?? []
  if (start === -1 || lines === undefined) throw new Error(`pnpm-lock.yaml: ${importer} has no ${name}`)
  return lines
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`${path} has another form than expected: add the format by hand`)
  writeFileSync(path, changed)
}

/** True: the language keeps the word, so that no constant can be called so. */
function isReserved(name: string): boolean {
  return reserved.has(name)
}

const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw true try ' +
    'typeof undefined var void while with yield'
  ).split(' '),
)

if (import.meta.main) {
  const [id = '', ...more] = process.argv.slice(2)
  const refusal = more.length > 0 ? 'One format is made at a time: pnpm new-format acme' : refuseId(id)
  if (refusal === undefined) {
    const files = writeFormat(id)
    await runStep('oxfmt', [`packages/${id}`], { quiet: true })
    console.log(`packages/${id}: ${files.length} files, a row in tools/text-formats.ts, an entry in pnpm-lock.yaml`)
    console.log(`Next, to link the package and run its first laws: npm test -- --project @interlingua/${id}`)
    console.log(`packages/${id}/README.md says what to write, step by step.`)
  } else {
    console.error(refusal)
    process.exitCode = 1
  }
}
