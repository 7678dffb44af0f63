import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listWorkspaces, root } from '../workspace.ts'

/** Turbo passes over a workspace without the script of a task, and says nothing of it. */
const tasksOf = (folder: string): readonly string[] =>
  existsSync(join(root, folder, 'test')) && !folder.startsWith('examples/') ? ['types', 'lint', 'test'] : ['types', 'lint']

const workspaces = listWorkspaces('{packages/*,apps/*,conformance,bench,examples/*}')

test.each(workspaces.map((workspace) => [workspace.folder, workspace] as const))(
  '%s has a script for each task of turbo',
  (folder, { manifest }) => {
    expect(Object.keys(manifest.scripts ?? {})).toEqual(expect.arrayContaining([...tasksOf(folder)]))
  },
)

// A package's sources change with those of its dependencies. Turbo's `^sources` counts those of its tests as well, so that such packages
// name theirs.
const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8')) as {
  readonly tasks: Readonly<Record<string, { readonly dependsOn?: readonly string[] }>>
}
const named = Object.entries(tasks).filter(([task]) => task.endsWith('#sources'))

test.each(named)('%s waits for the sources of its dependencies, and of no others', (task, { dependsOn }) => {
  const { manifest } = workspaces.find((workspace) => `${workspace.manifest.name}#sources` === task) ?? {}
  const ranges = Object.entries({ ...manifest?.dependencies, ...manifest?.optionalDependencies })
  const own = ranges.filter(([, range]) => range.startsWith('workspace:')).map(([name]) => `${name}#sources`)
  expect(dependsOn?.toSorted()).toEqual(own.toSorted())
})
