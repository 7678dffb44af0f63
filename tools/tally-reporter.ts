import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { Tally } from './tally.ts'

/** Counts what a vitest run came to, names each skipped test with its reason, and leaves the counts as JSON in the file that the environment
 *  names. In CI a skipped test fails the run: a check that did not happen must not look like one that passed. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      // Errors of a file or a suite itself: it did not load, or a hook threw.
      tally.failed += module.errors().length
      for (const suite of module.children.allSuites()) tally.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') tally.passed += 1
        else if (result.state === 'failed') tally.failed += 1
        else {
          tally.skipped += 1
          const reason = result.state === 'skipped' ? (result.note ?? 'no reason given') : 'did not finish'
          console.log(`skipped: ${module.relativeModuleId} > ${test.fullName}: ${reason}`)
        }
      }
    }
    if (process.env['CI'] !== undefined && tally.skipped > 0) {
      console.error(`${tally.skipped} skipped: in CI every test must run.`)
      process.exitCode = 1
    }
    const file = process.env['INTERLINGUA_TALLY']
    if (file !== undefined) writeFileSync(file, JSON.stringify(tally satisfies Tally))
  }
}
