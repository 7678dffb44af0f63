import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from './workspace.ts'

export interface PackedFiles {
  readonly manifest: Manifest
  /** Contents of the files, by their paths in the package. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads the tarball of a package. */
export function readPacked(tarball: string): PackedFiles {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-packed-'))
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', folder])
    const base = join(folder, 'package')
    const paths = globSync('**', { cwd: base }).filter((path) => statSync(join(base, path)).isFile())
    const files = new Map(paths.toSorted().map((path) => [path, readFileSync(join(base, path))]))
    return { files, manifest: JSON.parse(String(files.get('package.json'))) as Manifest }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
