import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageFolder } from '../run/load-cases.ts'

function versionIn(file: string): string {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string } // a manifest has one
  return version
}

/** Version of this package. */
export const version: string = versionIn(join(packageFolder, 'package.json'))

/** Versions of the vendors' SDKs that judge: a report says which. */
export function judgeVersions(): Readonly<Record<string, string>> {
  const require = createRequire(import.meta.url)
  return Object.fromEntries(['@anthropic-ai/sdk', 'openai', '@google/genai'].map((name) => [name, versionOf(require.resolve(name), name)]))
}

/** Packages need not export their manifests: the nearest one above the entry is theirs. */
function versionOf(entry: string, name: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly name?: string
        readonly version?: string
      } // a manifest
      if (manifest.name === name && manifest.version !== undefined) return manifest.version
    } catch {
      continue
    }
  }
  return 'unknown'
}
