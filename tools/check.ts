import { addTallies, emptyTally, tallyOf, type Tally } from './tally.ts'
import { runStep } from './run-step.ts'

const checks: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['types', process.execPath, ['tools/check-types.ts']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['boundaries', process.execPath, ['tools/check-boundaries.ts']],
  ['shape', process.execPath, ['tools/check-shape.ts']],
  ['words', process.execPath, ['tools/words.ts']],
  ['comments', process.execPath, ['tools/comment-style.ts']],
]

/** Runs the checks that need no preparation: seconds together, before the first test. A failing check does not stop the next. */
export async function check(): Promise<Tally> {
  let tally = emptyTally
  for (const [name, program, args] of checks) {
    const ok = await runStep(program, args)
    if (!ok) console.error(`FAILED: ${name}`)
    tally = addTallies(tally, tallyOf(name, ok))
  }
  return tally
}

if (import.meta.main) process.exitCode = (await check()).failed > 0 ? 1 : 0
