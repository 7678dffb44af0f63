import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './workspace.ts'

/** A bundle of a user, and the size that it may have. */
interface Bundle {
  /** Entry of `interlingua` whose inbound half is used. Absent: none. */
  readonly from?: string
  /** Entry of `interlingua` whose outbound half is used. Absent: none. */
  readonly to?: string
  /** Import clause, of the package `of`. Absent: the halves, with `createTranslatingFetch` where there are both. */
  readonly import?: string
  readonly of?: string
  /** Largest size in kilobytes (1,000 bytes), minified and gzipped. */
  readonly limit: number
}

export interface BundleSize {
  readonly name: string
  readonly limit: number
  /** Kilobytes. */
  readonly size: number
}

/** Measures what the packages add to a program for browsers, as esbuild bundles it: minified, gzip at level 9. */
export async function measureBundles(file = join(root, 'tools/bundle-limits.json')): Promise<readonly BundleSize[]> {
  const bundles = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Bundle>>)
  return Promise.all(bundles.map(async ([name, bundle]) => ({ name, limit: bundle.limit, size: await sizeOf(codeOf(bundle)) })))
}

/** Bundles that are larger than they may be, in words. */
export function tooLarge(sizes: readonly BundleSize[]): readonly string[] {
  return sizes
    .filter(({ size, limit }) => size > limit)
    .map(({ name, size, limit }) => `${name}: ${size} KB, at most ${limit} KB are allowed`)
}

function codeOf({ from, to, import: clause, of }: Bundle): string {
  if (clause !== undefined) return `import ${clause} from '${of}'; globalThis.used = [${clause.replaceAll(/[{}]/g, '')}]`
  const halves = [
    from === undefined ? '' : `import * as from from './src/${from}-inbound.ts';`,
    to === undefined ? '' : `import * as to from './src/${to}-outbound.ts';`,
  ].join('')
  const used = [from && 'from', to && 'to'].filter(Boolean).join(', ')
  if (from === undefined || to === undefined) return `${halves} globalThis.used = [${used}]`
  return `${halves} import { createTranslatingFetch } from './src/index.ts'; globalThis.used = [createTranslatingFetch, ${used}]`
}

async function sizeOf(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(root, 'packages/interlingua'), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  })
  return Math.round(gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 100) / 10
}

if (import.meta.main) {
  const sizes = await measureBundles()
  for (const { name, size, limit } of sizes) console.log(`${name}: ${size} KB of ${limit}`)
  process.exitCode = tooLarge(sizes).length > 0 ? 1 : 0
}
