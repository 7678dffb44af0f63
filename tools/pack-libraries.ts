import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './run-step.ts'
import { listWorkspaces, root, type Manifest } from './workspace.ts'

export interface PackedLibrary {
  readonly manifest: Manifest
  readonly tarball: string
}

/** Packs every built library into a folder, as the registry would get it: with the published entries in place of the sources. */
export async function packLibraries(destination: string): Promise<readonly PackedLibrary[]> {
  const packed: PackedLibrary[] = []
  for (const { folder, manifest } of listWorkspaces('packages/*')) {
    if (!(await runStep('pnpm', ['pack', '--pack-destination', destination], { cwd: join(root, folder), quiet: true }))) {
      throw new Error(`${folder} cannot be packed`)
    }
    const stem = manifest.name.replace('@', '').replace('/', '-')
    const [tarball] = globSync(`${stem}-${manifest.version}.tgz`, { cwd: destination })
    if (tarball === undefined) throw new Error(`${folder}: no tarball was written`)
    packed.push({ manifest, tarball: join(destination, tarball) })
  }
  return packed
}
