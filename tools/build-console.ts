import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installedParts, type Part } from './sbom.ts'
import { root } from './workspace.ts'

const app = join(root, 'apps/console')

/** Builds the page of the console into `folder`, and gives the packages of others that it is made of. Throws if it cannot be built. */
export function buildConsole(folder: string): readonly Part[] {
  const program = join(app, 'node_modules/vite/bin/vite.js')
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [program, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: app, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the console could not be built:\n${stdout}${stderr}`)
  return installedParts(app).parts
}
