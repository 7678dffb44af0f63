import { createEventStreamReader } from '../../../packages/framing/src/index.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunk, event, exception, formats } from './binary-streams.ts'
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
    channels: [
      {
        name: 'b',
        format: 'converse',
        baseUrl: upstream.url,
        apiKey: 'sk-secret-b',
        models: ['nova', { name: 'short', upstream: 'nova' }],
      },
      { name: 'i', format: 'invoke', baseUrl: upstream.url, apiKey: 'sk-secret-i', models: ['c1', { name: 'alias', upstream: 'c1' }] },
      {
        name: 'v',
        format: 'raw-predict',
        baseUrl: `${upstream.url}/v1/projects/p/locations/europe-west4`,
        apiKey: 'sk-secret-v',
        models: ['v1'],
      },
    ],
  })
})

function answer(pieces: readonly Uint8Array[], end: 'end' | 'destroy' | 'hang' = 'end', pause = 0): void {
  upstream.answer = async (response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream', 'x-amzn-requestid': 'amzn-1' })
    response.flushHeaders()
    for (const piece of pieces) {
      response.write(piece)
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
    }
    if (end === 'end') response.end()
    if (end === 'destroy') setTimeout(() => response.destroy(), 20)
  }
}

interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly type: string | null
  /** True if the connection broke. */
  readonly broken: boolean
}

async function ask(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any', ...headers },
    body,
  })
  const chunks: Uint8Array[] = []
  let broken = false
  try {
    for await (const piece of response.body ?? []) chunks.push(piece)
  } catch {
    broken = true
  }
  return { status: response.status, bytes: Buffer.concat(chunks), type: response.headers.get('content-type'), broken }
}

const pieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

describe.each(Object.entries(formats))('a stream of %s', (format, { path, body, messages, unfinished }) => {
  const whole = Buffer.concat([...messages])

  test('passes byte for byte, however it is split, and its request too', async () => {
    for (const size of [1, 7, 64, 100_000]) {
      answer(pieces(whole, size))
      const { status, bytes, type } = await ask(path, body)
      expect([status, type]).toEqual([200, 'application/vnd.amazon.eventstream'])
      expect(bytes.equals(whole)).toBe(true)
      expect([upstream.seen.at(-1)?.url, upstream.seen.at(-1)?.body.toString()]).toEqual([path, body])
    }
  })

  test('that is cut, at any message or within one, ends in an exception and never in success', async () => {
    for (let count = 1; count <= unfinished; count++)
      for (const half of [0, 1, 11, 13, 40])
        for (const end of ['end', 'destroy'] as const) {
          const shown = Buffer.concat(messages.slice(0, count))
          answer([shown, (messages[count] ?? Buffer.alloc(0)).subarray(0, half)], end)
          const { bytes } = await ask(path, body)
          expect(bytes.subarray(0, shown.length).equals(shown)).toBe(true)
          expect(bytes.subarray(shown.length).toString()).toContain(':exception-type')
        }
  })

  test('that is cut within its last message ends in an exception', async () => {
    answer([whole.subarray(0, -1)])
    expect((await ask(path, body)).bytes.toString()).toContain(':exception-type')
  })

  test('with a wrong checksum ends in an exception at that message', async () => {
    for (const at of [9, 60, (messages[2]?.length ?? 0) - 1]) {
      const bad = Buffer.from(messages[2] ?? '')
      bad[at] = (bad[at] ?? 0) ^ 1
      answer([Buffer.concat([messages[0], messages[1], bad, ...messages.slice(3)])])
      const { bytes } = await ask(path, body)
      const shown = Buffer.concat([messages[0], messages[1]])
      expect(bytes.subarray(0, shown.length).equals(shown)).toBe(true)
      const rest = bytes.subarray(shown.length).toString()
      expect(rest).toContain(':exception-type')
      expect(rest).not.toContain('futureEvent')
    }
  })

  test('that is no event stream is a bad gateway', async () => {
    answer([Buffer.from('<html>Bad gateway</html>')])
    expect((await ask(path, body)).status).toBe(502)
  })

  test('that ends in an exception passes it as it came, and shows nothing behind it', async () => {
    const shown = Buffer.concat([messages[0], messages[1], exception('throttlingException', 'Too many requests.')])
    answer([shown, messages.at(-1) ?? ''].map((piece) => Buffer.from(piece)))
    expect((await ask(path, body)).bytes.equals(shown)).toBe(true)
    await waitFor(() => gateway.log().some((line) => line['outcome'] === 'rate-limit' && line['format'] === format))
  })

  test('that is an exception from its first message on is an HTTP error', async () => {
    answer([exception('throttlingException', 'Too many requests.')])
    const { status, bytes } = await ask(path, body)
    expect([status, bytes.toString()]).toEqual([429, expect.stringContaining('Too many requests.') as unknown])
  })

  test('shows no credential of the channel, in a message that clients can read', async () => {
    const secret = format === 'converse' ? 'sk-secret-b' : 'sk-secret-i'
    const told = `{"type":"content_block_delta","contentBlockIndex":0,"index":0,"delta":{"type":"text_delta","text":"key ${secret}"}}`
    const bad = format === 'converse' ? event('contentBlockDelta', told) : chunk(told)
    answer([Buffer.concat([messages[0], messages[1], bad, ...messages.slice(3)])])
    const { bytes } = await ask(path, body)
    expect(readable(bytes)).toContain('key ')
    expect(readable(bytes)).not.toContain(secret)
    answer([Buffer.concat([messages[0], messages[1], exception('validationException', `Your key ${secret} is wrong.`)])])
    const failed = await ask(path, body)
    expect(failed.bytes.toString()).toContain(':exception-type')
    expect(readable(failed.bytes)).not.toContain(secret)
  })

  test('has its usage read for the log', async () => {
    answer([whole])
    await ask(path, body)
    await waitFor(() => gateway.log().some((line) => line['format'] === format && line['output'] === 4 && line['input'] === 3))
  })
})

/** Text of the messages, also of that in base64; throws for a message that clients cannot read. */
function readable(bytes: Buffer): string {
  let text = ''
  const reader = createEventStreamReader()
  for (const each of [...reader.push(bytes), ...reader.end()]) {
    if (each.type === 'invalid') throw new Error(each.message)
    const payload = Buffer.from(each.payload).toString()
    text += payload
    const inner = /"bytes":"([^"]*)"/.exec(payload)?.[1]
    if (inner !== undefined) text += Buffer.from(inner, 'base64').toString()
  }
  return text
}

test('a quiet stream of InvokeModel gets pings between its messages, and one of Converse nothing', async () => {
  const { converse, invoke } = formats
  const [first, ...rest] = invoke.messages
  const second = rest[0]
  answer([first, second.subarray(0, 20), second.subarray(20), ...rest.slice(1)], 'end', 250)
  const { bytes } = await ask(invoke.path, invoke.body)
  expect(readable(bytes)).toContain('{"type":"ping"}')
  answer([...converse.messages], 'end', 150)
  expect((await ask(converse.path, converse.body)).bytes.equals(Buffer.concat([...converse.messages]))).toBe(true)
})

test('a stream of InvokeModel ends with its last event, though its upstream does not hang up', async () => {
  const { path, body, messages } = formats.invoke
  answer(messages, 'hang')
  expect((await ask(path, body)).bytes.equals(Buffer.concat([...messages]))).toBe(true)
  await waitFor(() => upstream.seen.at(-1)?.left === true)
})

test('a model that has another name at the upstream keeps the name of the client in InvokeModel, and nothing else changes', async () => {
  const { messages, body } = formats.invoke
  answer(messages)
  const { bytes } = await ask('/model/alias/invoke-with-response-stream', body)
  expect(readable(bytes)).toContain('"role":"assistant","model":"alias"')
  const tail = Buffer.concat(messages.slice(1))
  expect(bytes.subarray(-tail.length).equals(tail)).toBe(true)
  expect(upstream.seen.at(-1)?.url).toBe('/model/c1/invoke-with-response-stream')
  answer(formats.converse.messages)
  const other = await ask('/model/short/converse-stream', formats.converse.body)
  expect(other.bytes.equals(Buffer.concat([...formats.converse.messages]))).toBe(true)
})

test.each([
  ['InvokeModel', '/model/c1/invoke', '/model/c1/invoke', 'bedrock-2023-05-31'],
  [
    'rawPredict',
    '/v1/projects/q/locations/us-east5/publishers/anthropic/models/v1:rawPredict',
    '/v1/projects/p/locations/europe-west4/publishers/anthropic/models/v1:rawPredict',
    'vertex-2023-10-16',
  ],
])('a document of %s passes as it came, both ways', async (_, path, at, version) => {
  const sent = `{"anthropic_version":"${version}", "max_tokens":16,"temperature":1.0,"messages":[{"role":"user","content":"hi"}],"future":[1e2]}`
  const told =
    '{"id":"msg_1","type":"message","role":"assistant","model":"c1","content":[{"type":"text","text":"a\\u00e4"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1.0,"output_tokens":2},"future":[ 1 ]}'
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(told)
  const { status, bytes } = await ask(path, sent, {
    'anthropic-beta': 'header-1',
    'x-amzn-bedrock-guardrailidentifier': 'g',
    'anthropic-version': '2023-06-01',
  })
  expect([status, bytes.toString()]).toEqual([200, told])
  const seen = upstream.seen.at(-1)
  expect([seen?.url, seen?.body.toString()]).toEqual([at, sent])
  const isBedrock = version.startsWith('bedrock')
  // Bedrock takes betas from the body, and Vertex from the header.
  expect(seen?.headers['anthropic-beta']).toBe(isBedrock ? undefined : 'header-1')
  expect(seen?.headers['x-amzn-bedrock-guardrailidentifier']).toBe(isBedrock ? 'g' : undefined)
})

test('a stream of rawPredict passes as it came', async () => {
  const whole = [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"v1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1.0,"output_tokens":1}}}\n\n',
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7.0}}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ].join('')
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(whole)
  const path = '/v1/projects/q/locations/us-east5/publishers/anthropic/models/v1:streamRawPredict'
  const body = '{"anthropic_version":"vertex-2023-10-16","stream":true,"max_tokens":16,"temperature":1.0,"messages":[]}'
  const reply = await post(gateway.url + path, body)
  expect(reply.text).toBe(whole)
  expect(upstream.seen.at(-1)?.body.toString()).toBe(body)
})
