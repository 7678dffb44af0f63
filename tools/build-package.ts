// Builds the package of the current folder into dist: JavaScript by tsup, declarations by tsc.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const folder = process.cwd()
const root = resolve(import.meta.dirname, '..')
const staging = join(folder, 'dist', '.declarations')

run('tsup', ['--config', join(root, 'tsup.config.ts'), '--silent'])
// Only what the entries reach is published; that sources keep to their platform was checked before, by each package's own tsconfig.json.
const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: Readonly<Record<string, string>> }
const files = Object.values(exports).map((entry) => join(folder, entry))
// A build that was stopped leaves it behind.
rmSync(staging, { recursive: true, force: true })
mkdirSync(staging)
writeFileSync(join(staging, 'tsconfig.json'), JSON.stringify({ extends: join(folder, 'tsconfig.test.json'), files, include: [] }))
// Workspace imports resolve to sources, so tsc emits the declarations of our own dependencies as well: they are left behind in the staging
// folder. In return no package has to wait for another one's build.
run('tsc', [
  '-p',
  staging,
  '--noEmit',
  'false',
  '--emitDeclarationOnly',
  '--declaration',
  '--rootDir',
  join(root, 'packages'),
  '--outDir',
  staging,
])
cpSync(join(staging, basename(folder), 'src'), join(folder, 'dist'), { recursive: true })
rmSync(staging, { recursive: true })

// tsc rewrites the extension of relative imports in JavaScript but not in declarations, and older compilers do not find a `.ts` there.
for (const file of globSync('dist/**/*.d.ts')) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1$2.js$3'))
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(join(root, 'node_modules', '.bin', program), args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
}
