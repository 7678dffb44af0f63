import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../clients/driver/cache-folder.ts'
import { runInstall } from '../clients/driver/need.ts'
import { runStep } from './run-step.ts'
import { root } from './workspace.ts'

const version = 'v1.7.12'

/** Checks the workflows by actionlint, which Go installs, and that no action may change beneath us. */
export async function lintWorkflows(): Promise<boolean> {
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  if (files.length === 0) throw new Error('there are no workflows')
  const problems = files.flatMap((file) => unpinnedActions(readFileSync(join(root, file), 'utf8')).map((each) => `${file}: ${each}`))
  for (const problem of problems) console.error(problem)
  const folder = cacheFolder(`actionlint-${version}`)
  const program = join(folder, 'actionlint')
  if (!existsSync(program))
    await runInstall({ program: 'go', args: ['install', `github.com/rhysd/actionlint/cmd/actionlint@${version}`], env: { GOBIN: folder } })
  // shellcheck is left out, since it is not on every machine.
  return (await runStep(program, ['-shellcheck=', ...files], { quiet: true })) && problems.length === 0
}

/** The actions of a workflow that are not named by the hash of a commit. */
export function unpinnedActions(workflow: string): readonly string[] {
  return [...workflow.matchAll(/\buses:\s*(\S+)/g)].flatMap(([, action = '']) =>
    action.startsWith('./') || /@[0-9a-f]{40}$/.test(action) ? [] : [`${action} is not pinned to a commit`],
  )
}
