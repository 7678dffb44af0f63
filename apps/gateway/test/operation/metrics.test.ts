import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'

const ask = { model: 'demo-chat', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] }
const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }

test('what was asked is counted by endpoint, format, channel and class of status', async () => {
  const { url } = await startGateway()
  const post = async (body: unknown): Promise<string> =>
    (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  await post(ask)
  await post(ask)
  await post({ ...ask, stream: true })
  await post({ ...ask, model: 'nobody-has-it' })
  await fetch(`${url}/nowhere`)
  const answer = await fetch(`${url}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  const good = 'endpoint="/v1/messages",format="messages",channel="demo-chat",upstream="chat",model="demo-chat",status="2xx",outcome="ok"'
  expect(text).toContain(`interlingua_requests_total{${good}} 3\n`)
  expect(text).toContain(
    'interlingua_requests_total{endpoint="/v1/messages",format="messages",channel="",upstream="",model="",status="4xx",outcome="failed"} 1\n',
  )
  expect(text).toMatch(/interlingua_requests_total\{endpoint="",.*status="4xx",outcome="failed"\} 1\n/)
  expect(text).toContain('interlingua_request_duration_seconds_count{endpoint="/v1/messages",channel="demo-chat"} 3\n')
  expect(text).toContain('interlingua_first_byte_seconds_count{endpoint="/v1/messages",channel="demo-chat"} 1\n')
  expect(text).toMatch(/interlingua_tokens_total\{endpoint="\/v1\/messages",channel="demo-chat",model="demo-chat",bucket="output"\} [1-9]/)
  expect(text).toMatch(/interlingua_running_requests 1\n/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('nobody-has-it')
})

test('readers who come through a proxy need the key of an administrator, unless the metrics are open', async () => {
  const closed = await startGateway()
  const through = { 'x-forwarded-for': '203.0.113.9' }
  expect((await fetch(`${closed.url}/metrics`, { headers: through })).status).toBe(401)
  expect((await fetch(`${closed.url}/metrics`, { headers: { ...through, 'x-api-key': 'wrong' } })).status).toBe(401)
  const open = await startGateway({ metrics: { open: true } })
  expect((await fetch(`${open.url}/metrics`, { headers: through })).status).toBe(200)
})
