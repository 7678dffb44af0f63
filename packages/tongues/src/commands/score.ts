import { writeFileSync } from 'node:fs'
import type { Report } from '../report/json-report.ts'
import { scoreFileOf } from '../report/score-file.ts'
import { readOptions, textOf } from '../run/command-options.ts'
import { readChecked, UseError } from '../run/load-cases.ts'

/** Makes a score of two reports that agree case by case. */
export function score(args: readonly string[]): number {
  const { values, positionals } = readOptions(args, { out: { type: 'string' } })
  const [first, second] = positionals
  if (first === undefined || second === undefined)
    throw new UseError('score needs two reports of one gateway: tongues score one/report.json two/report.json --out scores/mine.json')
  // The schema holds what the type says.
  const made = scoreFileOf(readChecked(first, 'report') as Report, readChecked(second, 'report') as Report)
  const out = textOf(values, 'out')
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(made, null, 1)}\n`)
  const { gateway, score: total, counts, unsteady } = made
  const said = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  console.log(`${gateway.name} ${gateway.version}: ${total.total} % of ${total.offered}/16, ${said.join(', ')}`)
  const names = Object.keys(unsteady)
  console.log(names.length === 0 ? 'both runs agree' : `both runs agree but for ${names.join(', ')}, of which the worse counts`)
  return 0
}
