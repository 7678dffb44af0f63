import { afterAll, expect, test } from 'vitest'
import { crossed } from '../src/mutants/kill-table.ts'
import { mutantOf } from '../src/mutants/mutants.ts'
import { profileOf } from '../src/profiles/profiles.ts'
import { startReference } from '../src/reference/reference-gateway.ts'
import { createStandIn } from '../src/reference/stand-in.ts'
import { createHttpClient } from '../src/run/http-client.ts'
import { loadCases } from '../src/run/load-cases.ts'
import { didRun, isFailure, type Result } from '../src/run/outcome.ts'
import { runCases } from '../src/run/run-cases.ts'
import { scoreOf } from '../src/run/score.ts'
import { startUpstream } from '../src/run/upstream-server.ts'

const cases = loadCases()
const upstream = await startUpstream()
upstream.adopt(createStandIn())
const http = createHttpClient()
afterAll(async () => {
  http.close()
  await upstream.close()
})

/** Runs mode `front` on the reference, whose upstream knows no case. */
async function runFront(mutant?: string): Promise<readonly Result[]> {
  const gateway = await startReference({ port: 0, upstream: `http://127.0.0.1:${upstream.port}`, mutant: mutantOf(mutant) })
  const profile = { ...profileOf('reference'), models: crossed }
  const address = `http://127.0.0.1:${gateway.port}`
  const context = { profile, gateway: address, key: 'k', http, seed: 1, fullSweep: false, timeoutMs: 10_000 }
  try {
    return (await runCases(cases, context, { timing: false })).results
  } finally {
    await gateway.close()
  }
}

const failed = (results: readonly Result[]): unknown =>
  results
    .filter(({ verdict, axis, scored }) => scored && isFailure(verdict, axis))
    .map(({ name, verdict, checks }) => [name, verdict, checks[0]])

test('a front whose upstream is its own passes what answers alone show, and the rest is not judged', async () => {
  const results = await runFront()
  expect(failed(results)).toEqual([])
  const judged = new Set(results.filter(({ verdict }) => didRun(verdict)).map(({ id }) => id))
  expect([...judged].toSorted()).toEqual(cases.filter(({ front }) => front !== undefined).map(({ id }) => id))
  const others = results.filter(({ id }) => !judged.has(id))
  expect(new Set(others.map(({ verdict, scored }) => `${verdict} ${scored}`))).toEqual(new Set(['not judged false']))
  const { total, offered, directions } = scoreOf(results)
  expect([total, offered, Object.keys(directions)]).toEqual([100, 4, ['M>*', 'R>*', 'C>*', 'G>*']])
})

test.each([
  ['terminal-dropped', ['M', 'C']],
  ['finish-dropped', ['R', 'C', 'G']],
] as const)('a front that ends streams falsely (%s) fails by that', async (mutant, formats) => {
  const results = await runFront(mutant)
  const names = results.filter(({ verdict, axis }) => isFailure(verdict, axis)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(formats.map((format) => `endings/own-terminal[${format},stream]`)))
  expect(scoreOf(results).total).toBeLessThan(100)
})
