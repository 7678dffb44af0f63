import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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

/** Type-checks every project. The libraries are checked twice: their sources without any platform, and again together with their tests. */
export async function checkTypes(): Promise<readonly string[]> {
  const projects = globSync(patterns, { cwd: root }).toSorted()
  const failures: string[] = []
  const queue = [...projects]
  const work = async (): Promise<void> => {
    for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
      if (!(await runStep('tsc', ['-p', project, '--pretty', 'false'], { quiet: true }))) failures.push(`${project} does not type-check`)
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
