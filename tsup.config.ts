import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

/** Shared by all library packages, each of which runs it in its own folder: the source entries of its manifest become `dist/<entry>.js`. */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string> }

export default defineConfig({
  entry: Object.values(exports),
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  outDir: 'dist',
  clean: true,
  // Declarations come from tsc (tools/build-package.ts): tsup bundles them with a TypeScript API that version 7 no longer has.
  dts: false,
  splitting: true,
  treeshake: false,
})
