import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePages } from '../pages/write-pages.ts'
import { runStep } from '../../tools/run-step.ts'
import { addContentPolicies } from './content-policy.ts'

const site: string = join(import.meta.dirname, '..')

export interface SiteBuild {
  /** Path below which the site is served, with slashes at both ends. Default: `/`. */
  readonly base?: string
  /** Folder of the built site. Default: `site/dist`. */
  readonly out?: string
}

/** Installs the generator into `site/node_modules`, as its lock file says. */
export function installGenerator(): Promise<boolean> {
  const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=error']
  return runStep('pnpm', ['--dir', site, 'install', ...flags])
}

/** Builds the site from the documentation and the code. Needs the network for nothing. */
export async function buildSite({ base = '/', out = join(site, 'dist') }: SiteBuild = {}): Promise<void> {
  if (!existsSync(join(site, 'node_modules/astro'))) throw new Error('the generator is not installed: run `pnpm --dir site install`')
  const { apiPages } = await import('./api.ts')
  writePages(base, await apiPages(base))
  rmSync(out, { recursive: true, force: true })
  const env = { ASTRO_TELEMETRY_DISABLED: '1', SITE_BASE: base, SITE_OUT: out }
  const ok = await runStep(process.execPath, [join(site, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'], { cwd: site, env })
  if (!ok) throw new Error('the site cannot be built')
  addContentPolicies(out)
}
