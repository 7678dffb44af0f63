import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundaryRules } from './boundary-rules.ts'
import { checkGuest, noticesOf, standardNoticesOf } from './check-guest.ts'
import { formatName, memberNames } from './format-files.ts'
import { droppedFailures } from './dropped-failures.ts'
import { misplacedHooks } from './misplaced-hooks.ts'
import { readModule } from './read-module.ts'
import { checkTestTiers, slowFor } from './test-tiers.ts'
import { textFormats } from './text-formats.ts'
import { isBegun, listWorkspaces, root, type Workspace } from './workspace.ts'

const gridFiles = [
  'src/index.ts',
  'src/adapter.ts',
  'src/http.ts',
  'src/parse-request.ts',
  'src/decode-request.ts',
  'src/lower-request.ts',
  'src/encode-request.ts',
  'src/parse-response.ts',
  'src/decode-response.ts',
  'src/encode-response.ts',
  'src/parse-stream.ts',
  'src/decode-stream.ts',
  'src/encode-stream.ts',
  'src/serialize-stream.ts',
  'src/parse-failure.ts',
  'src/decode-failure.ts',
  'src/encode-failure.ts',
  'src/parts/index.ts',
  'src/finish-reason.ts',
  'src/usage.ts',
  'src/tools.ts',
  'src/notices.ts',
  'src/extension.ts',
  'test/laws.test.ts',
  'test/corpus.test.ts',
]

const countNames = ['parseCountRequest', 'decodeCountRequest', 'decodeCountResponse', 'encodeCountRequest', 'encodeCountResponse']

export interface ShapeReport {
  readonly packages: number
  /** Packages that export nothing yet, and so are not checked; in CI there may be none. */
  readonly pending: readonly string[]
  readonly problems: readonly string[]
}

/**
 * Every library has its papers and a plain index; every text format of the house has the same files and exports as its siblings, a guest the same
 * exports; every hook is heard.
 */
export async function checkShape(
  base: string = root,
  formats: typeof textFormats = textFormats,
  reasons: typeof slowFor = slowFor,
): Promise<ShapeReport> {
  const problems: string[] = []
  const pending: string[] = []
  const libraries = listWorkspaces('packages/*', base)
  for (const library of libraries) {
    if (!isBegun(library, base)) {
      pending.push(library.folder)
      continue
    }
    problems.push(...checkLibrary(library, base))
    const format = formats[library.id]
    if (format?.grid) problems.push(...checkTextFormat(library, format, base))
  }
  for (const [id, { folder = `packages/${id}` }] of Object.entries(formats))
    if (!existsSync(join(base, folder, 'package.json'))) problems.push(`${folder}: the text format has no package`)
  problems.push(...(await checkGuests(base, formats)))
  for (const file of globSync(['{packages,apps}/*/test/**/*.ts', '{conformance,tools}/test/**/*.ts'], { cwd: base }))
    for (const line of misplacedHooks(join(base, file)))
      problems.push(`${file.replaceAll('\\', '/')}:${line}: asks for a hook within a function, where vitest hears of none`)
  problems.push(...droppedFailures(base, ['{apps/gateway,packages/{gateway,gateway-kernel,access,tasks,upstreams}}/src/**/*.ts']))
  problems.push(...checkTestTiers(base, reasons))
  if (libraries.length === 0) problems.push('no package found to check')
  return { packages: libraries.length, pending, problems }
}

async function checkGuests(base: string, formats: typeof textFormats): Promise<readonly string[]> {
  const folders = new Map(Object.entries(formats).map(([id, { folder = `packages/${id}` }]) => [id, folder] as const))
  const guests = [...folders].filter(([id, folder]) => formats[id]?.grid === false && existsSync(join(base, folder, 'package.json')))
  if (guests.length === 0) return []
  const standard = await standardNoticesOf(base)
  const tables = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [id, folder] of folders) {
    const table = await noticesOf(join(base, folder, 'src/index.ts'))
    if (table && formats[id]?.name === undefined) tables.set(id, table)
  }
  const checked = guests.map(([row, folder]) => {
    const id = formats[row]?.name ?? row
    return checkGuest({ folder, id, name: formatName(id) }, base, tables, standard)
  })
  return (await Promise.all(checked)).flat()
}

function checkLibrary({ folder, manifest }: Workspace, base: string): readonly string[] {
  const problems: string[] = []
  const papers = manifest.private === true ? ['README.md'] : ['README.md', 'LICENSE']
  for (const paper of papers) if (!existsSync(join(base, folder, paper))) problems.push(`${folder}: ${paper} is missing`)
  for (const entry of Object.values(manifest.exports ?? {})) {
    if (!existsSync(join(base, folder, entry))) problems.push(`${folder}: the entry ${entry} does not exist`)
  }
  problems.push(...checkPublished({ folder, manifest }))
  if (!readModule(join(base, folder, 'src/index.ts')).onlyReexports)
    problems.push(`${folder}/src/index.ts: has more in it than named re-exports`)
  // Libraries of the gateway have few objects, which live as long as it does.
  if (boundaryRules[folder]?.platform === 'node') return problems
  for (const file of globSync('src/**/*.ts', { cwd: join(base, folder) })) {
    const lines = readFileSync(join(base, folder, file), 'utf8').split('\n')
    const line = lines.findIndex((text) => getter.test(text)) + 1
    if (line > 0)
      problems.push(`${folder}/${file}:${line}: has a getter, which keeps what it sees until a full collection (docs/decisions/003)`)
  }
  return problems
}

/**
 * `default` is needed because `require` finds no entry by `import` alone. Ranges are checked because a patch of one package must not
 * release its users.
 */
function checkPublished({ folder, manifest }: Pick<Workspace, 'folder' | 'manifest'>): readonly string[] {
  const { dependencies, devDependencies, publishConfig } = manifest
  const problems: string[] = []
  for (const [entry, conditions] of Object.entries(publishConfig?.exports ?? {}))
    // `./package.json` is a file, not an entry.
    if (typeof conditions !== 'string' && conditions['default'] === undefined)
      problems.push(`${folder}: the published entry ${entry} has no \`default\``)
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
    if (range.startsWith('workspace:') && range !== 'workspace:^') problems.push(`${folder}: wants ${name} by ${range}, not by workspace:^`)
  return problems
}

const getter = /^\s*get [\w$]+\(\)/

function checkTextFormat({ folder, id }: Workspace, format: { readonly counts: boolean }, base: string): readonly string[] {
  const at = join(base, folder)
  const problems = gridFiles.filter((file) => !existsSync(join(at, file))).map((file) => `${folder}/${file} is missing`)
  if (globSync('src/wire/**/*.ts', { cwd: at }).length === 0) problems.push(`${folder}/src/wire: no wire types`)
  if (globSync('src/parts/*.ts', { cwd: at }).length < 2) problems.push(`${folder}/src/parts: no part kinds beside the table`)
  const exported = new Set(readModule(join(at, 'src/index.ts')).exportedNames)
  for (const name of [...memberNames, ...(format.counts ? countNames : []), id]) {
    if (!exported.has(name)) problems.push(`${folder}: does not export ${name}`)
  }
  const adapter = join(at, 'src/adapter.ts')
  if (existsSync(adapter)) {
    if (!readModule(adapter).exportedNames.includes(id)) problems.push(`${folder}/src/adapter.ts: does not export ${id}`)
    // Types are gone at run time, so the one thing to look for is the clause by which the compiler holds the value to the grid.
    if (!/\bsatisfies GenerateAdapter\b|:\s*(?:GenerateAdapter|[A-Z]\w*Adapter = )/.test(readFileSync(adapter, 'utf8')))
      problems.push(`${folder}/src/adapter.ts: is not checked to be a GenerateAdapter`)
  }
  return problems
}

/** Problems of a report: in CI nothing may be pending. */
export function shapeProblems({ pending, problems }: ShapeReport): readonly string[] {
  return [...problems, ...(process.env['CI'] === undefined ? [] : pending.map((folder) => `${folder}: exports nothing`))]
}

if (import.meta.main) {
  const report = await checkShape()
  const problems = shapeProblems(report)
  for (const problem of problems) console.error(problem)
  if (report.pending.length > 0) console.log(`not begun: ${report.pending.join(', ')}`)
  console.log(`shape: ${report.packages} packages checked, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
