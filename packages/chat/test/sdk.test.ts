import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unfoldResponse } from '@interlingua/core'
import type { GenerateResponse, StreamEvent } from '@interlingua/core'
import { createTestContext, writeStream } from '@interlingua/testkit'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'
import { asked } from './asked.ts'

/** Response to the next request. */
let answer: { status: number; type: string; body: string; headers?: Record<string, string> }
let server: Server
let client: OpenAI

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers })
    response.end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a TCP server
  client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
})

afterAll(() => new Promise((done) => server.close(done)))

const { context } = createTestContext()
const base = {
  id: 'msg_1',
  model: 'demo',
  createdAt: 1_767_225_600_000,
  status: 'completed',
  usage: { input: { total: 12, fresh: 4, cacheRead: 8 }, output: { total: 6, reasoning: 2 } },
} as const

async function fold(events: readonly StreamEvent[]): Promise<OpenAI.ChatCompletion> {
  answer = { status: 200, type: 'text/event-stream', body: writeStream(chat, events, context, asked) }
  return client.chat.completions.stream({ model: 'demo', messages: [{ role: 'user', content: 'hello' }] }).finalChatCompletion()
}

const answers: Readonly<Record<string, GenerateResponse>> = {
  text: { ...base, candidates: [{ index: 0, parts: [{ type: 'text', text: 'Hello there' }], finish: { unified: 'stop' } }] },
  'reasoning with a foreign seal, text and two parallel calls': {
    ...base,
    candidates: [
      {
        index: 0,
        parts: [
          { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }], seal: { format: 'messages', data: 'c2ln' } },
          { type: 'text', text: 'Let me see' },
          { type: 'tool-call', callId: 'toolu_1', name: 'a', kind: 'function', arguments: '{"x":1}' },
          { type: 'tool-call', callId: 'toolu_2', name: 'a', kind: 'function', arguments: '{"x":2}' },
        ],
        finish: { unified: 'tool-calls' },
      },
    ],
  },
  'a call alone': {
    ...base,
    candidates: [
      {
        index: 0,
        parts: [{ type: 'tool-call', callId: 'c', name: 'a', kind: 'function', arguments: '' }],
        finish: { unified: 'tool-calls' },
      },
    ],
  },
  'a refusal': { ...base, candidates: [{ index: 0, parts: [{ type: 'refusal', text: 'No.' }], finish: { unified: 'refusal' } }] },
  'two candidates': {
    ...base,
    candidates: [
      { index: 0, parts: [{ type: 'text', text: 'A' }], finish: { unified: 'stop' } },
      { index: 1, parts: [{ type: 'text', text: 'B' }], finish: { unified: 'length' } },
    ],
    status: 'incomplete',
  },
  'nothing said': { ...base, candidates: [{ index: 0, parts: [], finish: { unified: 'stop' } }] },
  citations: {
    ...base,
    candidates: [
      {
        index: 0,
        parts: [{ type: 'text', text: 'See.', citations: [{ source: 'url', uri: 'https://a.example', title: 'A' }] }],
        finish: { unified: 'stop' },
      },
    ],
  },
}

describe("streams fold with OpenAI's SDK over HTTP to what the document says", () => {
  test.each(Object.entries(answers))('%s', async (_, response) => {
    const document = chat.encodeResponse(response, context).body
    const folded = await fold(unfoldResponse(response))
    expect(said(JSON.parse(JSON.stringify(folded)))).toEqual(said(JSON.parse(JSON.stringify(document))))
    expect(folded.usage).toEqual(document['usage'])
  })
})

/** Content of a completion without the SDK's own defaults (`parsed`, `logprobs`); an empty text of the role chunk is null in a document. */
function said(completion: { choices: { index: number; finish_reason: string; message: Record<string, unknown> }[] }): unknown {
  return completion.choices.map(({ index, finish_reason, message }) => ({
    index,
    finish_reason,
    content: message['content'] || null,
    refusal: message['refusal'] ?? null,
    annotations: message['annotations'] ?? [],
    reasoning: message['reasoning_content'],
    details: message['reasoning_details'],
    calls: (message['tool_calls'] as { id: string; type: string; function: { name: string; arguments: string } }[] | undefined)?.map(
      ({ id, type, function: call }) => ({ id, type, name: call.name, arguments: call.arguments }),
    ),
  }))
}

test('client 1.1: a stream that fails rejects in the SDK with its message, never as a clean end', async () => {
  const events: StreamEvent[] = [
    { type: 'response-start', id: 'a', model: 'demo' },
    { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
    { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'Hal' } },
    { type: 'failure', failure: { code: 'overloaded', message: 'too much to do', retryable: true } },
    { type: 'response-end', status: 'failed' },
  ]
  await expect(fold(events)).rejects.toThrow('too much to do')
})

test('client 1.1: a cut stream rejects in the SDK', async () => {
  await expect(fold([{ type: 'response-start', id: 'a', model: 'demo' }])).rejects.toThrow('before the answer was complete')
})

test('a failure is a typed exception of the SDK, with its code, parameter, request id and waiting time', async () => {
  const reply = chat.encodeFailure(
    { code: 'rate-limit', message: 'slow down', retryable: true, retryAfterMs: 1500, requestId: 'req_1', path: '/messages/0/content' },
    context,
  )
  answer = { status: reply.status, type: 'application/json', body: JSON.stringify(reply.body), headers: { ...reply.headers } }
  const error: unknown = await client.chat.completions.create({ model: 'demo', messages: [] }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(OpenAI.RateLimitError)
  expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', param: 'messages[0].content', requestID: 'req_1' })
  expect((error as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after-ms')).toBe('1500')
})

test('clients 6: a usage chunk has no choices, and comes only if it was asked for', () => {
  const events = unfoldResponse(answers['text'] as GenerateResponse) // a response from above
  const quiet = writeStream(chat, events, context)
  expect(quiet).not.toContain('"usage"')
  const lines = writeStream(chat, events, context, asked).split('\n\n')
  expect(lines.at(-3)).toMatch(/"choices":\[\].*"usage":\{"prompt_tokens":12/)
  expect(lines.slice(0, -3).every((line) => line.endsWith('"usage":null}'))).toBe(true)
})

test('pitfall 27: a streamed call without arguments has arguments that clients can parse', async () => {
  const parts = [{ type: 'tool-call', callId: 'c', name: 'a', kind: 'function', arguments: '' }] as const
  const [choice] = (await fold(unfoldResponse({ ...base, candidates: [{ index: 0, parts, finish: { unified: 'tool-calls' } }] }))).choices
  expect(choice?.message.tool_calls).toMatchObject([{ function: { name: 'a', arguments: '{}' } }])
})
