import { availableParallelism } from 'node:os'
import { casesOf } from './cases-of.ts'
import type { Expectations } from './expected-failures.ts'
import { judge } from './judge.ts'
import type { Client, Language, Result } from './language.ts'
import { missingCases } from './missing-cases.ts'
import { runHarness } from './run-harness.ts'
import type { Setting } from './start-setting.ts'

export interface LanguageRun {
  readonly results: readonly Result[]
  readonly problems: readonly string[]
}

/** Runs a language's clients, some side by side, since they mostly wait. */
export async function runLanguage(
  language: Language,
  clients: readonly Client[],
  cache: string,
  setting: Setting,
  expectations: Expectations,
): Promise<LanguageRun> {
  const results: Result[] = []
  const problems: string[] = []
  const queue = [...clients]
  const work = async (): Promise<void> => {
    for (let client = queue.shift(); client !== undefined; client = queue.shift()) {
      const run = await runHarness(language.command(client, cache), client, setting.file(client.path))
      const judged = judge(run.results, setting.watch).filter((result) => casesOf(client).includes(result.case))
      results.push(...judged)
      const missing = missingCases(client, judged)
      if (run.problem !== undefined) problems.push(`${client.name}: ${run.problem}`)
      if (missing.length > 0) problems.push(`${client.name}: ${missing.length} cases were not run: ${missing.join(', ')}`)
      const failed = judged.filter((result) => !result.ok && !expectations.isExpected(result))
      for (const { upstream, case: name, note } of failed) problems.push(`${client.name}/${upstream}/${name}: ${note}`)
      const passed = judged.filter(({ ok }) => ok).length
      console.log(`${client.name}: ${passed} of ${judged.length + missing.length} (${(run.millis / 1000).toFixed(1)} s)`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return { results, problems: [...problems, ...expectations.stale(results)] }
}
