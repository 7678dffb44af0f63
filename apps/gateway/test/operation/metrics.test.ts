import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

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

test('calls of upstreams, repetitions, changes on the way, costs, the store and reloads are counted', async () => {
  const upstream = await startUpstream()
  const document = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_000_000, completion_tokens: 10, total_tokens: 1_000_010, prompt_tokens_details: { cached_tokens: 400_000 } },
  }
  let asked = 0
  upstream.answer = (response) => {
    const good = ++asked > 1
    response
      .writeHead(good ? 200 : 503, { 'content-type': 'application/json' })
      .end(JSON.stringify(good ? document : { error: { message: 'busy' } }))
  }
  const { url } = await startGateway({
    channels: [
      { name: 'c', format: 'chat', baseUrl: `${upstream.url}/v1`, models: ['m-*'] },
      { name: 'gone', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: ['gone'] },
    ],
    retry: { attempts: 2, backoff: 0.001, alsoOn: [503] },
    circuitBreaker: { failures: 2 },
    prices: { models: [{ model: 'm-*', input: 2, cacheRead: 1, output: 0 }] },
  })
  const post = async (body: object): Promise<number> =>
    (
      await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { ...headers, 'user-agent': 'codex_cli_rs/0.139.0' },
        body: JSON.stringify(body),
      })
    ).status
  expect(await post({ ...ask, model: 'm-1', top_k: 4 })).toBe(200)
  expect(await post({ ...ask, model: 'gone' })).toBe(502)
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const line of [
    'interlingua_upstream_attempts_total{channel="c",result="503"} 1',
    'interlingua_upstream_attempts_total{channel="c",result="200"} 1',
    'interlingua_upstream_attempts_total{channel="gone",result="ECONNREFUSED"} ',
    'interlingua_upstream_retries_total{channel="c"} 1',
    'interlingua_notices_total{code="chat/top-k"} 1',
    'interlingua_tokens_total{endpoint="/v1/messages",channel="c",model="m-*",bucket="input"} 1000000',
    'interlingua_tokens_total{endpoint="/v1/messages",channel="c",model="m-*",bucket="cacheRead"} 400000',
    'interlingua_tokens_total{endpoint="/v1/messages",channel="c",model="m-*",bucket="fresh"} 600000',
    'interlingua_cache_tokens_total{channel="c",model="m-*",client="codex",bucket="read"} 400000',
    'interlingua_cache_tokens_total{channel="c",model="m-*",client="codex",bucket="fresh"} 600000',
    'interlingua_cost_total{endpoint="/v1/messages",channel="c",model="m-*"} 1.6',
    'interlingua_channel_breaker{channel="gone",state="open"} 1',
    'interlingua_channel_breaker{channel="gone",state="closed"} 0',
    'interlingua_channel_usable{channel="gone"} 0',
    'interlingua_store_duration_seconds_count{operation="keys.findByHash"} 1',
    'interlingua_draining 0',
  ])
    expect(text).toContain(`\n${line}`)
})

test('refusals are counted by the limit that refused', async () => {
  const { url } = await startGateway({ limits: { keys: { requestsPerMinute: 1 } } })
  for (let index = 0; index < 3; index++)
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(ask) })).text()
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\ninterlingua_refused_total{limit="requests"} 2\n')
})

test('names that clients make up make no new rows', async () => {
  const { url } = await startGateway()
  const rows = async (): Promise<number> =>
    (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line.startsWith('interlingua_')).length
  const wild = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      await (
        await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify({ ...ask, model: `made-up-${index}` }) })
      ).text()
      await (await fetch(`${url}/made-up/${index}`)).text()
      await (await fetch(`${url}/v1/models/made-up-${index}`, { headers })).text()
      await (await fetch(`${url}/v1beta/models/made-up-${index}:generateContent`, { method: 'POST', headers, body: '{}' })).text()
      for (const path of ['/v1/embeddings', '/v1/images/generations', '/v1beta/models/made-up:embedContent'])
        await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ model: `made-up-${index}` }) })).text()
      for (const instance of [{ content: 'x' }, { prompt: 'x' }])
        await (
          await fetch(`${url}/v1beta/models/made-up-${index}:predict`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ instances: [instance] }),
          })
        ).text()
    }
  }
  await wild(1)
  await rows()
  const before = await rows()
  await wild(10)
  expect(await rows()).toBe(before)
})

test('the text is what Prometheus takes: each family once, with its type, and each row once', async () => {
  const { url } = await startGateway()
  await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify({ ...ask, stream: true }) })).text()
  // Paths of several methods, and one of several dialects.
  for (const method of ['GET', 'DELETE']) await (await fetch(`${url}/v1/responses/resp_none`, { method, headers })).text()
  for (const instance of [{ content: 'x' }, { prompt: 'x' }])
    for (let round = 0; round < 2; round++)
      await (
        await fetch(`${url}/v1beta/models/demo-contents:predict`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ instances: [instance] }),
        })
      ).text()
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n').filter(Boolean)
  const types = new Map<string, string>()
  const rows = new Set<string>()
  for (const line of lines) {
    if (line.startsWith('# HELP ')) continue
    const [, name, type] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (name !== undefined && type !== undefined) {
      expect(types.has(name), name).toBe(false)
      types.set(name, type)
      continue
    }
    const [, row = '', value = ''] = /^([a-zA-Z_]\w*(?:\{.*\})?) (\S+)$/.exec(line) ?? []
    expect(Number.isNaN(Number(value)) && value !== 'Nan', line).toBe(false)
    expect(rows.has(row), row).toBe(false)
    rows.add(row)
    const family = row.replace(/\{.*$/, '')
    expect(types.has(family) || types.has(family.replace(/_(?:bucket|sum|count)$/, '')), line).toBe(true)
  }
  expect(types.size).toBeGreaterThan(20)
})
