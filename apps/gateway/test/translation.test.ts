import { beforeAll, expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    keepAlive: 0.1,
    channels: [
      {
        name: 'm',
        format: 'messages',
        baseUrl: `${upstream.url}/base/`,
        apiKey: 'sk-m',
        models: ['m1', { name: 'short', upstream: 'claude-long-name' }],
        headers: { 'X-Team': 'blue' },
      },
      {
        name: 'c',
        format: 'chat',
        baseUrl: `${upstream.url}/v1?api-version=7`,
        apiKey: 'sk-c',
        models: ['c1', 'c-*'],
        anthropicVersion: '2023-06-01',
      },
      { name: 'strict', format: 'chat', baseUrl: upstream.url, models: ['strict'], policy: 'reject-dropped' },
      {
        name: 'lenient',
        format: 'chat',
        baseUrl: upstream.url,
        models: ['lenient'],
        policy: { strictness: 'reject-any', overrides: { 'chat/top-k': 'allow' } },
      },
    ],
  })
})

const chatAnswer = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'c1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello', refusal: null }, finish_reason: 'stop', logprobs: null }],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
})
const messagesAnswer = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm1',
  content: [{ type: 'text', text: 'hello' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
})
const ask = { model: 'c1', max_tokens: 16, messages: [{ role: 'user', content: 'hi' }] }
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'c1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

function answerBoth(): void {
  upstream.answer = (response, { url }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(url.includes('/v1/messages') ? messagesAnswer : chatAnswer)
}
const sent = (): Record<string, unknown> => JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '') as Record<string, unknown> // the gateway sends an object

test("a translated request goes to the endpoint, version and key of its channel, and nothing of the caller's key goes along", async () => {
  answerBoth()
  await post(
    `${gateway.url}/v1/chat/completions?x=1`,
    { model: 'short', messages: ask.messages },
    { authorization: 'Bearer any', 'x-api-key': '' },
  )
  const seen = upstream.seen.at(-1)
  expect(seen?.url).toBe('/base/v1/messages')
  expect(seen?.headers).toMatchObject({
    'x-api-key': 'sk-m',
    'anthropic-version': '2023-06-01',
    'x-team': 'blue',
    'content-type': 'application/json',
  })
  expect(seen?.headers.authorization).toBeUndefined()
  expect(sent()['model']).toBe('claude-long-name')

  await post(`${gateway.url}/v1/messages?beta=true`, ask, {
    'x-api-key': 'any',
    authorization: '',
    'anthropic-version': '2026-10-21',
  })
  const chat = upstream.seen.at(-1)
  expect(chat?.url).toBe('/v1/chat/completions?api-version=7')
  expect(chat?.headers).toMatchObject({ authorization: 'Bearer sk-c' })
  expect(JSON.stringify(chat?.headers)).not.toMatch(/"(Bearer )?any"/)
  expect(chat?.headers['anthropic-version']).toBeUndefined()
})

test('channel/model names a channel outright, and patterns take what nobody lists', async () => {
  answerBoth()
  await post(`${gateway.url}/v1/messages`, { ...ask, model: 'c/c1' })
  expect(sent()['model']).toBe('c1')
  await post(`${gateway.url}/v1/messages`, { ...ask, model: 'c-anything' })
  expect(sent()['model']).toBe('c-anything')
  expect((await post(`${gateway.url}/v1/messages`, { ...ask, model: 'm/unlisted' })).status).toBe(404)
})

test('what is lost stands in a header, in full where the caller asks', async () => {
  answerBoth()
  const body = { ...ask, top_k: 5 }
  const short = await post(`${gateway.url}/v1/messages`, body)
  expect(short.status).toBe(200)
  expect(short.headers.get('interlingua-notices')).toMatch(/^dropped=\d.*; .*chat\/top-k/)
  expect(short.headers.get('interlingua-notices-full')).toBeNull()
  const full = await post(`${gateway.url}/v1/messages`, body, { 'interlingua-explain': '1' })
  const notices = JSON.parse(decodeURIComponent(full.headers.get('interlingua-notices-full') ?? '')) as unknown
  expect(notices).toContainEqual(
    expect.objectContaining({ code: 'chat/top-k', kind: 'dropped', path: '/top_k', message: expect.any(String) as unknown }),
  )
})

test('a flood of notices stays within what headers may be', async () => {
  answerBoth()
  const rest = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`future_${index}`, index]))
  const answer = await post(`${gateway.url}/v1/messages`, { ...ask, ...rest }, { 'interlingua-explain': '1' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('interlingua-notices')?.length).toBeLessThanOrEqual(512)
  expect(answer.headers.get('interlingua-notices-full')?.length).toBeLessThanOrEqual(8_000)
})

test('a stricter policy refuses before anything is sent, in the dialect, naming the field', async () => {
  answerBoth()
  const count = upstream.seen.length
  for (const [model, headers] of [
    ['c1', { 'interlingua-policy': 'reject-dropped' }],
    ['c1', { 'interlingua-policy': 'reject-any' }],
    ['strict', {}],
  ] as const) {
    const answer = await post(`${gateway.url}/v1/messages`, { ...ask, model, top_k: 5 }, headers)
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: expect.stringMatching(/^top_k: .*chat\/top-k/) as unknown } },
    ])
  }
  expect(upstream.seen).toHaveLength(count)
  for (const [model, headers] of [
    ['c1', {}],
    ['strict', { 'interlingua-policy': 'report' }],
    ['lenient', {}],
  ] as const)
    expect((await post(`${gateway.url}/v1/messages`, { ...ask, model, top_k: 5 }, headers)).status).toBe(200)
})

test('several candidates are refused for an upstream that gives one, even when loss is only reported', async () => {
  const answer = await post(`${gateway.url}/v1/chat/completions`, { model: 'm1', n: 2, messages: ask.messages })
  expect([answer.status, answer.json()]).toMatchObject([400, { error: { param: 'n' } }])
})

test('a policy that is none is a 400', async () => {
  expect((await post(`${gateway.url}/v1/messages`, ask, { 'interlingua-policy': 'strict' })).text).toContain('interlingua-policy')
})

test("client 2: Claude Code's billing text is not sent to another format, and a notice says so", async () => {
  answerBoth()
  const system = [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2; session=abc' },
    { type: 'text', text: 'You are a helper.', cache_control: { type: 'ephemeral' } },
  ]
  const answer = await post(
    `${gateway.url}/v1/messages`,
    { ...ask, system },
    { 'interlingua-explain': '1', 'interlingua-policy': 'report' },
  )
  expect(upstream.seen.at(-1)?.body.toString()).not.toContain('billing')
  expect(upstream.seen.at(-1)?.body.toString()).toContain('You are a helper.')
  const notices = JSON.parse(decodeURIComponent(answer.headers.get('interlingua-notices-full') ?? '')) as unknown
  expect(notices).toContainEqual(expect.objectContaining({ code: 'gateway/billing-header', path: '/system/0' }))
  await post(`${gateway.url}/v1/messages`, { ...ask, model: 'm1', system })
  expect(sent()['system']).toEqual(system)
})

test('pitfall 45: silence of a translated stream is bridged: blank lines for chat, a ping for messages, none before its start', async () => {
  const quiet = async (path: string, model: string, pieces: readonly string[]): Promise<string> => {
    upstream.answer = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      for (const piece of pieces) {
        await new Promise((done) => setTimeout(done, 250))
        response.write(piece)
      }
      response.end()
    }
    return (await post(gateway.url + path, { ...ask, model, stream: true })).text
  }
  const fromChat = await quiet('/v1/messages', 'c1', [
    chunk({ role: 'assistant', content: 'a' }),
    chunk({ content: 'b' }),
    chunk({}, 'stop') + 'data: [DONE]\n\n',
  ])
  expect(fromChat.startsWith('event: message_start')).toBe(true)
  expect(fromChat.match(/event: ping/g)?.length).toBeGreaterThanOrEqual(2)
  expect(fromChat.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true)

  const event = (data: { type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm1',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const fromMessages = await quiet('/v1/chat/completions', 'm1', [
    event({ type: 'message_start', message } as { type: string }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }) +
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } } as { type: string }),
    event({ type: 'content_block_stop', index: 0 } as { type: string }) +
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } } as {
        type: string
      }) +
      event({ type: 'message_stop' }),
  ])
  expect(fromMessages).toMatch(/^\n\n/)
  expect(fromMessages).not.toMatch(/^:/m)
  expect(fromMessages.endsWith('data: [DONE]\n\n')).toBe(true)
})

test('notices of a streamed answer come as a comment before its end, only to those who ask', async () => {
  const odd = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'c1', future: { a: 1 }, choices: [{ index: 0, delta: { role: 'assistant', content: 'a' }, finish_reason: null }] })}\n\n`
  upstream.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(odd + chunk({}, 'stop') + 'data: [DONE]\n\n')
  const told = await post(`${gateway.url}/v1/messages`, { ...ask, stream: true }, { 'interlingua-explain': '1' })
  const comment = told.text.indexOf(': interlingua-notices [')
  expect(comment).toBeGreaterThan(0)
  expect(comment).toBeLessThan(told.text.indexOf('event: message_stop'))
  const plain = await post(`${gateway.url}/v1/messages`, { ...ask, stream: true })
  expect(plain.text).not.toMatch(/^:/m)
})

test('usage of translated answers is read for the log', async () => {
  answerBoth()
  await post(`${gateway.url}/v1/messages`, ask)
  const told = { format: 'messages', upstream: 'chat', channel: 'c', input: 3, output: 4 }
  await expect.poll(() => gateway.log().at(-1), { timeout: 20_000 }).toMatchObject(told)
})

test('an answer that is not of its format is a 502', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"world"}')
  const answer = await post(`${gateway.url}/v1/messages`, ask)
  expect([answer.status, answer.json()]).toMatchObject([502, { type: 'error', error: { type: 'api_error' } }])
  for (const [path, model] of [
    ['/v1/chat/completions', 'm1'],
    ['/v1/chat/completions', 'c1'],
    ['/v1/messages', 'm1'],
  ] as const)
    expect((await post(gateway.url + path, { ...ask, model })).status).toBe(502)
})
