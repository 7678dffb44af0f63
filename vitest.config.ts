import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { tierOf } from './tools/tier.ts'

const folders = [
  ...readdirSync('packages').map((name) => `packages/${name}`),
  ...readdirSync('apps').map((name) => `apps/${name}`),
  'conformance',
  'site',
  'tools',
].filter((root) => existsSync(root))

const tier = tierOf(process.env)
const files = {
  fast: { include: ['test/**/*.test.ts'], exclude: ['**/*.slow.test.ts'] },
  slow: { include: ['test/**/*.slow.test.ts', 'test/**/*.stores.test.ts'] },
  all: { include: ['test/**/*.test.ts'] },
}[tier]

/** Many tests wait more than they compute, so one more worker than processors pays. */
const maxWorkers = Math.max(3, availableParallelism() + 1)
/** Fast tests share workers, as importing takes longer than most of them. */
const shared = tier === 'fast' && process.env['INTERLINGUA_ISOLATE'] === undefined
const workers = shared ? { isolate: false, maxWorkers } : { maxWorkers }

/** A project for each workspace where one is asked for by name. A project listed by its path alone would not inherit the options below. */
const byName = folders.map((root) => ({ extends: true as const, root, test: { name: nameOf(root), ...files, ...workers } }))

/** All workspaces as one project: workers serve one project each, and import its modules anew. */
const together = {
  extends: true as const,
  test: {
    name: 'interlingua',
    ...files,
    ...workers,
    include: folders.flatMap((root) => files.include.map((pattern) => `${root}/${pattern}`)),
  },
}

function nameOf(root: string): string {
  const manifest = `${root}/package.json`
  return existsSync(manifest) ? String(JSON.parse(readFileSync(manifest, 'utf8')).name) : root
}

const isNamed = process.argv.some((argument) => argument.startsWith('--project'))
const setupFiles = ['tools/seed-properties.ts', 'tools/end-of-file.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))

export default defineConfig({
  test: {
    projects: shared && !isNamed ? [together] : byName,
    setupFiles,
    // Long enough for a machine on which many other programs run: slow files are told by tools/late-files.ts.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Node runs the sources as they are, in tests as elsewhere: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
