import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>> }
}

export interface Workspace {
  /** Relative to the root, with forward slashes: `packages/core`. */
  readonly folder: string
  /** Last segment of the folder: `core`. */
  readonly id: string
  readonly manifest: Manifest
}

/** Workspaces that match a pattern such as `packages/*`, in alphabetical order. */
export function listWorkspaces(pattern: string, base: string = root): readonly Workspace[] {
  return globSync(pattern, { cwd: base })
    .map((folder) => folder.replaceAll('\\', '/'))
    .filter((folder) => existsSync(join(base, folder, 'package.json')))
    .toSorted()
    .map((folder) => ({
      folder,
      id: basename(folder),
      manifest: JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8')) as Manifest,
    }))
}

/** False for a package whose index exports nothing yet. */
export function isBegun(workspace: Workspace, base: string = root): boolean {
  const index = join(base, workspace.folder, 'src/index.ts')
  return existsSync(index) && readFileSync(index, 'utf8').trim() !== 'export {}'
}
