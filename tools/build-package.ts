// Builds the package of the current folder into dist: JavaScript by esbuild, one file an entry and what entries share; declarations, a file a
// source, by tsc. Both have maps to the sources, which are packed beside dist.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { readLicensed } from './licences.ts'
import { markPure } from './mark-pure.ts'
import { installedParts, sbomFile, sbomOf } from './sbom.ts'

const folder = process.cwd()
const root = resolve(import.meta.dirname, '..')
const dist = join(folder, 'dist')
const staging = join(dist, '.declarations')

// A build that was stopped leaves its folder behind.
rmSync(dist, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
// Only what the entries reach is published; that sources keep to their platform was checked before, by each package's own tsconfig.json.
const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: Readonly<Record<string, string>> }
const files = Object.values(exports).map((entry) => join(folder, entry))

const pure: Plugin = {
  name: 'pure',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: markPure(path, readFileSync(path, 'utf8')), loader: 'ts' })),
}
await build({
  entryPoints: files,
  outbase: join(folder, 'src'),
  outdir: dist,
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  sourcesContent: false,
  plugins: [pure],
  logLevel: 'warning',
})

writeFileSync(join(staging, 'tsconfig.json'), JSON.stringify({ extends: join(folder, 'tsconfig.test.json'), files, include: [] }))
// Imports of workspaces resolve to sources, so tsc emits declarations of dependencies as well; they stay in the staging folder. In return
// no package waits for another one's build.
const emitted = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--declarationMap']
compile(['-p', staging, ...emitted, '--rootDir', join(root, 'packages'), '--outDir', staging])
cpSync(join(staging, basename(folder), 'src'), dist, { recursive: true })
rmSync(staging, { recursive: true })

// tsc rewrites the extension of relative imports in JavaScript but not in declarations, and older compilers do not find a `.ts` there.
for (const file of globSync('dist/**/*.d.ts')) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1$2.js$3'))
}
// Maps of declarations are relative to the staging folder.
for (const file of globSync('dist/**/*.d.ts.map')) {
  const map = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] }
  const source = file.replace(/^dist/, 'src').replace(/\.d\.ts\.map$/, '.ts')
  writeFileSync(file, JSON.stringify({ ...map, sources: [relative(dirname(file), source).replaceAll('\\', '/')] }))
}
// A format's page goes along, so that it is at hand offline.
const page = join(root, 'docs/formats', `${basename(folder)}.md`)
if (existsSync(page)) cpSync(page, join(dist, 'docs', basename(page)))

// The versions that it was built and tested with; an installation may have others within the ranges of package.json.
const { needs, parts } = installedParts(folder)
writeFileSync(join(dist, sbomFile), sbomOf({ ...readLicensed(folder), needs }, parts))

function compile(args: readonly string[]): void {
  const { status, error } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
}
