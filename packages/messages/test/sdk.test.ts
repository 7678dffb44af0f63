import Anthropic from '@anthropic-ai/sdk'
import type { MessageParam } from '@anthropic-ai/sdk/resources'
import type { Failure, GenerateRequest, GenerateResponse, Part, StreamEvent } from '@interlingua/core'
import { unfoldResponse } from '@interlingua/core'
import { createTestContext, writeStream } from '@interlingua/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { messages } from '../src/index.ts'
import { richStream } from './samples.ts'
import { serve } from './serve.ts'
import type { Answer, Served } from './serve.ts'

const { context } = createTestContext()
let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

const ask = { model: 'claude-opus-5', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] satisfies MessageParam[] }
const sse = (body: string): Answer => ({ headers: { 'content-type': 'text/event-stream' }, body })

async function streamOf(events: readonly StreamEvent[]): Promise<Anthropic.Message> {
  served = await serve(() => sse(writeStream(messages, events, context)))
  return served.client.messages.stream(ask).finalMessage()
}

const chatAnswer = (parts: readonly Part[], more: Partial<GenerateResponse> = {}): GenerateResponse => ({
  id: 'chatcmpl-1',
  model: 'gpt-5',
  createdAt: 1_767_225_600_000,
  status: 'completed',
  candidates: [{ index: 0, parts, finish: { unified: 'tool-calls', raw: { format: 'chat', value: 'tool_calls' } } }],
  usage: { input: { total: 30, fresh: 20, cacheRead: 10 }, output: { total: 12, reasoning: 4 } },
  ...more,
})

const thinkingAndCalls: readonly Part[] = [
  {
    type: 'reasoning',
    segments: [{ type: 'full', text: 'Let me see.' }],
    extensions: { chat: { hint: { reasoning: 'reasoning_content' } } },
  },
  { type: 'text', text: 'I look it up.' },
  { type: 'tool-call', callId: 'call_1', name: 'look', kind: 'function', arguments: '{"q":"a"}' },
  { type: 'tool-call', callId: 'call_2', name: 'look', kind: 'function', arguments: '' },
]

describe('the SDK folds what is written', () => {
  test('an answer of another format, streamed, is the same message as the document', async () => {
    const response = chatAnswer(thinkingAndCalls)
    const folded = await streamOf(unfoldResponse(response))
    const document = messages.encodeResponse(response, context).body
    expect(folded.content).toEqual(document.content)
    expect(folded.stop_reason).toBe('tool_use')
    expect(folded.usage).toMatchObject({ input_tokens: 20, cache_read_input_tokens: 10, output_tokens: 12 })
    expect(folded.content.map((block) => block.type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use'])
  })

  test('a stream of this format, read and written again, folds to the same message', async () => {
    served = await serve(() => sse(richStream))
    const before = await served.client.messages.stream(ask).finalMessage()
    await served.close()
    const reader = [messages.createStreamParser(context), messages.createStreamDecoder(context)] as const
    const frames = [...reader[0].push(richStream), ...reader[0].end()]
    const events = [...frames.flatMap((frame) => [...reader[1].push(frame)]), ...reader[1].end()]
    const after = await streamOf(events)
    expect(after.content).toEqual(before.content)
    expect(after.stop_reason).toBe(before.stop_reason)
    expect(after.usage.output_tokens).toBe(20)
  })

  test('pitfall 3: the signature is a delta of its own, last in its block, and survives the accumulator', async () => {
    const events = unfoldResponse(
      chatAnswer([
        { type: 'reasoning', segments: [{ type: 'full', text: 'Hm' }], seal: { format: 'messages', model: 'claude', data: 'c2ln' } },
        { type: 'text', text: 'x' },
      ]),
    )
    const text = writeStream(messages, events, context)
    const types = [...text.matchAll(/"type":"(thinking_delta|signature_delta|content_block_stop)"/g)].map(([, type]) => type)
    expect(types.slice(0, 3)).toEqual(['thinking_delta', 'signature_delta', 'content_block_stop'])
    expect((await streamOf(events)).content[0]).toEqual({ type: 'thinking', thinking: 'Hm', signature: 'c2ln' })
  })

  test('pitfall 12: text that comes while a call is open waits, and no argument is lost', async () => {
    const folded = await streamOf([
      { type: 'response-start', id: 'a', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: '{"a":' } },
      { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'meanwhile' } },
      { type: 'part-start', candidate: 0, part: 2, value: { type: 'tool-call', callId: 'c2', name: 'f', kind: 'function', arguments: '' } },
      { type: 'part-delta', candidate: 0, part: 2, delta: { type: 'arguments', text: '{"b":2}' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: '1}' } },
      { type: 'part-end', candidate: 0, part: 2 },
      { type: 'part-end', candidate: 0, part: 0 },
      { type: 'part-end', candidate: 0, part: 1 },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
      { type: 'response-end', status: 'completed' },
    ])
    expect(folded.content).toEqual([
      { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 }, caller: { type: 'direct' } },
      { type: 'text', text: 'meanwhile' },
      { type: 'tool_use', id: 'c2', name: 'f', input: { b: 2 }, caller: { type: 'direct' } },
    ])
  })

  test('pitfall 9: thinking that goes on after text gets a block of its own', async () => {
    const folded = await streamOf([
      { type: 'response-start', id: 'a', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'reasoning', segments: [] } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'reasoning', segment: 0, kind: 'full', text: 'one' } },
      { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'two' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'reasoning', segment: 0, kind: 'full', text: 'three' } },
      { type: 'part-end', candidate: 0, part: 0 },
      { type: 'part-end', candidate: 0, part: 1 },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
      { type: 'response-end', status: 'completed' },
    ])
    expect(folded.content.map((block) => (block.type === 'thinking' ? block.thinking : block.type === 'text' ? block.text : ''))).toEqual([
      'one',
      'two',
      'three',
    ])
  })
})

describe('a whole exchange through the SDK', () => {
  test('a two-turn tool loop: what the SDK sends back is decoded as it was answered, seals and all', async () => {
    const sent: GenerateRequest[] = []
    served = await serve((body, request) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      sent.push(messages.decodeRequest(messages.parseRequest({ path: '/v1/messages', query: {}, headers, body }, context), context))
      return { body: JSON.stringify(messages.encodeResponse(chatAnswer(thinkingAndCalls.map(sealed)), context).body) }
    })
    const first = await served.client.messages.create(ask)
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'ok' }] : [],
    )
    await served.client.messages.create({
      ...ask,
      messages: [...ask.messages, { role: 'assistant', content: first.content }, { role: 'user', content: results }],
    })
    const [, second] = sent
    expect(second?.turns[1]?.parts[0]).toMatchObject({ type: 'reasoning', seal: { format: 'chat', vendor: 'deepseek', data: 'secret' } })
    expect(second?.turns[1]?.parts.slice(1).map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call'])
    expect(second?.turns[2]?.parts.map((part) => (part.type === 'tool-result' ? part.callId : ''))).toEqual(['call_1', 'call_2'])
    expect(second?.extensions?.messages?.hint?.['headers']).toHaveProperty('anthropic-version')
    expect(JSON.stringify(second?.extensions)).not.toContain('x-api-key')
  })

  test('client 1.7: the SDK speaks version 2026-10-21, and any version is decoded', async () => {
    let version: unknown
    served = await serve((body, request) => {
      version = request.headers['anthropic-version']
      messages.parseRequest({ path: '/v1/messages', query: {}, headers: {}, body }, context)
      return { body: JSON.stringify(messages.encodeResponse(chatAnswer([{ type: 'text', text: 'x' }]), context).body) }
    })
    await served.client.messages.create(ask)
    expect(version).toBe('2026-10-21')
  })

  test('counting tokens', async () => {
    served = await serve((body) => {
      const request = messages.count.decodeCountRequest(
        messages.count.parseCountRequest({ path: '/v1/messages/count_tokens', query: {}, headers: {}, body }, context),
        context,
      )
      return { body: JSON.stringify(messages.count.encodeCountResponse({ inputTokens: request.turns.length * 7 }, context).body) }
    })
    expect(await served.client.messages.countTokens({ model: 'm', messages: ask.messages })).toEqual({ input_tokens: 7 })
  })
})

function sealed(part: Part): Part {
  return part.type === 'reasoning' ? { ...part, seal: { format: 'chat', vendor: 'deepseek', data: 'secret' } } : part
}

describe('failures are the typed exceptions of the SDK', () => {
  const classes = [
    ['invalid-request', Anthropic.BadRequestError],
    ['authentication', Anthropic.AuthenticationError],
    ['permission', Anthropic.PermissionDeniedError],
    ['not-found', Anthropic.NotFoundError],
    ['conflict', Anthropic.ConflictError],
    ['rate-limit', Anthropic.RateLimitError],
    ['overloaded', Anthropic.InternalServerError],
    ['server', Anthropic.InternalServerError],
  ] as const satisfies readonly (readonly [Failure['code'], unknown])[]

  test.each(classes)('%s', async (code, type) => {
    const failure: Failure = { code, message: 'no', retryable: false, requestId: 'req_7', retryAfterMs: 1500, path: '/messages/0/content' }
    const reply = messages.encodeFailure(failure, context)
    served = await serve(() => ({ status: reply.status, headers: reply.headers, body: JSON.stringify(reply.body) }))
    const error: unknown = await served.client.messages.create(ask).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ status: reply.status, requestID: 'req_7' })
    expect((error as Error).message).toMatch(/messages\.0\.content: (Overloaded: )?no/)
    expect(messages.decodeFailure(messages.parseFailure(reply), context)).toMatchObject({ code, requestId: 'req_7', retryAfterMs: 2000 })
  })

  test('pitfall 46: a failure in the middle of a stream throws, and nothing comes after it', async () => {
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'a', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'so far' } },
      { type: 'failure', failure: { code: 'overloaded', message: 'busy', retryable: true } },
      { type: 'response-end', status: 'failed' },
    ]
    const text = writeStream(messages, events, context)
    expect(text.endsWith('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded: busy"}}\n\n')).toBe(
      true,
    )
    await expect(streamOf(events)).rejects.toThrow('busy')
  })

  test('client 1.1: a stream that ends without its end is a failure for the SDK', async () => {
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'a', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'so far' } },
    ]
    await expect(streamOf(events)).rejects.toThrow('before it was complete')
  })
})
