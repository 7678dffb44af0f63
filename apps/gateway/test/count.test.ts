import { beforeAll, expect, test } from 'vitest'
import { pdf, png } from './media.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    channels: [
      { name: 'm', format: 'messages', baseUrl: upstream.url, apiKey: 'k', models: [{ name: 'm', upstream: 'm-upstream' }] },
      { name: 'c', format: 'chat', baseUrl: upstream.url, models: ['c'] },
    ],
  })
})

const ask = { model: 'c', messages: [{ role: 'user', content: 'Hello' }] }

async function estimate(change: object): Promise<number> {
  const answer = await post(`${gateway.url}/v1/messages/count_tokens`, { ...ask, ...change })
  expect([answer.status, answer.headers.get('interlingua-estimated')]).toEqual([200, 'true'])
  const body = answer.json() as { input_tokens: number } // the test checks the shape
  expect(Object.keys(body)).toEqual(['input_tokens'])
  expect(Number.isInteger(body.input_tokens)).toBe(true)
  return body.input_tokens
}

test('pitfall 44: an upstream of the format counts for itself, under its own name of the model', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":42}')
  const answer = await post(
    `${gateway.url}/v1/messages/count_tokens?beta=true`,
    { ...ask, model: 'm' },
    { 'anthropic-beta': 'token-counting-2024-11-01' },
  )
  expect([answer.text, answer.headers.get('interlingua-estimated')]).toEqual(['{"input_tokens":42}', null])
  expect(upstream.seen.at(-1)).toMatchObject({
    url: '/v1/messages/count_tokens?beta=true',
    headers: { 'anthropic-beta': 'token-counting-2024-11-01', 'x-api-key': 'k' },
  })
  expect(upstream.seen.at(-1)?.body.toString()).toContain('"m-upstream"')
})

test('an upstream that knows no counting is estimated for', async () => {
  upstream.answer = (response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  expect(await estimate({ model: 'm' })).toBeGreaterThan(1)
})

test('an upstream that refuses a count is heard', async () => {
  upstream.answer = (response) =>
    void response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
      .end('{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}')
  const answer = await post(`${gateway.url}/v1/messages/count_tokens`, { ...ask, model: 'm' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
})

test('pitfall 44: everything that costs tokens counts: system, tools, calls, results, images, documents', async () => {
  const plain = await estimate({})
  expect(plain).toBeGreaterThan(1)
  expect(plain).toBeLessThan(30)
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(100)
  expect(await estimate({ system: long })).toBeGreaterThan(plain + 900)
  expect(await estimate({ tools: [{ name: 't', description: long, input_schema: { type: 'object' } }] })).toBeGreaterThan(plain + 900)
  const conversation = (input: unknown, content: unknown): object => ({
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
    ],
  })
  expect(await estimate(conversation({ text: long }, 'ok'))).toBeGreaterThan(plain + 900)
  expect(await estimate(conversation({}, long))).toBeGreaterThan(plain + 900)
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
  expect(await estimate({ messages: [{ role: 'user', content: [image, image] }] })).toBeGreaterThan(plain + 1_900)
  expect(await estimate(conversation({}, [image]))).toBeGreaterThan(plain + 900)
  expect(
    await estimate({
      messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }] }],
    }),
  ).toBeGreaterThan(plain + 500)
})

test('an estimate is not below the truth of the tokenizer, and not far above', async () => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const text = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. 今日は良い天気ですね。 const x = await f(1)\n'.repeat(300)
  const truth = countTokens(text)
  const counted = await estimate({ messages: [{ role: 'user', content: text }] })
  expect(counted).toBeGreaterThan(truth)
  expect(counted).toBeLessThan(truth * 1.3)
})

test('a huge body is estimated without stopping the others', async () => {
  await estimate({})
  const texts = [`${'a'.repeat(3_000_000)} ${'word '.repeat(1_000_000)}`, 'x1y2'.repeat(2_000_000)]
  for (const text of texts) {
    const counting = estimate({ messages: [{ role: 'user', content: text }] })
    let longest = 0
    let done = false
    void counting.finally(() => (done = true))
    // Only the thread's own processor time counts, since other processes take time too. Without slices the first text takes minutes.
    while (!done) {
      const before = process.threadCpuUsage()
      await new Promise((next) => setTimeout(next, 1))
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
    }
    expect(await counting).toBeGreaterThan(100_000)
    expect(longest).toBeLessThan(1_000)
  }
})

test('a count without a model, messages or version is a 400 that names it', async () => {
  for (const [body, headers, word] of [
    [{ messages: [] }, {}, 'model'],
    [{ model: 'c' }, {}, 'messages'],
    [ask, { 'anthropic-version': '' }, 'anthropic-version'],
  ] as const) {
    const answer = await post(`${gateway.url}/v1/messages/count_tokens`, body, headers)
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining(word) as unknown } },
    ])
  }
})
