import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packWorkspace } from './pack-libraries.ts'
import { readPacked } from './read-packed.ts'
import { runStep } from './run-step.ts'
import { listWorkspaces, root } from './workspace.ts'

/**
 * Builds and packs what is committed once more, in a clone of its own in `folder`, and compares the tarballs with those of this checkout. Says
 * which differ, and in what.
 */
export async function differencesOfBuilds(folder: string): Promise<readonly string[]> {
  const clone = join(folder, 'another/place')
  const steps: readonly (readonly [program: string, ...args: string[]])[] = [
    ['git', 'clone', '--quiet', root, clone],
    ['pnpm', '--dir', clone, 'install', '--frozen-lockfile', '--prefer-offline', '--loglevel=error'],
    ['pnpm', '--dir', clone, 'run', 'build', '--force', '--output-logs=errors-only'],
  ]
  for (const [program, ...args] of steps)
    if (!(await runStep(program, args, { quiet: true }))) throw new Error(`${program} ${args[0]} failed`)
  const [first, second] = [await packAll(root, join(folder, 'first')), await packAll(clone, join(folder, 'second'))]
  return [...first].flatMap(([name, tarball]) => compareTarballs(name, tarball, second.get(name)))
}

async function packAll(base: string, destination: string): Promise<ReadonlyMap<string, string>> {
  mkdirSync(destination, { recursive: true })
  const tarballs = new Map<string, string>()
  for (const { folder, manifest } of listWorkspaces('{packages,apps}/*', base))
    if (manifest.private !== true) tarballs.set(manifest.name, await packWorkspace({ folder: join(base, folder), manifest }, destination))
  return tarballs
}

export function compareTarballs(name: string, first: string, second: string | undefined): readonly string[] {
  if (second === undefined) return [`${name}: is packed only once`]
  if (readFileSync(first).equals(readFileSync(second))) return []
  const [ours, theirs] = [readPacked(first).files, readPacked(second).files]
  const paths = new Set([...ours.keys(), ...theirs.keys()])
  const differing = [...paths].filter((path) => !ours.get(path)?.equals(theirs.get(path) ?? Buffer.alloc(0)))
  return [`${name}: ${differing.length === 0 ? 'the same files are packed in other bytes' : differing.join(', ')}`]
}
