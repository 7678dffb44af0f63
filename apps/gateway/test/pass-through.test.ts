import { gzipSync } from 'node:zlib'
import { wrapSeal } from '@interlingua/core/adapter'
import { beforeAll, expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'
import { waitFor } from './wait-for.ts'

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    keepAlive: 0.1,
    circuitBreaker: false,
    retry: { attempts: 1 },
    channels: [
      { name: 'm', format: 'messages', baseUrl: upstream.url, apiKey: 'sk-secret-m', models: ['m1', { name: 'alias', upstream: 'm1' }] },
      { name: 'c', format: 'chat', baseUrl: `${upstream.url}/v1`, apiKey: 'sk-secret-c', models: ['c1'] },
      { name: 'r', format: 'responses', baseUrl: upstream.url, apiKey: 'sk-secret-r', models: ['r1'] },
      { name: 'g', format: 'contents', baseUrl: upstream.url, apiKey: 'sk-secret-g', models: ['g1'] },
      { name: 'b', format: 'converse', baseUrl: upstream.url, apiKey: 'sk-secret-b', models: ['nova:0'] },
    ],
  })
})

const ask = { model: 'm1', max_tokens: 16, messages: [{ role: 'user', content: 'hi' }] }
const answer =
  '{"id":"msg_1","type":"message","role":"assistant","model":"m1","content":[{"type":"text","text":"a\\u00e4"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1.0,"output_tokens":2},"future":[ 1 ]}'
const messagesStream = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: content_block_delta\ndata: {"type": "content_block_delta","index":0,"delta":{"type":"text_delta","text":"message_stop \\"error\\" äöü"}}\n\n',
  'event: future_event\ndata: {"type":"future_event","x":1.0}\n\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
]
const chatStream = [
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"c1","choices":[{"index":0,"delta":{"content":"\\"finish_reason\\":\\"stop\\" [DONE] ä"},"finish_reason":null}]}\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"c1","choices":[{"index":0,"delta":{},"finish_reason": "stop"}]}\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"c1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}\n\n',
  'data: [DONE]\n\n',
]
const frame = (type: string, fields: string): string => `event: ${type}\ndata: {"type":"${type}",${fields}}\n\n`
const responseOf = (status: string, rest = ''): string =>
  `"response":{"id":"resp_1","object":"response","created_at":1,"status":"${status}","error":null,"incomplete_details":null,"model":"r1","output":[]${rest}}`
const responsesStream = [
  frame('response.created', `"sequence_number":0,${responseOf('in_progress')}`),
  frame(
    'response.output_item.added',
    '"sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","role":"assistant","status":"in_progress","content":[]}',
  ),
  frame('response.output_text.delta', '"sequence_number":2, "output_index":0,"delta":"response.completed \\"error\\": 1 äöü"'),
  frame('response.future_event', '"sequence_number":3,"x":1.0'),
  frame(
    'response.completed',
    `"sequence_number":4,${responseOf('completed', ',"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}')}`,
  ),
]
const contentsStream = [
  'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"index":0}],"usageMetadata":{"promptTokenCount":3}}\n\n',
  'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"\\"finishReason\\": \\"error\\" ä"}]},"index":0}], "x":1.0}\n\n',
  'data: {"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason": "STOP","index":0}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4}}\n\n',
]
const askResponses = { model: 'r1', input: 'hi' }
const askContents = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const native = '/v1beta/models/g1:streamGenerateContent?alt=sse'
const askChat = { model: 'c1', messages: [{ role: 'user', content: 'hi' }] }

function answerStream(pieces: readonly (string | Buffer)[], pause = 0, end: 'end' | 'destroy' | 'hang' = 'end'): void {
  upstream.answer = async (response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'request-id': 'req_up',
      'anthropic-ratelimit-tokens-remaining': '5',
    })
    response.flushHeaders()
    for (const piece of pieces) {
      response.write(piece)
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
    }
    if (end === 'end') response.end()
    if (end === 'destroy') setTimeout(() => response.destroy(), 30)
  }
}

test('pitfall F5: the request reaches an upstream of the same format byte for byte, with the headers of the contract', async () => {
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_up', 'retry-after': '7', 'set-cookie': 'a=b' })
      .end(answer)
  const body = `{"model":"m1", "max_tokens":16,"temperature":1.0,"future":{"x":[1e2]},"messages":[{"role":"user","content":[{"type":"block_of_2030","y":null}]}]}`
  const reply = await post(`${gateway.url}/v1/messages?beta=true`, body, {
    'anthropic-beta': 'a-2026-01-01, b-2026-02-02',
    'anthropic-version': '2026-10-21',
  })
  const seen = upstream.seen.at(-1)
  expect(seen?.body.toString()).toBe(body)
  expect(seen?.url).toBe('/v1/messages?beta=true')
  expect(seen?.headers['anthropic-beta']).toBe('a-2026-01-01, b-2026-02-02')
  expect(seen?.headers['anthropic-version']).toBe('2026-10-21')
  expect(seen?.headers['x-api-key']).toBe('sk-secret-m')
  expect(seen?.headers.authorization).toBeUndefined()
  expect(reply.status).toBe(200)
  expect(reply.text).toBe(answer)
  expect(reply.headers.get('request-id')).toBe('req_up')
  expect(reply.headers.get('retry-after')).toBe('7')
  expect(reply.headers.get('set-cookie')).toBeNull()
  expect(reply.headers.get('interlingua-notices')).toBeNull()
})

test('a renamed model is the only edit', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  await post(`${gateway.url}/v1/messages`, '{"n":1.0,"model": "alias","max_tokens":16,"messages":[]}')
  expect(upstream.seen.at(-1)?.body.toString()).toBe('{"n":1.0,"model": "m1","max_tokens":16,"messages":[]}')
})

test('an upstream that compresses its answer does not leave a stale content-encoding', async () => {
  upstream.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(answer))
  const reply = await post(`${gateway.url}/v1/messages`, ask)
  expect(reply.text).toBe(answer)
  expect(reply.headers.get('content-encoding')).toBeNull()
})

const errorEnds = {
  messages: /^event: error\ndata: \{"type":"error".*\}\n\n$/,
  chat: /^data: \{"error":\{.*\}\n\n$/,
  responses: /^event: error\ndata: \{"type":"error".*\}\n\nevent: response.failed\ndata: \{.*\}\n\n$/,
  contents: /^data: \{"error":\{"code":\d+,.*\}\n\n$/,
} as const

/** Text of a stream without keep-alives, which any stream may have on a busy machine. */
function withoutSigns(text: string): string {
  return text.replaceAll(/^(?:: keepalive|event: ping\ndata: \{"type":"ping"\})\n\n/gm, '').replaceAll(/\n{3,}/g, '\n\n')
}

for (const [name, path, body, stream] of [
  ['messages', '/v1/messages', ask, messagesStream],
  ['chat', '/v1/chat/completions', askChat, chatStream],
  ['responses', '/v1/responses', askResponses, responsesStream],
  ['contents', native, askContents, contentsStream],
] as const) {
  test(`a ${name} stream passes byte for byte, however it is cut`, async () => {
    const whole = stream.join('')
    for (const size of [1, 7, 64, 100_000]) {
      const bytes = Buffer.from(whole)
      const pieces: Buffer[] = []
      for (let from = 0; from < bytes.length; from += size) pieces.push(bytes.subarray(from, from + size))
      answerStream(pieces)
      const reply = await post(gateway.url + path, { ...body, stream: true })
      expect(withoutSigns(reply.text)).toBe(whole)
      expect(reply.headers.get('content-type')).toBe('text/event-stream')
    }
  })

  test(`a ${name} stream with CRLF passes byte for byte`, async () => {
    const whole = stream.join('').replaceAll('\n', '\r\n')
    answerStream([whole])
    expect((await post(gateway.url + path, { ...body, stream: true })).text).toBe(whole)
  })

  test(`a ${name} stream without its last blank line is complete`, async () => {
    const whole = stream.join('').trimEnd()
    answerStream([whole])
    expect((await post(gateway.url + path, { ...body, stream: true })).text).toBe(whole)
  })

  test(`pitfall 46: a ${name} stream that is cut, at any event or in the middle of one, ends in an error and never in success`, async () => {
    const last = name === 'chat' || name === 'contents' ? 2 : stream.length - 1
    for (let count = 1; count <= last; count++) {
      for (const half of [false, true]) {
        for (const end of ['end', 'destroy'] as const) {
          const shown = stream.slice(0, count).join('')
          answerStream(half ? [shown, stream[count]?.slice(0, 30) ?? ''] : [shown], 5, end)
          const reply = await post(gateway.url + path, { ...body, stream: true })
          const text = withoutSigns(reply.text)
          expect(text.startsWith(shown)).toBe(true)
          const rest = text.slice(shown.length)
          expect(rest).toMatch(errorEnds[name])
        }
      }
    }
  })

  const quiet = (): void =>
    answerStream([...stream.slice(0, 2), (stream[2] ?? '').slice(0, 20), (stream[2] ?? '').slice(20), ...stream.slice(3)], 250)

  if (name === 'contents') {
    test('client 1.2: a quiet contents stream gets nothing but its own lines', async () => {
      quiet()
      expect((await post(gateway.url + path, { ...body, stream: true })).text).toBe(stream.join(''))
    })
  } else {
    test(`pitfall 45: a quiet ${name} stream gets keep-alives between its events, not before its first`, async () => {
      quiet()
      const { text } = await post(gateway.url + path, { ...body, stream: true })
      // Blank lines for chat, between whole events.
      const signs = { messages: 'event: ping\ndata: {"type":"ping"}\n\n', responses: ': keepalive\n\n', chat: '\n\n' }
      const [before, sign] = name === 'chat' ? ['}\n\n', signs.chat] : ['\n\n', signs[name]]
      expect(text).toContain(before + sign)
      let bare = text
      while (bare.includes(before + sign)) bare = bare.replaceAll(before + sign, before)
      expect(bare).toBe(stream.join(''))
    })

    // Native contents end with their connection alone.
    test(`a ${name} stream whose upstream does not hang up after the end ends for the client`, async () => {
      answerStream(stream, 0, 'hang')
      expect((await post(gateway.url + path, { ...body, stream: true })).text).toBe(stream.join(''))
      await waitFor(() => upstream.seen.at(-1)?.left === true)
    })
  }

  test(`a ${name} stream that is an error from its first event on is an HTTP error`, async () => {
    const error = {
      messages: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n',
      chat: 'data: {"error":{"message":"busy","type":"server_error","code":null}}\n\n',
      responses: 'event: error\ndata: {"type":"error","code":"server_error","message":"busy","param":null,"sequence_number":0}\n\n',
      contents: 'data: {"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}\n\n',
    }[name]
    answerStream([error])
    const reply = await post(gateway.url + path, { ...body, stream: true })
    expect(reply.status).toBe({ messages: 529, chat: 500, responses: 500, contents: 503 }[name])
    expect(reply.text).toContain('busy')
  })
}

test('client 1.1: [DONE] without a finish reason is a cut stream, not a complete one', async () => {
  answerStream([chatStream[0] ?? '', 'data: [DONE]\n\n'])
  const { text } = await post(`${gateway.url}/v1/chat/completions`, { ...askChat, stream: true })
  expect(text).not.toContain('[DONE]')
  expect(text).toContain('data: {"error"')
})

test('an error event of the upstream passes as it is and is the end', async () => {
  const error = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n'
  answerStream([messagesStream[0] ?? '', error])
  const { text } = await post(`${gateway.url}/v1/messages`, { ...ask, stream: true })
  expect(text).toBe((messagesStream[0] ?? '') + error)
})

test.each([
  ['/v1/responses', askResponses, responsesStream, 'responses'],
  [native, askContents, contentsStream, 'contents'],
] as const)('usage of a stream that passes %s is read for the log', async (path, body, stream, format) => {
  answerStream(stream)
  await post(gateway.url + path, { ...body, stream: true })
  await waitFor(() => gateway.log().some((line) => line['format'] === format && line['output'] === 4 && line['input'] === 3))
})

test('client 1.4: an error within a passing responses stream becomes the frame that every client takes for one', async () => {
  const begun = responsesStream.slice(0, 3).join('')
  for (const error of [
    frame('error', '"sequence_number":3,"code":"server_error","message":"broke sk-secret-r","param":null'),
    'data: {"type":"error","code":"server_error","message":"broke","param":null}\n\n',
    frame('error', '"sequence_number":3,"error":{"type":"server_error","code":"server_error","message":"broke","param":null}'),
    frame(
      'response.failed',
      `"sequence_number":3,${responseOf('failed').replace('"error":null', '"error":{"code":"server_error","message":"broke"}')}`,
    ),
  ]) {
    answerStream([begun, error])
    const { text } = await post(`${gateway.url}/v1/responses`, { ...askResponses, stream: true })
    expect(text.startsWith(begun)).toBe(true)
    const rest = text.slice(begun.length)
    expect(rest).toMatch(errorEnds.responses)
    const data = JSON.parse(/^data: (.*)$/m.exec(rest)?.[1] ?? '') as unknown
    expect(data).toMatchObject({
      type: 'error',
      code: 'server_error',
      message: expect.stringContaining('broke') as unknown,
      error: { type: expect.any(String) as unknown, code: 'server_error', message: expect.stringContaining('broke') as unknown },
    })
    expect(text).not.toContain('sk-secret')
    const numbers = [...text.matchAll(/"sequence_number": ?(\d+)/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual([0, 1, 2, 3, 4])
  }
})

test('tools that are nested as the service takes them reach an upstream of responses flat, and the answer comes back', async () => {
  const fn = { name: 'get_time', description: 'Time', parameters: { type: 'object', properties: { zone: { type: 'string' } } } }
  const nested = {
    ...askResponses,
    tools: [{ type: 'function', function: fn }],
    tool_choice: { type: 'function', function: { name: 'get_time' } },
  }
  const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'get_time', arguments: '{"zone":"CET"}' }
  upstream.answer = (response, { url }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(
      url.endsWith('input_tokens')
        ? '{"object":"response.input_tokens","input_tokens":9}'
        : `{${responseOf('completed')
            .slice('"response":{'.length, -1)
            .replace('"output":[]', `"output":[${JSON.stringify(call)}]`)}}`,
    )
  const reply = await post(`${gateway.url}/v1/responses`, nested)
  expect([reply.status, reply.json()]).toMatchObject([200, { object: 'response', status: 'completed', output: [call] }])
  const sent = (): unknown => JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '')
  expect(sent()).toMatchObject({ tools: [{ type: 'function', ...fn }], tool_choice: { type: 'function', name: 'get_time' } })
  expect(JSON.stringify(sent())).not.toContain('"function":{')
  const counted = await post(`${gateway.url}/v1/responses/input_tokens`, nested)
  expect(counted.json()).toMatchObject({ input_tokens: 9 })
  expect(JSON.stringify(sent())).not.toContain('"function":{')
  answerStream(responsesStream)
  const streamed = await post(`${gateway.url}/v1/responses`, { ...nested, stream: true })
  expect(streamed.text).toContain('event: response.completed')
  expect(JSON.stringify(sent())).not.toContain('"function":{')
})

test('what another upstream sealed is taken out of a request that would pass, and everything else stays', async () => {
  const foreign = wrapSeal({ format: 'contents', vendor: 'google', data: 'dGhpbmc=' })
  const item = {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    status: 'completed',
    content: [{ type: 'output_text', text: 'a', annotations: [] }],
  }
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{${responseOf('completed').slice('"response":{'.length, -1)}}`)
  const input = [{ role: 'user', content: 'q' }, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: foreign }, item]
  await post(`${gateway.url}/v1/responses`, { ...askResponses, input: [...input, { role: 'user', content: 'next' }], future: 1 })
  const sent = JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '') as { readonly input: readonly object[] }
  const { id: _, ...bare } = item
  expect(sent).toMatchObject({ future: 1, input: [{ role: 'user', content: 'q' }, bare, { role: 'user', content: 'next' }] })

  const thought = { type: 'thinking', thinking: 'x', signature: wrapSeal({ format: 'responses', data: 'ZW5j' }) }
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  const said = { role: 'assistant', content: [thought, { type: 'text', text: 'a' }] }
  await post(`${gateway.url}/v1/messages`, { ...ask, messages: [...ask.messages, said, { role: 'user', content: 'next' }] })
  expect(JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '')).toMatchObject({
    messages: [{}, { content: [{ type: 'text', text: 'a' }] }, {}],
  })
})

test('a whole responses document that says it failed passes as it is, and is an HTTP error to clients of another format', async () => {
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        `{${responseOf('failed').slice('"response":{'.length, -1).replace('"error":null', '"error":{"code":"rate_limit_exceeded","message":"slower"}')}}`,
      )
  const reply = await post(`${gateway.url}/v1/responses`, askResponses)
  // A failed response is the answer that clients asked for: they would retry an HTTP error, and pay for that.
  expect([reply.status, reply.json()]).toMatchObject([200, { status: 'failed', error: { message: 'slower' } }])
  await waitFor(() => gateway.log().some((line) => line['status'] === 200 && line['outcome'] === 'rate-limit'))
  const other = await post(`${gateway.url}/v1/messages`, { ...ask, model: 'r1' })
  expect([other.status, other.json()]).toMatchObject([429, { error: { type: 'rate_limit_error', message: 'slower' } }])
})

test('usage of passing streams is read for the log, and the log has no content and no key', async () => {
  answerStream(messagesStream)
  const reply = await post(`${gateway.url}/v1/messages`, { ...ask, stream: true })
  expect(reply.status).toBe(200)
  await waitFor(() => gateway.log().some((line) => line['output'] === 7))
  const line = gateway.log().findLast((entry) => entry['output'] === 7)
  expect(line).toMatchObject({
    status: 200,
    outcome: 'ok',
    format: 'messages',
    channel: 'm',
    upstream: 'messages',
    model: 'm1',
    input: 1,
    output: 7,
  })
  expect(JSON.stringify(gateway.log())).not.toMatch(/sk-secret|äöü/)
})

test.each([
  ['an error body', 'application/json', '{"type":"error","error":{"type":"overloaded_error","message":"busy"}}', 'busy'],
  ['HTML', 'text/html', '<html>Bad gateway</html>', 'text/html'],
  ['nothing', 'application/json', '', 'empty'],
  ['invalid JSON', 'application/json', '{"id":', 'not a JSON object'],
  ['JSON that is no object', 'application/json', '[]', 'not a JSON object'],
  ['a stream', 'text/event-stream', 'data: {}\n\n', 'text/event-stream'],
])('an upstream that says 200 and sends %s is a 502 in the dialect', async (_name, type, body, word) => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': type }).end(body)
  for (const stream of [false, true]) {
    if (stream && type === 'text/event-stream') continue
    const messages = await post(`${gateway.url}/v1/messages`, { ...ask, stream })
    expect([messages.status, messages.json()]).toMatchObject([
      502,
      { type: 'error', error: { type: 'api_error', message: expect.stringContaining(word) as unknown } },
    ])
    const chat = await post(`${gateway.url}/v1/chat/completions`, { ...askChat, stream })
    expect([chat.status, chat.json()]).toMatchObject([502, { error: { type: 'server_error' } }])
  }
})

test.each([401, 402, 403])(
  'an upstream that refuses the gateway with %i is a 400 that is final, and its key is told to nobody',
  async (status) => {
    upstream.answer = (response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(`{"type":"error","error":{"type":"authentication_error","message":"bad key sk-secret-m sk-secret-c"}}`)
    for (const reply of [
      await post(`${gateway.url}/v1/messages`, ask),
      await post(`${gateway.url}/v1/chat/completions`, askChat),
      await post(`${gateway.url}/v1/messages`, { ...ask, model: 'c1' }),
    ]) {
      expect([reply.status, reply.headers.get('x-should-retry')]).toEqual([400, 'false'])
      expect(reply.text).not.toContain('sk-secret')
    }
  },
)

test.each([
  [400, 400, 400],
  [404, 404, 404],
  [429, 429, 429],
  [500, 500, 500],
  // The format messages has a status of its own for an overload; bytes that pass keep the upstream's.
  [503, 529, 503],
  [529, 529, 503],
])(
  'an upstream status %i is %i for messages and %i for chat, with its retry-after, and no key in its text',
  async (status, forMessages, forChat) => {
    upstream.answer = (response, { url }) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' })
        .end(
          url.includes('messages')
            ? '{"type":"error","error":{"type":"api_error","message":"no: sk-secret-m"}}'
            : '{"error":{"message":"no: sk-secret-c","type":"server_error","param":null,"code":null}}',
        )
    for (const model of ['m1', 'c1']) {
      const messages = await post(`${gateway.url}/v1/messages`, { ...ask, model })
      const chat = await post(`${gateway.url}/v1/chat/completions`, { ...askChat, model })
      expect([messages.status, chat.status]).toEqual([model === 'm1' ? status : forMessages, forChat])
      expect(messages.json()).toMatchObject({ type: 'error', error: { message: expect.stringContaining('no: ') as unknown } })
      expect(chat.json()).toMatchObject({ error: { message: expect.stringContaining('no: ') as unknown } })
      expect([messages.headers.get('retry-after'), chat.headers.get('retry-after')]).toEqual(['3', '3'])
      expect(messages.text + chat.text).not.toContain('sk-secret')
    }
  },
)

test('an upstream that cannot be reached is a 502', async () => {
  const lonely = await startGateway({ channels: [{ name: 'm', format: 'messages', baseUrl: 'http://127.0.0.1:1', models: ['m1'] }] })
  const reply = await post(`${lonely.url}/v1/messages`, ask)
  expect([reply.status, reply.json()]).toMatchObject([502, { type: 'error', error: { type: 'api_error' } }])
  expect(reply.text).not.toContain('127.0.0.1')
})

test('an upstream that is silent for too long is a 504 before its answer and an error event within it', async () => {
  const hasty = await startGateway({
    timeouts: { firstByte: 0.3, idle: 0.3 },
    channels: [{ name: 'm', format: 'messages', baseUrl: upstream.url, models: ['m1'] }],
  })
  upstream.answer = () => {}
  expect((await post(`${hasty.url}/v1/messages`, ask)).status).toBe(504)
  answerStream(messagesStream.slice(0, 3), 0, 'hang')
  const { text } = await post(`${hasty.url}/v1/messages`, { ...ask, stream: true })
  expect(text.slice(messagesStream.slice(0, 3).join('').length)).toMatch(/"type":"overloaded_error","message":"Request timed out: /)
})

test('a client that leaves ends the upstream call at once', async () => {
  for (const [path, body, stream] of [
    ['/v1/messages', ask, true],
    ['/v1/messages', ask, false],
    ['/v1/chat/completions', { ...askChat, model: 'm1' }, true],
    ['/v1/messages', { ...ask, model: 'c1' }, true],
  ] as const) {
    const chosen = body.model === 'c1' ? chatStream : messagesStream
    if (stream) answerStream(chosen.slice(0, 2), 0, 'hang')
    else upstream.answer = () => {}
    const count = upstream.seen.length
    const leave = new AbortController()
    const call = fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...body, stream }),
      signal: leave.signal,
    })
    if (stream) await (await call).body?.getReader().read()
    else await waitFor(() => upstream.seen.length > count)
    leave.abort()
    await call.catch(() => undefined)
    await waitFor(() => upstream.seen.at(-1)?.left === true)
  }
  await waitFor(() => gateway.log().some((line) => line['outcome'] === 'cancelled'))
})

test('back-pressure: a client that does not read stops the upstream', async () => {
  const event = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${'x'.repeat(60_000)}"}}\n\n`
  // Twice the bytes that the sockets between the two hold on systems that let them grow.
  const total = 1_500
  let written = 0
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write((messagesStream[0] ?? '') + (messagesStream[1] ?? ''))
    const more = (): void => {
      while (written < total) {
        written++
        if (!response.write(event)) return void response.once('drain', more)
      }
      response.end(messagesStream.slice(4).join(''))
    }
    more()
  }
  const response = await fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ ...ask, stream: true }),
  })
  await new Promise((done) => setTimeout(done, 300))
  const before = written
  expect(before).toBeLessThan(total / 2)
  const text = await response.text()
  expect(written).toBe(total)
  expect(text.match(/x{60000}/g)).toHaveLength(total)
  expect(text.endsWith(messagesStream.at(-1) ?? '')).toBe(true)
})

test('headers of an upstream that may not stand in an answer are left out', async () => {
  upstream.answer = (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nrequest-id: ok\r\nx-ratelimit-odd: \u20ac\u0416\r\ncontent-length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
    )
  }
  const reply = await post(`${gateway.url}/v1/messages`, ask)
  expect([reply.status, reply.headers.get('request-id')]).toEqual([200, 'ok'])
})

test('a document of Converse passes as it came, both ways, with its numbers as they were spelled, whatever its members', async () => {
  const sent = '{"messages":[{"role":"user","content":[{"text":"hi"}]}],"inferenceConfig":{"temperature":1.0},"model":"x","future":[1e2]}'
  const told =
    '{"output":{"message":{"role":"assistant","content":[{"text":"a\\u00e4"}]}},"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":2,"totalTokens":3},"future":[ 1.50 ]}'
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': 'amzn-1' })
    response.end(told)
  }
  const seen = upstream.seen.length
  const response = await fetch(`${gateway.url}/model/nova%3A0/converse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: sent,
  })
  expect([response.status, await response.text()]).toEqual([200, told])
  expect(upstream.seen.slice(seen).map(({ url, body }) => [url, body.toString()])).toEqual([['/model/nova%3A0/converse', sent]])
  expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer sk-secret-b')
})
