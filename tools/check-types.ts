import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runStep } from './run-step.ts'
import { root } from './workspace.ts'

const patterns = [
  'packages/*/tsconfig*.json',
  'apps/*/tsconfig*.json',
  'conformance/tsconfig.json',
  'bench/tsconfig.json',
  'clients/tsconfig.json',
  'examples/*/tsconfig.json',
  'tools/tsconfig.json',
]

/** What the compiler remembers of each project: where nothing changed since the last run, it only compares hashes. */
const memories = join(root, 'node_modules', '.cache', 'types')

/** Type-checks every project. The libraries are checked twice: their sources without any platform, and again together with their tests. */
export async function checkTypes(): Promise<readonly string[]> {
  const projects = globSync(patterns, { cwd: root }).toSorted()
  const failures: string[] = []
  const queue = [...projects]
  const work = async (): Promise<void> => {
    for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
      const memory = join(memories, `${project.replaceAll(/[/\\]/g, '-')}.tsbuildinfo`)
      const args = ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory]
      if (!(await runStep('tsc', args, { quiet: true }))) failures.push(`${project} does not type-check`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  console.log(`types: ${projects.length} projects checked`)
  return projects.length === 0 ? ['no project found to type-check'] : failures
}

if (import.meta.main) {
  const failures = await checkTypes()
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}
