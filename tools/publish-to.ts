import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalRegistry } from './local-registry.ts'
import { runStep } from './run-step.ts'
import { root } from './workspace.ts'

/** Folder of the tarballs and of the plan that `pnpm run release` makes. */
export const releaseFolder = join(root, 'dist/release')

/** A group of packages that are published together, after the groups before it. */
export type PublishPlan = readonly (readonly {
  readonly name: string
  readonly version: string
  readonly tarball: { readonly path: string }
}[])[]

/** Publishes all packages to a registry by the command of a release, without its tags in git. Returns the plan by which it was done. */
export async function publishTo({ env }: LocalRegistry): Promise<PublishPlan> {
  if (!(await runStep('pnpm', ['run', 'release', '--no-git-tag'], { env, quiet: true }))) throw new Error('the release failed')
  const { plan } = JSON.parse(readFileSync(join(releaseFolder, 'publish-plan.json'), 'utf8')) as { readonly plan: PublishPlan } // by changesets
  return plan
}
