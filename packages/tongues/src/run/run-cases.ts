import type { Case, Permutation } from './case.ts'
import type { RunContext } from './exchanged.ts'
import { axisOf, didRun, type Result, type Verdict } from './outcome.ts'
import { frontPermutationsOf, isSelected, notOffered, permutationsOf, type Selection } from './permutations.ts'
import { runPermutation } from './run-permutation.ts'

export interface RunOptions extends Selection {
  /** Called after each permutation. */
  readonly onResult?: (result: Result, done: number, all: number) => void
  readonly signal?: AbortSignal
  /** Permutations at once, of those that can be told apart. Default: 4. */
  readonly lanes?: number
}

export interface RunOutcome {
  readonly results: readonly Result[]
  /** Reason for which the run ended before its end. */
  readonly stopped?: string
}

/** Permutations that hang in a row, after which a run ends: a gateway that hangs would hold it for hours. */
const mostHangs = 4

/** Runs the cases on a gateway: those that can be told apart beside each other, then those of endings, timing last and alone. */
export async function runCases(cases: readonly Case[], context: RunContext, options: RunOptions): Promise<RunOutcome> {
  const all = context.upstream === undefined ? frontPermutationsOf(cases) : permutationsOf(cases)
  const chosen = all.filter(
    (each) => isSelected(each, options) && (options.axis === undefined || options.axis.includes(axisOf(each.case.id))),
  )
  const results = new Map<string, Result>()
  let stopped: string | undefined
  let hangs = 0
  const finish = (result: Result): void => {
    if (stopped === 'interrupted') return
    results.set(result.name, result)
    const isHung = result.verdict === 'hang' || result.verdict === 'crash'
    if (didRun(result.verdict)) hangs = isHung ? hangs + 1 : 0
    if (hangs >= mostHangs) stopped ??= `${hangs} cases in a row had no answer`
    options.onResult?.(result, results.size, chosen.length)
  }
  const runOne = async (permutation: Permutation): Promise<void> => {
    const reason = notOffered(permutation, context.profile)
    if (reason !== undefined) return finish(without(permutation, 'not offered', reason))
    if (permutation.front === true && permutation.case.front === undefined)
      return finish(without(permutation, 'not judged', 'needs the wire of the upstream'))
    finish(await runPermutation(permutation, context))
  }
  const runAll = async (list: readonly Permutation[], lanes: number): Promise<void> => {
    const queue = [...list]
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          if (stopped !== undefined) return
          await runOne(next)
        }
      }),
    )
  }
  const lanes = options.lanes ?? 4
  const groups = Map.groupBy(chosen, (each) => groupOf(each.case))
  const runGroups = async (): Promise<void> => {
    // Slow cases wait more than they work: all of them go beside the others.
    const slow = runAll(groups.get('slow') ?? [], 16)
    await runAll(groups.get('told apart') ?? [], lanes)
    await runAll(groups.get('alone') ?? [], 1)
    await runAll(groups.get('endings') ?? [], lanes)
    await slow
    await runAll(groups.get('timing') ?? [], 1)
  }
  const interrupted = new Promise<void>((resolve) => {
    options.signal?.addEventListener('abort', () => {
      stopped ??= 'interrupted'
      resolve()
    })
  })
  // An interrupted run does not wait for answers.
  await Promise.race([runGroups(), interrupted])
  const ordered = chosen.flatMap(({ name }) => results.get(name) ?? [])
  return { results: ordered, ...(stopped !== undefined && { stopped }) }
}

function groupOf(given: Case): 'slow' | 'timing' | 'endings' | 'told apart' | 'alone' {
  if ((given.over?.needs ?? []).includes('timing')) return 'timing'
  if (given.slow === true) return 'slow'
  if (given.id.startsWith('endings/')) return 'endings'
  return JSON.stringify(given.client).includes('$NONCE') ? 'told apart' : 'alone'
}

function without({ case: given, from, to, stream, front, name }: Permutation, verdict: Verdict, reason: string): Result {
  const checks = [{ id: verdict === 'not judged' ? 'mode front' : 'profile', verdict, got: reason }]
  const upstream = front === true ? '*' : to
  return { name, id: given.id, from, to: upstream, stream, axis: axisOf(given.id), verdict, scored: false, checks, ms: 0 }
}
