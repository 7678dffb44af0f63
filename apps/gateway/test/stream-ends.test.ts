import { beforeAll, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

type Format = 'messages' | 'responses' | 'chat' | 'contents'
const formats: readonly Format[] = ['messages', 'responses', 'chat', 'contents']

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    circuitBreaker: false,
    retry: { attempts: 1 },
    channels: formats.map((format) => ({
      name: format,
      format,
      baseUrl: upstream.url,
      apiKey: `sk-secret-${format}`,
      models: [`${format}-m`],
    })),
  })
})

function stream(pieces: readonly string[]): void {
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }
}

/** A request for `count` answers, where the client's format can say that. */
function ask(client: Format, target: Format, count = 1): Promise<Answer> {
  const model = `${target}-m`
  const messages = [{ role: 'user', content: 'hi' }]
  switch (client) {
    case 'messages':
      return post(`${gateway.url}/v1/messages`, { model, max_tokens: 9, stream: true, messages })
    case 'responses':
      return post(`${gateway.url}/v1/responses`, { model, input: 'hi', stream: true, store: false })
    case 'chat':
      return post(`${gateway.url}/v1/chat/completions`, { model, stream: true, messages, ...(count > 1 && { n: count }) })
    case 'contents':
      return post(`${gateway.url}/v1beta/models/${model}:streamGenerateContent?alt=sse`, {
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
        ...(count > 1 && { generationConfig: { candidateCount: count } }),
      })
  }
}

const events = (...wires: readonly object[]): string[] =>
  wires.map((wire) => `${'type' in wire ? `event: ${String(wire.type)}\n` : ''}data: ${JSON.stringify(wire)}\n\n`)

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null }
const response = (status: string): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status,
  error: null,
  incomplete_details: null,
  model: 'm',
  output: [],
})
const chunk = (choices: readonly object[], rest = {}): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices,
  ...rest,
})
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
const speak = (index: number, content: string): object => chunk([{ index, delta: { role: 'assistant', content }, finish_reason: null }])
const finish = (index: number): object => chunk([{ index, delta: {}, finish_reason: 'stop' }])
const part = (index: number, text: string, rest = {}): object => ({
  candidates: [{ index, content: { role: 'model', parts: [{ text }] }, ...rest }],
})

/** A whole answer that is the only one, of each format. */
const whole: Readonly<Record<Format, readonly string[]>> = {
  messages: events(
    { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'well' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ),
  responses: events(
    { type: 'response.created', sequence_number: 0, response: response('in_progress') },
    {
      type: 'response.output_item.added',
      sequence_number: 1,
      output_index: 0,
      item: { id: 'i', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    },
    {
      type: 'response.content_part.added',
      sequence_number: 2,
      item_id: 'i',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    { type: 'response.output_text.delta', sequence_number: 3, item_id: 'i', output_index: 0, content_index: 0, delta: 'well' },
    { type: 'response.completed', sequence_number: 4, response: response('completed') },
  ),
  chat: [...events(speak(0, 'well'), finish(0), chunk([], { usage })), 'data: [DONE]\n\n'],
  contents: events(part(0, 'we'), part(0, 'll', { finishReason: 'STOP' })),
}

const failed = /stream_truncated|"error":\{|"type":"error"|response\.failed|server_error|api_error/

for (const client of formats)
  for (const target of formats)
    test(`a whole answer of ${target} ends well for a client of ${client} that asked for several, and got one`, async () => {
      stream(whole[target])
      // Other targets refuse a request for several answers before the call, so they are asked for one.
      const { status, text } = await ask(client, target, target === 'chat' || target === 'contents' ? 2 : 1)
      expect([status, text]).toEqual([200, expect.not.stringMatching(failed)])
      // No client joins two events of contents.
      expect(text.replace('"we"', '').includes('ll')).toBe(true)
      if (client === target) expect(text).toBe(whole[target].join(''))
    })

test.each([
  ['chat', 'no reason of a choice that spoke', [...events(speak(0, 'a'), speak(1, 'b'), finish(0)), 'data: [DONE]\n\n']],
  ['chat', 'no reason of a choice that spoke, and no end', events(speak(0, 'a'), finish(0), speak(1, 'b'))],
  ['contents', 'no reason of a candidate that spoke', events(part(0, 'a', { finishReason: 'STOP' }), part(1, 'b'))],
] as const)('a passing %s stream of several answers that has %s is a cut one', async (format, _, pieces) => {
  stream(pieces)
  const { text } = await ask(format, format, 2)
  expect(text).toMatch(failed)
})

/** Events that no client can read in any of the formats. */
const unreadable = [
  'data: null\n\n',
  'data: not json\n\n',
  'data: "text"\n\n',
  'data: {"cut":\n\n',
  'data: [1]\n\n',
  'data: 1\r\n\r\n',
  'event: x\ndata: oh}\n\n',
]

for (const client of formats)
  for (const bad of unreadable)
    test(`an event that nobody can read ends a ${client} stream with an error, passing or not: ${JSON.stringify(bad)}`, async () => {
      const [first = '', ...rest] = whole[client]
      stream([first, bad, ...rest])
      const { text } = await ask(client, client)
      expect(text.startsWith(first)).toBe(true)
      expect(text.slice(first.length)).toMatch(failed)
      expect(text).not.toContain(bad.trim())
      // The bad event comes first, where HTTP can still tell the failure.
      stream([bad, ...whole[client]])
      expect((await ask(client, client)).status).toBe(502)
      stream([first, bad, ...rest])
      expect((await ask(client === 'chat' ? 'messages' : 'chat', client)).text).toMatch(failed)
    })

for (const client of formats)
  test(`whatever is between the events of a ${client} stream beside data passes: comments, ids, data of several lines, an odd end`, async () => {
    const [first = '', ...rest] = whole[client]
    const pieces = [
      ': hello\n\n',
      'id: 7\nretry: 3\n\n',
      ':\n\n',
      first.replace('data: {', 'data: {\ndata:'),
      ...rest.map((text) => text.replaceAll('\n', '\r\n')),
    ]
    stream(pieces)
    expect((await ask(client, client)).text).toBe(pieces.join(''))
    stream([pieces.join('').replaceAll(/\r\n|\n/g, '\r')])
    expect((await ask(client, client)).text).toBe(pieces.join('').replaceAll(/\r\n|\n/g, '\r'))
  })

for (const client of formats)
  test(`no cut of a ${client} stream, at whatever byte, shows half an event or ends well without the answer's end`, async () => {
    const bytes = whole[client].join('')
    // By its format's rules: all that must be there is.
    const enough =
      client === 'chat'
        ? bytes.indexOf('data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],')
        : bytes.length
    const ends = new Set(whole[client].map((_, index) => whole[client].slice(0, index + 1).join('').length))
    for (let length = 1; length < bytes.length; length += length > bytes.length - 200 ? 1 : 7) {
      stream([bytes.slice(0, length)])
      const { status, text } = await ask(client, client)
      // A last blank line may be missing at a good end.
      const upTo = (most: number): number => Math.max(0, ...[...ends].filter((end) => end <= most))
      if (status === 200 && !failed.test(text)) {
        expect([length, length >= enough - 2]).toEqual([length, true])
        expect(text.trimEnd()).toBe(bytes.slice(0, upTo(length + 2)).trimEnd())
      } else if (status === 200) {
        // The shown part of the answer consists of whole events.
        const shown = whole[client].findLastIndex((_, index) => text.startsWith(whole[client].slice(0, index + 1).join('')))
        expect(whole[client].slice(0, shown + 1).join('').length).toBe(upTo(length))
        for (const line of text.split('\n')) if (line.startsWith('data: {')) JSON.parse(line.slice(6))
      } else expect(status).toBe(502)
    }
  })

test('a messages stream that ends and never began is no answer', async () => {
  for (const client of formats) {
    stream(events({ type: 'message_stop' }))
    const { status, text } = await ask(client, 'messages')
    expect([client, status, text]).toEqual([client, 502, expect.stringMatching(/error/)])
  }
})
