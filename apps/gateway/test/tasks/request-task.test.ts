import { kinds } from '../served.ts'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Channel, createPools, openChannel } from '@interlingua/upstreams'
import { requestTask } from '@interlingua/tasks'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

const secret = 'sk-planted-secret'
const pools = createPools()
afterAll(() => pools.destroy())

let upstream: RunningUpstream

beforeAll(async () => {
  upstream = await startUpstream()
})

/** A new one has no history of failures. */
function channelTo(baseUrl = `${upstream.url}/api/v1`): Channel {
  return openChannel({ name: 'painter', format: 'chat', baseUrl, apiKey: secret, models: ['m'] }, {}, kinds, pools.poolOf)
}

async function ask(
  answer: (response: ServerResponse) => void,
  channel = channelTo(),
  signal = new AbortController().signal,
): ReturnType<typeof requestTask> {
  upstream.answer = answer
  return requestTask({ host: { channels: [], answerBytes: 5_000 }, channel, signal }, '/v1/tasks/up-1', { headers: { 'x-extra': '1' } })
}

const json = { 'content-type': 'application/json' }

test('the upstream is asked at its own path with its own credentials, and its answer has none of them in it', async () => {
  const said = await ask((response) => void response.writeHead(200, { ...json, 'x-request-id': 'r' }).end(`{"a":"${secret}!"}`))
  expect(said).toMatchObject({ state: 'answered', reply: { status: 200, headers: { 'x-request-id': 'r' }, body: { a: '[key]!' } } })
  expect(upstream.seen.at(-1)).toMatchObject({ url: '/api/v1/tasks/up-1', headers: { authorization: `Bearer ${secret}`, 'x-extra': '1' } })
})

test('a compressed answer is read, also one whose bytes nobody can read is no crash', async () => {
  const packed = gzipSync('{"a":1}')
  const coded = { ...json, 'content-encoding': 'gzip' }
  expect(await ask((response) => void response.writeHead(200, coded).end(packed))).toMatchObject({ reply: { body: { a: 1 } } })
  expect(await ask((response) => void response.writeHead(200, coded).end('{"a":1}'))).toMatchObject({ state: 'unreachable' })
  const bomb = gzipSync(Buffer.alloc(1_000_000))
  expect(await ask((response) => void response.writeHead(200, coded).end(bomb))).toMatchObject({ state: 'unreachable' })
  const odd = { ...json, 'content-encoding': 'rot13' }
  expect(await ask((response) => void response.writeHead(200, odd).end('x'))).toMatchObject({ state: 'unreachable' })
})

test('what is no answer about the task says nothing of it', async () => {
  for (const status of [400, 401, 402, 403, 408, 429, 500, 502, 503, 529, 302])
    expect(await ask((response) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<html>'))).toEqual({
      state: 'unreachable',
      problem: `the upstream answers with status ${status}`,
    })
  expect(await ask((response) => void response.writeHead(429, { 'retry-after': '7' }).end())).toMatchObject({ wait: 7_000 })
  expect(await ask((response) => void response.writeHead(404).end('{}'))).toEqual({ state: 'missing' })
  expect(await ask((response) => void response.writeHead(200).end('x'.repeat(5_001)))).toMatchObject({ state: 'unreachable' })
  expect(await ask((response) => void response.destroy())).toMatchObject({
    state: 'unreachable',
    problem: expect.stringContaining('reached'),
  })
  expect(
    await ask((response) => void response.writeHead(200, { 'content-length': '10' }).write('{}', () => response.destroy())),
  ).toMatchObject({
    state: 'unreachable',
  })
  expect(await ask(() => {}, channelTo('http://127.0.0.1:1/v1'))).toEqual({
    state: 'unreachable',
    problem: 'the upstream cannot be reached (ECONNREFUSED)',
  })
})

test('text that is no JSON is for whoever reads answers to refuse', async () => {
  expect(await ask((response) => void response.writeHead(200).end('<html>'))).toMatchObject({
    state: 'answered',
    reply: { body: undefined },
  })
})

test('a channel that refused its credentials is left alone, and a question that is called off says nothing of its upstream', async () => {
  const channel = channelTo()
  for (let time = 0; time < 10; time++) await ask((response) => void response.writeHead(401).end(), channel)
  const asked = upstream.seen.length
  expect(await ask((response) => void response.writeHead(200).end('{}'), channel)).toMatchObject({
    state: 'unreachable',
    problem: 'the channel is not to be called now',
    wait: expect.any(Number),
  })
  expect(upstream.seen.length).toBe(asked)
  const patient = channelTo()
  for (let time = 0; time < 40; time++) {
    const stop = new AbortController()
    const asking = ask(() => stop.abort(), patient, stop.signal)
    expect((await asking).state).toBe('unreachable')
  }
  expect(patient.circuit.state).toBe('closed')
})
