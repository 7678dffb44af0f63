import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runStep } from './run-step.ts'
import { listWorkspaces, root, type Manifest, type Workspace } from './workspace.ts'

export interface PackedLibrary {
  readonly manifest: Manifest
  readonly tarball: string
}

/** The tarball of a package in the folder that it was packed into. */
export function tarballOf(destination: string, { name, version }: Manifest): string {
  const [tarball] = globSync(`${name.replace('@', '').replace('/', '-')}-${version}.tgz`, { cwd: destination })
  if (tarball === undefined) throw new Error(`${name}: no tarball was written`)
  return join(destination, tarball)
}

/** Packs what was built in a folder of the workspace. */
export async function packWorkspace({ folder, manifest }: Pick<Workspace, 'folder' | 'manifest'>, destination: string): Promise<string> {
  if (!(await runStep('pnpm', ['pack', '--pack-destination', destination], { cwd: resolve(root, folder), quiet: true })))
    throw new Error(`${folder} cannot be packed`)
  return tarballOf(destination, manifest)
}

/** Packs every built library into a folder, as the registry would get it: with the published entries in place of the sources. */
export async function packLibraries(destination: string): Promise<readonly PackedLibrary[]> {
  const packed: PackedLibrary[] = []
  for (const workspace of listWorkspaces('packages/*')) {
    // A format that is still being written.
    if (workspace.manifest.private === true) continue
    packed.push({ manifest: workspace.manifest, tarball: await packWorkspace(workspace, destination) })
  }
  return packed
}
