import { afterAll, expect, test } from 'vitest'
import { createAwsReader, writeAwsMessage } from '../src/framing/aws-events.ts'
import { mutantOf } from '../src/mutants/mutants.ts'
import { profileOf } from '../src/profiles/profiles.ts'
import { startReference } from '../src/reference/reference-gateway.ts'
import { createHttpClient } from '../src/run/http-client.ts'
import { loadCases } from '../src/run/load-cases.ts'
import { isFailure, type Result } from '../src/run/outcome.ts'
import { runCases } from '../src/run/run-cases.ts'
import { scoreOf } from '../src/run/score.ts'
import { startUpstream } from '../src/run/upstream-server.ts'

const cases = loadCases()
const drafts = cases.filter(({ status }) => status === 'draft')
const upstream = await startUpstream()
const http = createHttpClient()
afterAll(async () => {
  http.close()
  await upstream.close()
})

async function run(
  list: typeof cases,
  { mutant, asked = true }: { readonly mutant?: string; readonly asked?: boolean } = {},
): Promise<readonly Result[]> {
  const gateway = await startReference({ port: 0, upstream: `http://127.0.0.1:${upstream.port}`, mutant: mutantOf(mutant) })
  const address = `http://127.0.0.1:${gateway.port}`
  const context = {
    profile: profileOf('reference'),
    gateway: address,
    key: 'k',
    upstream,
    http,
    seed: 1,
    fullSweep: false,
    timeoutMs: 10_000,
  }
  try {
    return (await runCases(list, context, { timing: false, drafts: asked })).results
  } finally {
    await gateway.close()
  }
}

const failed = (results: readonly Result[]): readonly Result[] => results.filter(({ verdict, axis }) => isFailure(verdict, axis))

test('drafts run where they are asked for, pass with the reference, and count nowhere', async () => {
  expect(drafts.length).toBeGreaterThan(6)
  const [first] = drafts
  if (first === undefined) throw new Error('no draft')
  expect(await run([first], { asked: false })).toEqual([])
  const results = await run(drafts)
  expect(failed(results).map(({ name, checks }) => [name, checks[0]])).toEqual([])
  expect(results.some(({ scored }) => scored)).toBe(false)
  expect(scoreOf(results)).toMatchObject({ axes: {}, directions: {}, offered: 0 })
})

test.each(drafts.flatMap(({ id, mutants }) => mutants.map((mutant) => [id, mutant] as const)))('%s kills %s', async (id, mutant) => {
  expect(
    failed(
      await run(
        cases.filter((each) => each.id === id),
        { mutant },
      ),
    ).length,
  ).toBeGreaterThan(0)
})

const known =
  '0000007a00000051ca2c46650b3a6576656e742d7479706507000b6d65737361676553746f700d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b2273746f70526561736f6e223a22656e645f7475726e227d5fbf09fc'
const headers = { ':event-type': 'messageStop', ':content-type': 'application/json', ':message-type': 'event' }
const stop = { event: 'messageStop', data: '{"stopReason":"end_turn"}' }

test('a message of an event stream is written as the vendor’s own codec writes it, and read at every split', () => {
  const made = writeAwsMessage({ headers, payload: stop.data })
  expect(Buffer.from(made, 'latin1').toString('hex')).toBe(known)
  const twice = made + made
  for (let at = 0; at <= twice.length; at++) {
    const reader = createAwsReader()
    expect([...reader.push(twice.slice(0, at)), ...reader.push(twice.slice(at))]).toEqual([stop, stop])
    expect(reader.isCut?.()).toBe(false)
  }
})

test('a byte that changed is a wrong checksum or length, and half a message is a cut', () => {
  const bytes = Buffer.from(known, 'hex')
  for (const [place, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[place] = byte ^ 1
    expect([
      place,
      createAwsReader()
        .push(changed.toString('latin1'))
        .map(({ event }) => event),
    ]).toEqual([place, ['malformed']])
  }
  const reader = createAwsReader()
  expect([reader.push(bytes.subarray(0, 60).toString('latin1')), reader.isCut?.()]).toEqual([[], true])
})
