import { request, type ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordReport } from '@interlingua/server'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { asks, formats } from './asks.ts'
import { askUsage } from './ask-usage.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
let admin: string

beforeAll(async () => {
  upstream = await startUpstream()
  const bases = { messages: '', chat: '/v1', responses: '/v1', contents: '' }
  const channels = formats.map((format) => ({
    name: `to-${format}`,
    format,
    baseUrl: `${upstream.url}${bases[format]}`,
    models: [`m-${format}`],
    circuitBreaker: false as const,
  }))
  const prices = { currency: 'EUR', models: [{ model: 'm-*', input: 10, output: 100, cacheRead: 1, cacheWrite: { '5m': 20, '1h': 40 } }] }
  gateway = await startGateway({ channels, prices, dataDir: tempFolder('metering'), retry: { attempts: 1 } })
  admin = await gateway.issue({ name: 'admin', admin: true })
})

async function records(): Promise<readonly RecordReport[]> {
  return (await askUsage(gateway.url, admin, '?limit=1000')).data as readonly RecordReport[] // no sums were asked for
}

/** The records that `work` leaves: as many as `count`. */
async function left(work: () => Promise<unknown>, count = 1): Promise<readonly RecordReport[]> {
  const before = new Set((await records()).map(({ id }) => id))
  await work()
  let fresh: readonly RecordReport[] = []
  await waitFor(async () => (fresh = (await records()).filter(({ id }) => !before.has(id))).length >= count)
  expect(fresh).toHaveLength(count)
  return fresh
}

function sse(events: readonly unknown[], names = false): string {
  return events
    .map((event) => {
      const { type } = event as { type?: string } // ours, below
      return `${names && type !== undefined ? `event: ${type}\n` : ''}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
    })
    .join('')
}

/**
 * Answers with 1,000 tokens of input, 600 of them read from a cache, and 100 written to one if the format tells that; 50 of output, 20 of them
 * reasoning.
 */
const answers: Readonly<Record<(typeof formats)[number], { readonly document: object; readonly stream: string }>> = {
  messages: (() => {
    const usage = {
      input_tokens: 300,
      cache_read_input_tokens: 600,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 40, ephemeral_1h_input_tokens: 60 },
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 20 },
    }
    const head = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm-messages',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    }
    return {
      document: { ...head, content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn', usage },
      stream: sse(
        [
          {
            type: 'message_start',
            message: { ...head, usage: { ...usage, output_tokens: 1, output_tokens_details: { thinking_tokens: 0 } } },
          },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
          { type: 'content_block_stop', index: 0 },
          {
            type: 'message_delta',
            delta: { stop_reason: 'end_turn', stop_sequence: null },
            usage: { output_tokens: 50, output_tokens_details: { thinking_tokens: 20 } },
          },
          { type: 'message_stop' },
        ],
        true,
      ),
    }
  })(),
  chat: (() => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 50,
      total_tokens: 1050,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 20 },
    }
    const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm-chat' }
    const chunk = { ...head, object: 'chat.completion.chunk' }
    return {
      document: { ...head, choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }], usage },
      stream: sse([
        { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        { ...chunk, choices: [], usage },
        '[DONE]',
      ]),
    }
  })(),
  responses: (() => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 50,
      total_tokens: 1050,
      input_tokens_details: { cached_tokens: 600 },
      output_tokens_details: { reasoning_tokens: 20 },
    }
    const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'm-responses', error: null, incomplete_details: null }
    const content = [{ type: 'output_text', text: 'Hello', annotations: [] }]
    const item = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content }
    const document = { ...head, status: 'completed', output: [item], usage }
    const part = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const events = [
      { type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...part, part: { type: 'output_text', text: '', annotations: [] } },
      { type: 'response.output_text.delta', ...part, delta: 'Hello', logprobs: [] },
      { type: 'response.output_text.done', ...part, text: 'Hello', logprobs: [] },
      { type: 'response.content_part.done', ...part, part: content[0] },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: document },
    ]
    return {
      document,
      stream: sse(
        events.map((event, index) => ({ ...event, sequence_number: index })),
        true,
      ),
    }
  })(),
  contents: (() => {
    const usageMetadata = {
      promptTokenCount: 1000,
      cachedContentTokenCount: 600,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 20,
      totalTokenCount: 1050,
    }
    const head = { modelVersion: 'm-contents', responseId: 'r1' }
    const content = { role: 'model', parts: [{ text: 'Hello' }] }
    return {
      document: { ...head, candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata },
      stream: sse([
        { ...head, candidates: [{ index: 0, content }], usageMetadata: { promptTokenCount: 1000, totalTokenCount: 1000 } },
        { ...head, candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '!' }] }, finishReason: 'STOP' }], usageMetadata },
      ]),
    }
  })(),
}

function answerWith(format: (typeof formats)[number], stream: boolean): void {
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    response.end(stream ? answers[format].stream : JSON.stringify(answers[format].document))
  }
}

describe.each(formats)('an upstream that speaks %s', (format) => {
  const written = format === 'messages' ? 100 : undefined
  const tokens = {
    input: 1000,
    fresh: format === 'messages' ? 300 : 400,
    cacheRead: 600,
    ...(written !== undefined && { cacheWrite: written }),
    output: 50,
    reasoning: 20,
  }
  const micros = (written === undefined ? 4000 : 3000 + 40 * 20 + 60 * 40) + 600 + 5000

  test.each(formats)('costs the same to a client of %s, in all buckets, streamed or not', async (client) => {
    for (const stream of [false, true]) {
      answerWith(format, stream)
      const { path, body } = asks[client]
      const ask = (): Promise<unknown> => post(gateway.url + path(`m-${format}`, stream), body(`m-${format}`, 'Say hello', stream))
      const [record] = await left(ask)
      expect(record).toEqual({
        id: expect.stringMatching(/^req_/) as unknown,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        key: expect.stringMatching(/^key_/) as unknown,
        operation: 'generate',
        client: 'node',
        model: `m-${format}`,
        format: client,
        channel: `to-${format}`,
        upstreamModel: `m-${format}`,
        stream,
        status: 200,
        outcome: 'ok',
        attempts: 1,
        tokens,
        estimated: false,
        cost: (micros / 1e6).toFixed(6),
        millis: expect.any(Number) as unknown,
        ...(stream && { firstByteMillis: expect.any(Number) as unknown }),
        notices: expect.any(Array) as unknown,
      })
    }
  })
})

test('client 1.8: whoever hangs up right after the end of an answer was served, and the record of its usage says so', async () => {
  for (const format of formats)
    for (const client of ['chat', 'responses', 'messages'] as const) {
      // The upstream leaves its connection open behind the last event.
      upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answers[format].stream)
      const marks = { chat: '[DONE]', responses: 'response.completed', messages: 'message_stop' }
      if (format === 'contents') continue
      const [record] = await left(() => hangUp(client, `m-${format}`, marks[client]))
      expect(record).toMatchObject({ outcome: 'ok', status: 200, estimated: false, tokens: { input: 1000, output: 50 }, format: client })
    }
})

test('client 1.8: a format without a last event is complete with its last reason', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answers.contents.stream)
  const [record] = await left(() => hangUp('contents', 'm-contents', 'STOP'))
  expect(record).toMatchObject({ outcome: 'ok', estimated: false, tokens: { input: 1000, output: 50, reasoning: 20 } })
})

/** Sends a request, and destroys the connection as soon as `mark` was read. */
function hangUp(client: (typeof formats)[number], model: string, mark: string): Promise<void> {
  const { path, body } = asks[client]
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
    let text = ''
    const call = request(gateway.url + path(model, true), { method: 'POST', headers }, (answer) => {
      answer.on('data', (bytes: Buffer) => {
        text += bytes.toString()
        if (text.includes(mark)) call.destroy()
      })
      answer.on('error', () => {})
      answer.on('close', resolve)
    })
    call.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
    call.end(JSON.stringify(body(model, 'Say hello', true)))
  })
}

describe('where the upstream does not tell', () => {
  const story = 'Once upon a time there was a ship that sailed to the north, and nobody aboard knew why. '.repeat(20)
  const storyTokens = 400
  const question = 'Tell me a story about a ship, please, and let it be a long one.'

  function near(tokens: number): unknown {
    return expect.toSatisfy((value: number) => value > tokens * 0.75 && value < tokens * 1.3, `within a quarter of ${tokens}`)
  }

  test.each(['chat', 'messages'] as const)('a document without usage is counted here for a client of %s, and marked', async (client) => {
    upstream.answer = (response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: story }, finish_reason: 'stop' }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm-chat', choices }))
    }
    const { path, body } = asks[client]
    const [record] = await left(() => post(gateway.url + path('m-chat', false), body('m-chat', question, false)))
    expect(record).toMatchObject({ outcome: 'ok', estimated: true, tokens: { input: near(25), output: near(storyTokens) } })
    const { input = 0, output = 0 } = record?.tokens ?? {}
    expect(record?.cost).toBe(((input * 10 + output * 100) / 1e6).toFixed(6))
  })

  test.each(['chat', 'messages'] as const)(
    'a stream without usage is counted here for a client of %s, also where it is longer than what is looked at',
    async (client) => {
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-chat' }
      upstream.answer = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (let index = 0; index < 60; index++)
          response.write(sse([{ ...chunk, choices: [{ index: 0, delta: { content: story }, finish_reason: null }] }]))
        response.end(sse([{ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }, '[DONE]']))
      }
      const { path, body } = asks[client]
      const [record] = await left(() => post(gateway.url + path('m-chat', true), body('m-chat', question, true)))
      expect(record).toMatchObject({ outcome: 'ok', estimated: true, tokens: { input: near(25), output: near(60 * storyTokens) } })
    },
  )

  test.each(formats)('a client of %s that leaves in the middle has got what it had got', async (client) => {
    for (const format of formats) {
      upstream.answer = (response) => begin(response, format)
      const [record] = await left(() => hangUp(client, `m-${format}`, 'Hello'))
      expect([format, record]).toMatchObject([format, { outcome: 'cancelled', status: 200, estimated: true, tokens: { output: near(4) } }])
      // Usage that was told at the start of the stream stands.
      if (format === 'messages') expect(record?.tokens).toMatchObject({ input: 1000, cacheRead: 600, cacheWrite: 100 })
      else expect(record?.tokens.input).toBeGreaterThan(2)
    }
  })

  /** Sends the beginning of an answer, and no more. */
  function begin(response: ServerResponse, format: (typeof formats)[number]): void {
    const { stream } = answers[format]
    const text = stream.replaceAll('"Hello"', '"Hello there, you"')
    const end = text.indexOf('\n\n', text.indexOf('Hello')) + 2
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text.slice(0, end))
  }

  test('a client that leaves before any answer is recorded with no tokens', async () => {
    upstream.answer = () => {}
    const [record] = await left(async () => {
      const gone = new AbortController()
      const asked = upstream.seen.length
      const leaving = fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer any' },
        body: JSON.stringify(asks.chat.body('m-chat', question, false)),
        signal: gone.signal,
      }).catch(() => {})
      await waitFor(() => upstream.seen.length > asked)
      gone.abort()
      await leaving
    })
    expect(record).toMatchObject({ outcome: 'cancelled', status: 499, attempts: 1, tokens: {}, estimated: false })
    expect(record).not.toHaveProperty('cost')
  })
})

test('what was refused or failed leaves a record of it that costs nothing', async () => {
  upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
  const ask = (model: string): Promise<unknown> => post(`${gateway.url}/v1/chat/completions`, asks.chat.body(model, 'Hi', false))
  const [refused] = await left(() => ask('m-chat'))
  expect(refused).toMatchObject({ status: 400, outcome: 'invalid-request', attempts: 1, channel: 'to-chat', tokens: {}, estimated: false })
  expect(refused).not.toHaveProperty('cost')
  const [unknown] = await left(() => ask('nobody-has-this'))
  expect(unknown).toMatchObject({ status: 404, outcome: 'not-found', attempts: 0, model: 'nobody-has-this', tokens: {} })
  expect(unknown).not.toHaveProperty('channel')
})

test.each([
  ['negative', { prompt_tokens: -5, completion_tokens: 1.5 }],
  ['absurd', { prompt_tokens: 1e15, completion_tokens: 1e15 }],
  ['absurd beside a total', { prompt_tokens: 1000, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1e300 } }],
])('counts that are %s are not believed, but guessed at, and hold up nobody', async (_name, usage) => {
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...answers.chat.document, usage }))
  }
  const [odd] = await left(() => post(`${gateway.url}/v1/chat/completions`, asks.chat.body('m-chat', 'Hi', false)))
  expect(odd?.estimated).toBe(true)
  expect(odd?.tokens.input).toBeGreaterThan(1)
  expect(odd?.tokens.input).toBeLessThan(30)
  expect(odd?.tokens.output).toBeLessThan(5)
  expect(Number(odd?.cost)).toBeLessThan(0.001)
})

test('no record holds anything of what was said', async () => {
  answerWith('chat', false)
  const secret = 'my grandmother lives in Oslo'
  await left(() => post(`${gateway.url}/v1/chat/completions`, { ...asks.chat.body('m-chat', secret, false), user: secret }))
  expect(JSON.stringify(await records())).not.toContain('grandmother')
  expect(JSON.stringify(await records())).not.toContain('Hello')
})
