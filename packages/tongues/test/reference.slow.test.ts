import { afterAll, beforeAll, expect, test } from 'vitest'
import { killTable } from '../src/mutants/kill-table.ts'
import { profileOf } from '../src/profiles/profiles.ts'
import { startReference } from '../src/reference/reference-gateway.ts'
import { createHttpClient } from '../src/run/http-client.ts'
import { loadCases } from '../src/run/load-cases.ts'
import { isFailure, type Result } from '../src/run/outcome.ts'
import { runCases } from '../src/run/run-cases.ts'
import { startUpstream } from '../src/run/upstream-server.ts'

const cases = loadCases()
const upstream = await startUpstream()
const gateway = await startReference({ port: 0, upstream: `http://127.0.0.1:${upstream.port}` })
const http = createHttpClient()
afterAll(async () => {
  http.close()
  await gateway.close()
  await upstream.close()
})

const run = async (): Promise<readonly Result[]> => {
  const context = {
    profile: profileOf('reference'),
    gateway: `http://127.0.0.1:${gateway.port}`,
    key: 'k',
    upstream,
    http,
    seed: 1,
    fullSweep: false,
    timeoutMs: 30_000,
  }
  return (await runCases(cases, context, { timing: false })).results
}

let first: readonly Result[] = []
beforeAll(async () => void (first = await run()), 300_000)

test('the reference gateway, made of the suite’s own readers, passes every scored case', () => {
  expect(first.length).toBeGreaterThan(2_000)
  expect(
    first.filter(({ verdict, axis, scored }) => scored && isFailure(verdict, axis)).map(({ name, checks }) => [name, checks[0]]),
  ).toEqual([])
})

test('a second run finds the same', async () => {
  const plain = (results: readonly Result[]): unknown => results.map(({ name, verdict, checks }) => [name, verdict, checks])
  expect(plain(await run())).toEqual(plain(first))
}, 300_000)

test('every mutant is killed by each case that names it, and every case kills one', async () => {
  const quick = cases.filter(({ over, slow }) => slow !== true && over?.needs?.includes('timing') !== true)
  const { problems } = await killTable(quick, { lanes: 4 })
  // Mutants of time have their cases among those that are left out here; `tongues mutants` runs them.
  expect(problems.filter((problem) => !problem.endsWith('no case names it'))).toEqual([])
}, 600_000)
