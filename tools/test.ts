// Runs `npm test`: the static checks, then the fast tests of every workspace; with `--slow` the slow ones, with `--all` both. Other
// arguments go to vitest (`npm test -- --project @interlingua/core`, `npm test -- -t 'pitfall 13'`), and then only vitest runs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { runStep } from './run-step.ts'
import { addTallies, emptyTally, tallyOf, type Tally } from './tally.ts'
import { readTiers, type Tier } from './tier.ts'
import { root } from './workspace.ts'

const { tiers, rest } = readTiers(process.argv.slice(2))
let total = rest.length === 0 ? await check() : emptyTally
let found = 0
for (const tier of tiers) {
  const tally = await runTests(tier, rest)
  found += tally.passed + tally.failed + tally.skipped
  total = addTallies(total, tally)
}
if (found === 0) {
  const hint = tiers.length === 1 ? ` in the ${tiers[0]} tier; \`npm test -- --all …\` looks into both` : ''
  console.error(`No test was found${hint}.`)
  total = addTallies(total, tallyOf('no test was found', false))
}

// File from which a caller with checks of its own (.ci/run) reads the counts.
const file = process.env['INTERLINGUA_TALLY']
if (file !== undefined) writeFileSync(file, JSON.stringify(total))
for (const failure of total.failures) console.error(`FAILED: ${failure}`)
for (const [name, count] of Object.entries(total.counts ?? {})) console.log(`${count} ${name}`)
process.exitCode = total.failed > 0 || (process.env['CI'] !== undefined && total.skipped > (total.excused ?? 0)) ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)

async function runTests(tier: Tier, args: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-tally-'))
  const file = join(folder, 'tally.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const ok = await runStep(
    process.execPath,
    [vitest, 'run', '--passWithNoTests', '--reporter=default', `--reporter=${join(root, 'tools/tally-reporter.ts')}`, ...args],
    { env: { INTERLINGUA_TALLY: file, INTERLINGUA_TIER: tier, ...(tiers.includes('slow') ? {} : { INTERLINGUA_QUICK: '1' }) } },
  )
  try {
    const tally = JSON.parse(readFileSync(file, 'utf8')) as Tally
    // Otherwise vitest failed for another reason than a test: a configuration, a threshold, a worker that died.
    if (ok || tally.failed > 0 || tally.skipped > 0) return tally
    return addTallies(tally, tallyOf('vitest itself', false))
  } catch {
    console.error('Vitest ended without a report.')
    return tallyOf('vitest, which ended without a report', false)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
