import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { tierOf } from './tools/tier.ts'

const folders = [
  ...readdirSync('packages').map((name) => `packages/${name}`),
  ...readdirSync('apps').map((name) => `apps/${name}`),
  'conformance',
  'tools',
]

const tier = tierOf(process.env)
const files = {
  fast: { include: ['test/**/*.test.ts'], exclude: ['**/*.slow.test.ts'] },
  slow: { include: ['test/**/*.slow.test.ts', 'test/**/*.stores.test.ts'] },
  all: { include: ['test/**/*.test.ts'] },
}[tier]

/** Fast tests share workers, as importing takes longer than most of them. The gateway's wait more than they compute: two more workers pay. */
function workersOf(root: string) {
  if (tier !== 'fast') return {}
  const waits = root.startsWith('apps/')
  return { isolate: false, maxWorkers: waits ? 4 : 2, sequence: { groupOrder: waits ? 1 : 0 } }
}

/** A project listed by its path alone would not inherit the options below. */
const projects = folders
  .filter((root) => existsSync(root))
  .map((root) => ({ extends: true as const, root, test: { name: nameOf(root), ...files, ...workersOf(root) } }))

function nameOf(root: string): string {
  const manifest = `${root}/package.json`
  return existsSync(manifest) ? String(JSON.parse(readFileSync(manifest, 'utf8')).name) : root
}

const setupFiles = ['tools/seed-properties.ts', 'tools/end-of-file.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))

export default defineConfig({ test: { projects, setupFiles, testTimeout: 30_000, hookTimeout: 30_000 } })
