import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { lateFiles } from './late-files.ts'
import { recordingsAbsent } from './recordings-absent.ts'
import { addCounts, type Tally } from './tally.ts'
import { tierOf } from './tier.ts'

/** Lines of a failed test that are kept for the end of the run. */
const mostLines = 12

/** True in a clone without recordings beside it: the tests over them, and no others, may be skipped. */
const isBare = process.env['INTERLINGUA_BARE'] !== undefined

/**
 * Counts the results of a vitest run, names each failed test and each skipped one with its reason, and writes all that as JSON into the
 * file that the environment names. In CI a skipped test fails the run, so that an absent check does not look like a passed one.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let [passed, skipped, excused] = [0, 0, 0]
    let counts: Readonly<Record<string, number>> = {}
    const failures = unhandledErrors.map((error) => `outside of a test: ${wordsOf([error])}`)
    for (const module of modules) {
      const { counts: more } = module.meta() as { readonly counts?: Tally['counts'] } // written by end-of-file.ts
      counts = addCounts(counts, more)
      // Errors of a file or a suite itself: it did not load, or a hook threw.
      for (const error of module.errors()) failures.push(`${nameOf(module)}: ${wordsOf([error])}`)
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) failures.push(`${nameOf(module)} > ${suite.fullName}: ${wordsOf([error])}`)
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') passed += 1
        else if (result.state === 'failed') failures.push(`${nameOf(module)} > ${test.fullName}: ${wordsOf(result.errors)}`)
        else {
          skipped += 1
          const todo = test.options.mode === 'todo' ? 'to be written' : undefined
          const reason = todo ?? (result.state === 'skipped' ? (result.note ?? 'no reason given') : 'did not finish')
          if (isBare && reason === recordingsAbsent) excused += 1
          console.log(`skipped: ${nameOf(module)} > ${test.fullName}: ${reason}`)
        }
      }
    }
    if (process.env['CI'] !== undefined && skipped > excused) {
      console.error(`${skipped - excused} skipped: in CI every test must run.`)
      process.exitCode = 1
    }
    if (process.env['CI'] !== undefined && tierOf(process.env) === 'fast') {
      const late = lateFiles(modules.map((module) => ({ name: nameOf(module), seconds: module.diagnostic().duration / 1000 })))
      for (const each of late) console.error(each)
      failures.push(...late)
      if (late.length > 0) process.exitCode = 1
    }
    const file = process.env['INTERLINGUA_TALLY']
    if (file !== undefined)
      writeFileSync(
        file,
        JSON.stringify({
          passed,
          failed: failures.length,
          skipped,
          ...(isBare && { excused }),
          failures,
          ...(Object.keys(counts).length > 0 && { counts }),
        } satisfies Tally),
      )
  }
}

/** File from the root of the run, whichever project it ran in: packages have files of the same name. */
function nameOf({ project, moduleId }: TestModule): string {
  return relative(project.vitest.config.root, moduleId).replaceAll('\\', '/')
}

/** First lines of errors, with the last own line of the stack. */
function wordsOf(errors: readonly unknown[]): string {
  return errors.map(textOf).join('\n').split('\n').slice(0, mostLines).join('\n')
}

function textOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  // Errors cross from the worker as plain objects with the members of an Error.
  const { message, stack } = error as { readonly message?: unknown; readonly stack?: unknown }
  const place = typeof stack === 'string' ? stack.split('\n').find((line) => /^\s+at .*\.ts/.test(line)) : undefined
  return [String(message ?? JSON.stringify(error)), ...(place === undefined ? [] : [place])].join('\n')
}
