import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import { runStep } from './run-step.ts'
import { root } from './workspace.ts'

const patterns = [
  'packages/*/tsconfig*.json',
  'apps/*/tsconfig*.json',
  'conformance/tsconfig.json',
  'bench/tsconfig.json',
  'clients/tsconfig.json',
  'examples/*/tsconfig.json',
  'site/tsconfig.json',
  'tools/tsconfig.json',
]

/** Programs of the compiler and its caches: if nothing changed since the last run, it only compares hashes. */
const memories = join(root, 'node_modules', '.cache', 'types')

/** Part of a `tsconfig.json` that projects of this repository state; all extend `tsconfig.base.json`. */
interface Project {
  readonly compilerOptions?: Readonly<Record<string, unknown>>
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * Type-checks all projects, or those of one folder. Projects with the same options are one program, in which each file is checked once.
 * The libraries are checked twice: their sources without any platform, and together with their tests.
 */
export async function checkTypes(folder = ''): Promise<readonly string[]> {
  const projects = globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => folder === '' || dirname(file) === folder)
    .toSorted()
  if (projects.length === 0) return ['no project found to type-check']
  const programs = Map.groupBy(projects, (file) => JSON.stringify(read(file).compilerOptions ?? {}))
  mkdirSync(memories, { recursive: true })
  const failures = await Promise.all(
    [...programs].map(async ([options, files]) => {
      const name = createHash('sha256').update(`${folder} ${options}`).digest('hex').slice(0, 12)
      const config = join(memories, `${name}.json`)
      writeFileSync(config, JSON.stringify(merge(options, files)))
      const memory = join(memories, `${name}.tsbuildinfo`)
      const ok = await runStep('tsc', ['-p', config, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory], { quiet: true })
      return ok ? [] : [`types: ${files.length} projects with the same options as ${files[0]} do not type-check`]
    }),
  )
  console.log(`types: ${projects.length} projects checked`)
  return failures.flat()
}

function merge(options: string, files: readonly string[]): object {
  const paths = (pick: (project: Project) => readonly string[]) =>
    files.flatMap((file) => pick(read(file)).map((path) => relative(memories, join(root, dirname(file), path)).replaceAll('\\', '/')))
  return {
    extends: relative(memories, join(root, 'tsconfig.base.json')).replaceAll('\\', '/'),
    // Types are looked for beside the file, which lies in no workspace.
    compilerOptions: { ...(JSON.parse(options) as object), typeRoots: [join(root, 'node_modules/@types')] },
    include: paths(({ include }) => include),
    exclude: [...paths(({ exclude }) => exclude ?? []), '../../../**/node_modules', '../../../**/dist'],
  }
}

function read(file: string): Project {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Project // files of this repository
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const failures = await checkTypes(folder === undefined ? '' : relative(root, join(process.cwd(), folder)).replaceAll('\\', '/'))
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}
