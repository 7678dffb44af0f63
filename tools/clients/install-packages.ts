import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInstall } from '../../clients/driver/need.ts'

/** What packages ask for without a version of their own is taken as it was then, so that tomorrow's install is today's. */
const asOf = '2026-11-24T08:00:00Z'

/** Installs npm packages at their versions into a folder of their own outside of the workspace, unless that was done. */
export async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  const stamp = join(folder, 'installed.json')
  const wanted = JSON.stringify({ packages, asOf })
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`Installing ${packages.join(', ')} …`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', `--before=${asOf}`, ...packages]
  await runInstall({ program: 'npm', args, cwd: folder })
  writeFileSync(stamp, wanted)
}
