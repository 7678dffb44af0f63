import { ConfigError } from '../src/index.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createGateway } from './create-gateway.ts'
import { guest, signatureOf, turnOver } from './guest-format.ts'
import { post } from './post.ts'
import { formats } from './served.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream, type SeenRequest } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
/** The tokens that the guest's server gave, of which the last `good` ones are still taken. */
const given: string[] = []
let good = 1

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway(
    {
      demo: true,
      keepAlive: 0,
      retry: { attempts: 1 },
      channels: [
        {
          name: 'g',
          format: 'guest',
          baseUrl: upstream.url,
          apiKey: 'sk-secret-guest',
          models: ['guest-1'],
          circuitBreaker: false,
          dialect: { tokens: `${upstream.url}/token` },
        },
      ],
    },
    { formats: [...formats.all, guest] },
  )
})

beforeEach(() => {
  good = 1
  upstream.seen.length = 0
  upstream.answer = serve
})

const words = 'Grüße vom Gast'
const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'guest-1',
  content: [{ type: 'text', text: words }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
}
const events = [
  { type: 'message_start', message: { ...answer, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)

function serve(response: Parameters<RunningUpstream['answer']>[0], { url, headers, body }: SeenRequest): void {
  if (url === '/token') {
    const token = `token-of-the-guest-${Math.random()}`
    given.push(token)
    return void response.writeHead(headers['x-key'] === 'sk-secret-guest' ? 200 : 403).end(token)
  }
  // The key itself is sent to the token server alone.
  if (
    headers['x-key'] !== undefined ||
    !given.slice(given.length - good).some((token) => signatureOf(token, body) === headers['x-signature'])
  )
    return void response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"type":"error","error":{"type":"authentication_error","message":"no"}}')
  const { stream } = JSON.parse(body.toString()) as { readonly stream?: boolean }
  if (stream !== true) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  response.writeHead(200, { 'content-type': 'application/x-guest' })
  // In pieces that end within letters.
  const bytes = turnOver(Buffer.from(events.join('')))
  for (let from = 0; from < bytes.length; from += 7) response.write(bytes.subarray(from, from + 7))
  response.end()
}

const calls = (): number => upstream.seen.filter(({ url }) => url === '/guest/ask').length
const ask = (model: string, stream: boolean): object => ({ model, stream, max_tokens: 16, messages: [{ role: 'user', content: 'hi' }] })

test.each([
  ['/v1/messages', ask('guest-1', false)],
  ['/v1/chat/completions', ask('guest-1', false)],
  ['/v1/responses', { model: 'guest-1', input: 'hi' }],
  ['/v1beta/models/guest-1:generateContent', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  ['/guest/ask', ask('guest-1', false)],
])('a client at %s is answered by an upstream of a format from outside, with a signed call', async (path, body) => {
  const reply = await post(gateway.url + path, body)
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(words)])
  expect(calls()).toBe(1)
})

test.each([
  ['/v1/messages', ask('guest-1', true), 'message_stop'],
  ['/v1/chat/completions', ask('guest-1', true), '[DONE]'],
  ['/v1/responses', { model: 'guest-1', input: 'hi', stream: true }, 'response.completed'],
  [
    '/v1beta/models/guest-1:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    '"finishReason":"STOP"',
  ],
])('a client at %s reads its stream, which is no text on the wire', async (path, body, end) => {
  const reply = await post(gateway.url + path, body)
  expect(reply.status).toBe(200)
  expect(reply.text).toContain(words)
  expect(reply.text).toContain(end)
})

async function streamOf(model: string): Promise<{ readonly type: string | null; readonly text: string }> {
  const response = await fetch(`${gateway.url}/guest/ask`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify(ask(model, true)),
  })
  return { type: response.headers.get('content-type'), text: turnOver(Buffer.from(await response.arrayBuffer())).toString() }
}

test.each(['guest-1', 'demo-messages', 'demo-chat', 'demo-responses', 'demo-contents'])(
  'a client of the format from outside reads a stream of %s in its own framing',
  async (model) => {
    const { type, text } = await streamOf(model)
    expect(type).toBe('application/x-guest')
    expect(text.startsWith('event: message_start\n')).toBe(true)
    expect(text.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true)
  },
)

test('a stream that is cut ends in an error for every client, and never in success', async () => {
  upstream.answer = (response, seen) => {
    if (seen.url === '/token') return serve(response, seen)
    response.writeHead(200, { 'content-type': 'application/x-guest' })
    response.write(turnOver(Buffer.from(events.slice(0, 3).join(''))))
    setTimeout(() => response.destroy(), 20)
  }
  const read = await post(`${gateway.url}/v1/messages`, ask('guest-1', true))
  expect(read.text).toContain(words)
  expect(read.text).toMatch(/event: error\n.*\n\n$/)
  const { text } = await streamOf('guest-1')
  expect(text).toContain(words)
  expect(text).toMatch(/event: error\n.*\n\n$/)
})

test('a token that was refused is fetched anew, once, before anybody hears of it', async () => {
  await post(`${gateway.url}/v1/messages`, ask('guest-1', false))
  // The server forgets the tokens that it issued.
  good = 0
  upstream.answer = (response, seen) => {
    if (seen.url === '/token') good = 1
    serve(response, seen)
  }
  upstream.seen.length = 0
  const reply = await post(`${gateway.url}/v1/messages`, ask('guest-1', false))
  expect(reply.status).toBe(200)
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/guest/ask', '/token', '/guest/ask'])
})

test('credentials that stay refused are told as those of the gateway', async () => {
  good = 0
  upstream.answer = serve
  const reply = await post(`${gateway.url}/v1/messages`, ask('guest-1', false))
  expect(reply.status).toBe(400)
  expect(reply.text).toContain("the gateway's own credentials")
  expect(calls()).toBe(2)
})

test('where no token can be had the upstream is not asked, and what was said of it is for nobody', async () => {
  upstream.answer = (response, seen) => (seen.url === '/token' ? void response.writeHead(500).end('broken') : serve(response, seen))
  good = 0
  const reply = await post(`${gateway.url}/v1/messages`, ask('guest-1', false))
  expect([reply.status, reply.text]).toEqual([502, expect.stringContaining('could not get its own credentials')])
})

test('a server of tokens that never answers holds no request for longer than the first byte may take', async () => {
  const silent = await startUpstream()
  silent.answer = () => {}
  const hasty = await startGateway(
    {
      demo: false,
      retry: { attempts: 1 },
      timeouts: { firstByte: 0.3 },
      channels: [
        {
          name: 'g',
          format: 'guest',
          baseUrl: silent.url,
          apiKey: 'sk-secret-other',
          models: ['g'],
          dialect: { tokens: `${silent.url}/token` },
        },
      ],
    },
    { formats: [guest] },
  )
  const reply = await post(`${hasty.url}/guest/ask`, ask('g', false))
  expect([reply.status, reply.text]).toEqual([502, expect.stringContaining('could not get its own credentials')])
  expect(silent.seen.map(({ url }) => url)).toEqual(['/token'])
})

test('tokens are redacted from what an upstream says', async () => {
  upstream.answer = (response, seen) => {
    if (seen.url === '/token') return serve(response, seen)
    const error = { type: 'error', error: { type: 'invalid_request_error', message: `bad token ${given.at(-1)}` } }
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(error))
  }
  const reply = await post(`${gateway.url}/v1/messages`, ask('guest-1', false))
  expect(given.length).toBeGreaterThan(0)
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('bad token [key]')])
})

test('a channel without what its format signs with cannot be opened', async () => {
  const channel = { name: 'odd', format: 'guest', baseUrl: upstream.url, models: ['m'] }
  const listening = createGateway({ channels: [channel], port: 0, apiKey: 'any' }, { formats: [guest] }).listen()
  await expect(listening).rejects.toThrow(new ConfigError('channel odd: the guest wants an apiKey, and dialect.tokens'))
})

test('a channel of a format that is not served says which are', async () => {
  const channel = { name: 'odd', format: 'guest', baseUrl: upstream.url, models: ['m'] }
  const listening = createGateway({ channels: [channel], port: 0, apiKey: 'any' }).listen()
  await expect(listening).rejects.toThrow(
    /channel odd: the format guest is not known \(known: messages, anthropic, chat, openai-chat, responses, openai-responses, contents, gemini, /,
  )
})

test('a gateway of one format alone serves its path, and words its errors by it', async () => {
  const alone = await startGateway({ demo: false, channels: [] }, { formats: [guest] })
  const reply = await post(`${alone.url}/v1/chat/completions`, ask('any', false))
  expect(reply.status).toBe(404)
  expect(reply.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
  expect((await post(`${alone.url}/guest/ask`, ask('none', false))).status).toBe(404)
})

test('the description of the service has the paths and documents of a format from outside', async () => {
  const description = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, { readonly post?: { readonly summary?: string } }>>
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
  } // checked below
  expect(description.paths['/guest/ask']?.post).toMatchObject({
    summary: 'Ask the guest',
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/GuestRequest' } } } },
  })
  expect(description.components.schemas).toMatchObject({ GuestRequest: { type: 'object' }, GuestResponse: { type: 'object' } })
})
