import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const folders = [
  ...readdirSync('packages').map((name) => `packages/${name}`),
  ...readdirSync('apps').map((name) => `apps/${name}`),
  'conformance',
  'tools',
]

/** A project listed by its path alone would not inherit the options below. */
const projects = folders.filter((root) => existsSync(root)).map((root) => ({ extends: true as const, root, test: { name: nameOf(root) } }))

function nameOf(root: string): string {
  const manifest = `${root}/package.json`
  return existsSync(manifest) ? String(JSON.parse(readFileSync(manifest, 'utf8')).name) : root
}

const setupFiles = ['tools/seed-properties.ts', 'tools/end-of-file.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))

export default defineConfig({ test: { projects, setupFiles, testTimeout: 30_000, hookTimeout: 30_000 } })
