import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInstall } from '../../clients/driver/need.ts'

/** Date whose versions are installed for dependencies without a fixed version, so that every install is the same. */
const asOf = '2026-11-24T08:00:00Z'

/**
 * Installs npm packages at their versions into a folder outside of the workspace, unless that was done. `overrides`: versions of what they
 * depend on, where theirs cannot be had.
 */
export async function installPackages(
  folder: string,
  packages: readonly string[],
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stamp = join(folder, 'installed.json')
  const wanted = JSON.stringify({ packages, asOf, ...(Object.keys(overrides).length > 0 && { overrides }) })
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`Installing ${packages.join(', ')} …`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }))
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', `--before=${asOf}`, ...packages]
  await runInstall({ program: 'npm', args, cwd: folder })
  writeFileSync(stamp, wanted)
}
