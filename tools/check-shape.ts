import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const gridNames = [
  'parseRequest',
  'decodeRequest',
  'lowerRequest',
  'encodeRequest',
  'parseResponse',
  'decodeResponse',
  'encodeResponse',
  'createStreamParser',
  'createStreamDecoder',
  'createStreamEncoder',
  'createStreamSerializer',
  'parseFailure',
  'decodeFailure',
  'encodeFailure',
  'http',
]

const countNames = ['parseCountRequest', 'decodeCountRequest', 'decodeCountResponse', 'encodeCountRequest', 'encodeCountResponse']

export interface ShapeReport {
  readonly packages: number
  /** Packages that export nothing yet: nothing can be asked of them, and in CI there may be none. */
  readonly pending: readonly string[]
  readonly problems: readonly string[]
}

/** Every library has its papers and a plain index; every text format has the same files and exports as its siblings; every hook is heard. */
export function checkShape(base: string = root, formats: typeof textFormats = textFormats, reasons: typeof slowFor = slowFor): ShapeReport {
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
    if (format !== undefined) problems.push(...checkTextFormat(library, format, base))
  }
  for (const id of Object.keys(formats))
    if (!libraries.some((library) => library.id === id)) problems.push(`packages/${id}: the text format has no package`)
  for (const file of globSync(['{packages,apps}/*/test/**/*.ts', '{conformance,tools}/test/**/*.ts'], { cwd: base }))
    for (const line of misplacedHooks(join(base, file)))
      problems.push(`${file.replaceAll('\\', '/')}:${line}: asks for a hook within a function, where vitest hears of none`)
  problems.push(...checkTestTiers(base, reasons))
  if (libraries.length === 0) problems.push('no package found to check')
  return { packages: libraries.length, pending, problems }
}

function checkLibrary({ folder, manifest }: Workspace, base: string): readonly string[] {
  const problems: string[] = []
  for (const paper of ['README.md', 'LICENSE']) if (!existsSync(join(base, folder, paper))) problems.push(`${folder}: ${paper} is missing`)
  for (const entry of Object.values(manifest.exports ?? {})) {
    if (!existsSync(join(base, folder, entry))) problems.push(`${folder}: the entry ${entry} does not exist`)
  }
  if (!readModule(join(base, folder, 'src/index.ts')).onlyReexports)
    problems.push(`${folder}/src/index.ts: has more in it than named re-exports`)
  for (const file of globSync('src/**/*.ts', { cwd: join(base, folder) })) {
    const lines = readFileSync(join(base, folder, file), 'utf8').split('\n')
    const line = lines.findIndex((text) => getter.test(text)) + 1
    if (line > 0)
      problems.push(`${folder}/${file}:${line}: has a getter, which keeps what it sees until a full collection (docs/decisions/003)`)
  }
  return problems
}

const getter = /^\s*get [\w$]+\(\)/

function checkTextFormat({ folder, id }: Workspace, format: { readonly counts: boolean }, base: string): readonly string[] {
  const at = join(base, folder)
  const problems = gridFiles.filter((file) => !existsSync(join(at, file))).map((file) => `${folder}/${file} is missing`)
  if (globSync('src/wire/**/*.ts', { cwd: at }).length === 0) problems.push(`${folder}/src/wire: no wire types`)
  if (globSync('src/parts/*.ts', { cwd: at }).length < 2) problems.push(`${folder}/src/parts: no part kinds beside the table`)
  const exported = new Set(readModule(join(at, 'src/index.ts')).exportedNames)
  for (const name of [...gridNames, ...(format.counts ? countNames : []), id]) {
    if (!exported.has(name)) problems.push(`${folder}: does not export ${name}`)
  }
  const adapter = join(at, 'src/adapter.ts')
  if (existsSync(adapter)) {
    if (!readModule(adapter).exportedNames.includes(id)) problems.push(`${folder}/src/adapter.ts: does not export ${id}`)
    // Types are gone at run time, so the one thing to look for is the clause by which the compiler holds the value to the grid.
    if (!/\bsatisfies GenerateAdapter\b|:\s*GenerateAdapter\b/.test(readFileSync(adapter, 'utf8')))
      problems.push(`${folder}/src/adapter.ts: is not checked to be a GenerateAdapter`)
  }
  return problems
}

/** The report as a verdict: in CI nothing may be pending. */
export function shapeProblems({ pending, problems }: ShapeReport): readonly string[] {
  return [...problems, ...(process.env['CI'] === undefined ? [] : pending.map((folder) => `${folder}: exports nothing`))]
}

if (import.meta.main) {
  const report = checkShape()
  const problems = shapeProblems(report)
  for (const problem of problems) console.error(problem)
  if (report.pending.length > 0) console.log(`not begun: ${report.pending.join(', ')}`)
  console.log(`shape: ${report.packages} packages checked, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
