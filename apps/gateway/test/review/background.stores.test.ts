import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { createGateway } from '../create-gateway.ts'
import { startCollector } from '../operation/start-collector.ts'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'

const { kinds } = await openStores()
const ask = { model: 'demo-chat', input: 'Hello', background: true } as const

test('background responses are counted in the series of their endpoint, each series once', async () => {
  const { url } = await startGateway()
  const client = openaiClient(url)
  for (let index = 0; index < 3; index++) {
    const { id } = await client.responses.create(ask)
    await waitFor(async () => (await client.responses.retrieve(id)).status === 'completed')
  }
  let text = ''
  // The metrics count a response once its end is written.
  await waitFor(async () => {
    text = await (await fetch(`${url}/metrics`)).text()
    return /interlingua_requests_total\{endpoint="\/v1\/responses",[^}]*channel="demo-chat",[^}]*outcome="ok"\} 3\n/.test(text)
  })
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
  expect(series.filter((name, index) => series.indexOf(name) !== index)).toEqual([])
})

test('the call of a background response is a good span under a span of its own run', async () => {
  const collector = await startCollector()
  const gateway = createGateway({ channels: [], port: 0, apiKey: 'any', telemetry: { endpoint: collector.url, metrics: false } })
  const { url } = await gateway.listen()
  const client = openaiClient(url)
  const { id } = await client.responses.create(ask)
  await waitFor(async () => (await client.responses.retrieve(id)).status === 'completed')
  await gateway.close(1_000)
  const call = collector.spans().find(({ kind }) => kind === 3)
  expect(call?.status.code).not.toBe(2)
  expect(JSON.stringify(call?.attributes)).not.toContain('error.type')
  expect(collector.spans().find(({ spanId }) => spanId === call?.parentSpanId)?.name).toBe('POST /v1/responses')
})

describe.each(kinds)('on $name', ({ create }) => {
  test('requests that come at once start no more background responses than a key may have', async () => {
    const { url } = await startGateway({ responses: { background: 3 }, ...dropAbsent(await create()) })
    const client = openaiClient(url)
    const slow = { ...ask, input: 'wait [demo:stall 30s first]' }
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => client.responses.create(slow)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})
