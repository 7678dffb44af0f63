import { foldEvents } from '@interlingua/core'
import { inputFromTotal } from '@interlingua/core/adapter'
import type { Finish, FinishReason, GenerateResponse, JsonObject, Part, StreamEvent, Usage } from '@interlingua/core'
import { createTestContext, readStream, writeStream } from '@interlingua/testkit'
import fc from 'fast-check'
import { restoreSeals } from '@interlingua/core/lower'
import { describe, expect, test } from 'vitest'
import { messages } from '../src/index.ts'

const answer = (parts: readonly Part[], finish: Finish = { unified: 'stop' }, more: Partial<GenerateResponse> = {}): GenerateResponse => ({
  id: 'a',
  model: 'm',
  status: 'completed',
  candidates: [{ index: 0, parts, finish }],
  usage: { input: { total: 1, fresh: 1 }, output: { total: 1 } },
  ...more,
})

function encode(response: GenerateResponse): { readonly body: Record<string, unknown>; readonly codes: readonly string[] } {
  const { context, notices } = createTestContext()
  const { body } = messages.encodeResponse(response, context)
  return { body, codes: notices.map(({ code }) => code.slice('messages/'.length)) }
}

function decode(body: Record<string, unknown>): GenerateResponse {
  const { context } = createTestContext()
  return messages.decodeResponse(
    messages.parseResponse(
      { status: 200, headers: {}, body: { id: 'a', type: 'message', role: 'assistant', model: 'm', content: [], ...body } },
      context,
    ),
    context,
  )
}

test('a failed answer of another format is an error document, and no empty message', () => {
  const { context } = createTestContext()
  const failure = { code: 'rate-limit', message: 'slow', retryable: true } as const
  const reply = messages.encodeResponse({ id: 'a', model: 'm', status: 'failed', candidates: [], failure }, context)
  expect(reply).toMatchObject({ status: 429, body: { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } } })
})

test('protocols 2.11: too long a prompt is told in the words that clients look for', () => {
  const { context } = createTestContext()
  const told = (message: string): unknown =>
    (messages.encodeFailure({ code: 'context-length', message, retryable: false }, context).body.error as JsonObject).message
  expect(told('maximum context length is 5 tokens')).toBe('prompt is too long: maximum context length is 5 tokens')
  expect(told('Prompt is too long: 6 tokens')).toBe('Prompt is too long: 6 tokens')
})

describe('why an answer ended', () => {
  const reasons: readonly (readonly [FinishReason, string, boolean])[] = [
    ['stop', 'end_turn', true],
    ['stop-sequence', 'stop_sequence', true],
    ['tool-calls', 'tool_use', true],
    ['length', 'max_tokens', true],
    ['context-window', 'model_context_window_exceeded', true],
    ['pause', 'pause_turn', true],
    ['refusal', 'refusal', true],
    ['compaction', 'compaction', true],
    ['content-filter', 'refusal', false],
    ['recitation', 'refusal', false],
    ['continuation', 'pause_turn', false],
    ['interrupted', 'max_tokens', false],
    ['malformed-tool-call', 'max_tokens', false],
    ['other', 'max_tokens', false],
  ]
  test.each(reasons)('pitfall 41: %s is %s, and a reason that is not known to be a success never is one', (unified, wire, exact) => {
    expect(encode(answer([], { unified }))).toMatchObject({ body: { stop_reason: wire }, codes: exact ? [] : ['finish-reason'] })
    if (exact) expect(decode({ stop_reason: wire }).candidates[0]?.finish?.unified).toBe(unified)
  })

  test('pitfall 41: an unknown reason is other, kept, and printed again', () => {
    const decoded = decode({ stop_reason: 'bored', stop_sequence: null })
    expect(decoded.candidates[0]?.finish).toMatchObject({ unified: 'other', raw: { format: 'messages', value: 'bored' } })
    expect(encode(decoded)).toMatchObject({ body: { stop_reason: 'bored' }, codes: [] })
  })

  test('pitfall 40: an end with calls is a call, whatever the server says, and the raw word comes back', () => {
    const decoded = decode({ stop_reason: 'end_turn', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] })
    expect(decoded.candidates[0]?.finish?.unified).toBe('tool-calls')
    expect(encode(decoded).body['stop_reason']).toBe('end_turn')
    expect(
      encode(
        answer([{ type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '' }], {
          unified: 'stop',
          raw: { format: 'chat', value: 'stop' },
        }),
      ).body['stop_reason'],
    ).toBe('tool_use')
  })

  test('a refusal keeps its category and explanation', () => {
    const details = { type: 'refusal', category: 'cyber', explanation: null, recommended_model: 'x' }
    const decoded = decode({ stop_reason: 'refusal', stop_sequence: null, stop_details: details })
    expect(decoded.candidates[0]?.finish?.refusal).toEqual({ category: 'cyber' })
    expect(encode(decoded).body['stop_details']).toEqual(details)
  })
})

describe('usage', () => {
  test('pitfall 42: uncached input is disjoint from cache reads and writes, and nothing is added twice', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 5,
      cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
      output_tokens: 7,
    }
    expect(decode({ usage }).usage).toMatchObject({
      input: { total: 35, fresh: 10, cacheRead: 20, cacheWrite: 5, cacheWriteByTtl: { '5m': 2, '1h': 3 } },
      output: { total: 7 },
    })
    expect(encode(decode({ usage })).body['usage']).toEqual(usage)
  })

  test('counts of cached tokens are numbers, also where another format says nothing of them: clients add them up', () => {
    expect(encode(answer([], { unified: 'stop' })).body['usage']).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    })
    const { context } = createTestContext()
    const encoder = messages.createStreamEncoder(context)
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'r', model: 'm' },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
      { type: 'response-end', status: 'completed' },
    ]
    const printed = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
    expect(JSON.stringify(printed)).toContain('"message_start"')
    expect(JSON.stringify(printed)).not.toMatch(/cache_(creation|read)_input_tokens[\\\\"]+:null/)
  })

  test('pitfall 42: what another format counts in one total is conserved', () => {
    const count = fc.nat({ max: 1e6 })
    fc.assert(
      fc.property(count, count, count, count, (fresh, cacheRead, cacheWrite, output) => {
        const usage: Usage = {
          input: inputFromTotal({ total: fresh + cacheRead + cacheWrite, cacheRead, cacheWrite }),
          output: { total: output },
        }
        const { body } = encode(answer([], { unified: 'stop' }, { usage }))
        expect(decode({ usage: body['usage'] }).usage).toMatchObject(usage)
      }),
    )
  })

  test('pitfall 43: usage that comes in any event is told once, at the end, with what the beginning said', () => {
    const { context } = createTestContext()
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'a', model: 'm' },
      { type: 'usage', usage: { input: { total: 9, fresh: 9 }, output: {} } },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'length' } },
      { type: 'usage', usage: { input: {}, output: { total: 4 } } },
      { type: 'response-end', status: 'incomplete' },
    ]
    const text = writeStream(messages, events, context)
    expect(text.match(/event: message_delta/g)).toHaveLength(1)
    expect(foldEvents(readStream(messages, [text], context))).toMatchObject({
      status: 'incomplete',
      usage: { input: { total: 9 }, output: { total: 4 } },
    })
  })

  test('counts of nothing are spelling: no data for others, and printed again here', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 3, novel: 1 },
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    }
    const decoded = decode({ usage, stop_reason: 'end_turn', stop_sequence: null })
    expect(decoded.usage?.input.cacheWriteByTtl).toEqual({ '1h': 3 })
    expect(decoded.usage).not.toHaveProperty('requests')
    expect(encode(decoded).body['usage']).toEqual(usage)
  })

  test('server tool calls and iterations are kept for the bill', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      server_tool_use: { web_search_requests: 2 },
      iterations: [{ type: 'compaction', input_tokens: 3, output_tokens: 4 }],
    }
    expect(decode({ usage }).usage).toMatchObject({
      requests: { 'web-search': 2 },
      extra: [{ type: 'compaction', usage: { input: { total: 3 } } }],
    })
  })
})

describe('answers of other formats', () => {
  test('pitfall 1: thinking without a seal gets an envelope, which comes back as no seal', () => {
    const { context } = createTestContext()
    const { body } = encode(
      answer([
        { type: 'reasoning', segments: [{ type: 'full', text: 'hm' }], extensions: { chat: {} } },
        { type: 'text', text: 'x' },
      ]),
    )
    const content = body['content'] as readonly Record<string, string>[]
    expect(content[0]?.['signature']).toMatch(/^SUwB/)
    const wire = {
      model: 'm',
      max_tokens: 1,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content },
      ],
    }
    const request = messages.decodeRequest({ path: '', query: {}, headers: {}, body: wire }, context)
    expect(request.turns[1]?.parts[0]).not.toHaveProperty('seal')
    expect(messages.encodeRequest(request, context).body).toEqual(wire)
  })

  test('pitfall 6: a seal is tagged with where it came from, through an envelope and back', () => {
    const seal = { format: 'chat', vendor: 'openrouter', model: 'x', data: 'opaque+/=' }
    const { body } = encode(answer([{ type: 'reasoning', segments: [], redacted: true, seal }]))
    expect(body['content']).toMatchObject([{ type: 'redacted_thinking' }])
    const again = { model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content: body['content'] ?? [] }] }
    const { context } = createTestContext()
    const request = messages.decodeRequest(messages.parseRequest({ path: '', query: {}, headers: {}, body: again }, context), context)
    expect(restoreSeals(request).turns[0]?.parts).toMatchObject([{ redacted: true, seal }])
    // A client that gets such a response from its upstream takes the seal for the upstream's own.
    expect(decode({ content: body['content'] }).candidates[0]?.parts[0]).toMatchObject({ redacted: true, seal: { format: 'messages' } })
  })

  test('a refusal is text, media and further candidates are reported', () => {
    const { body, codes } = encode({
      ...answer([]),
      candidates: [
        {
          index: 0,
          parts: [
            { type: 'refusal', text: 'no' },
            { type: 'media', kind: 'audio', transcript: 'la', source: { type: 'inline', mime: 'audio/wav', base64: 'AA' } },
          ],
          finish: { unified: 'stop' },
        },
        { index: 1, parts: [], finish: { unified: 'stop' } },
      ],
    })
    expect(body['content']).toEqual([
      { type: 'text', text: 'no' },
      { type: 'text', text: 'la' },
    ])
    expect(codes).toEqual(['candidates', 'refusal', 'audio-output', 'refusal'])
  })

  test('a url citation of another format stands for its whole block', () => {
    const { body, codes } = encode(
      answer([
        {
          type: 'text',
          text: 'It is so.',
          citations: [{ source: 'url', uri: 'https://a.example', title: 'A', span: { start: 0, end: 5 } }],
        },
      ]),
    )
    expect(body['content']).toEqual([
      {
        type: 'text',
        text: 'It is so.',
        citations: [{ type: 'web_search_result_location', cited_text: '', url: 'https://a.example', title: 'A', encrypted_index: '' }],
      },
    ])
    expect(codes).toEqual(['citation-span'])
  })
})

describe('streams', () => {
  const read = (text: string): readonly StreamEvent[] => readStream(messages, [text], createTestContext().context)
  const frame = (type: string, rest: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  const start = frame('message_start', {
    message: { id: 'a', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
  })

  test('pitfall 45: a ping is a keep-alive, and a keep-alive is a ping only once the message has begun', () => {
    expect(read(frame('ping'))[0]).toEqual({ type: 'keep-alive' })
    const encoder = messages.createStreamEncoder(createTestContext().context)
    expect(encoder.push({ type: 'keep-alive' })).toEqual([])
    encoder.push({ type: 'response-start', id: 'a', model: 'm' })
    expect(encoder.push({ type: 'keep-alive' })).toEqual([{ type: 'event', wire: { type: 'ping' } }])
  })

  test('pitfall 46: an error event is a failure with its code, and only the end follows', () => {
    const events = read(start + frame('error', { error: { type: 'overloaded_error', message: 'busy' } }) + frame('message_stop'))
    expect(events.slice(-2)).toMatchObject([
      { type: 'failure', failure: { code: 'overloaded', retryable: true } },
      { type: 'response-end', status: 'failed' },
    ])
  })

  test('client 1.1: a cut after message_delta is still a cut', () => {
    const events = read(
      start + frame('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } }),
    )
    expect(events.slice(-2)).toMatchObject([
      { type: 'failure', failure: { code: 'truncated-stream' } },
      { type: 'response-end', status: 'failed' },
    ])
  })

  test('pitfall 14: input that stands whole in the start frame is not lost', () => {
    const text =
      start +
      frame('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } } }) +
      frame('content_block_stop', { index: 0 }) +
      frame('message_delta', { delta: { stop_reason: 'tool_use' } }) +
      frame('message_stop')
    expect(foldEvents(read(text)).candidates[0]?.parts[0]).toMatchObject({ arguments: '{"a":1}' })
  })

  test('pitfall 48: a missing event line, CRLF and an event in pieces are read; data that is no JSON is a failure', () => {
    const text = (start + frame('message_stop')).replaceAll('\n', '\r\n').replace('event: message_start\r\n', '')
    const pieces = readStream(messages, [...text], createTestContext().context)
    expect(foldEvents(pieces)).toMatchObject({ id: 'a', status: 'incomplete' })
    expect(read(`${start}data: {"type"\n\n`).at(-2)).toMatchObject({ type: 'failure', failure: { code: 'malformed-upstream' } })
  })

  test('unknown events and deltas are carried whole', () => {
    const odd = { type: 'content_block_delta', index: 0, delta: { type: 'delta_of_tomorrow', x: 1 } }
    const text =
      start +
      frame('event_of_tomorrow', { y: 2 }) +
      frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      frame('content_block_delta', odd) +
      frame('content_block_stop', { index: 0 }) +
      frame('message_stop')
    const { context } = createTestContext()
    const written = writeStream(messages, read(text), context)
    expect(written).toContain('event: event_of_tomorrow\ndata: {"type":"event_of_tomorrow","y":2}\n\n')
    expect(written).toContain(`event: content_block_delta\ndata: ${JSON.stringify(odd)}\n\n`)
  })

  test('a delta that does not fit its block is carried whole, never put into another part', () => {
    const odd = { index: 0, delta: { type: 'thinking_delta', thinking: 'x' } }
    const events = read(
      start +
        frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        frame('content_block_delta', odd) +
        frame('message_stop'),
    )
    expect(events).toContainEqual({ type: 'opaque', format: 'messages', wire: { type: 'content_block_delta', ...odd } })
    expect(foldEvents(events).candidates[0]?.parts).toMatchObject([{ type: 'text', text: '' }])
  })

  test('a service tier that is told late is told late', () => {
    const { context } = createTestContext()
    const text = writeStream(
      messages,
      [
        { type: 'response-start', id: 'a', model: 'm' },
        { type: 'usage', usage: { input: {}, output: { total: 1 } }, serviceTier: 'default' },
        { type: 'response-end', status: 'completed' },
      ],
      context,
    )
    expect(foldEvents(read(text)).serviceTier).toBe('default')
  })

  test('an HTML page, an empty body and a bare text are failures by their status', () => {
    const { context } = createTestContext()
    for (const body of ['<html>502</html>', undefined, null, 3, {}]) {
      const failure = messages.decodeFailure(
        messages.parseFailure({ status: 502, headers: { 'retry-after': '3', 'request-id': 'r' }, body }),
        context,
      )
      expect(failure).toEqual({
        code: 'server',
        message: 'the provider answered with status 502',
        retryable: true,
        status: 502,
        retryAfterMs: 3000,
        requestId: 'r',
      })
    }
  })

  test('a conflict is worth another call, and a delay that is none is not one of 0', () => {
    const { context } = createTestContext()
    const read = (status: number, headers: Readonly<Record<string, string>>) =>
      messages.decodeFailure(messages.parseFailure({ status, headers, body: undefined }), context)
    expect(read(409, { 'retry-after-ms': '', 'retry-after': '-1' })).toEqual({
      code: 'conflict',
      message: 'the provider answered with status 409',
      retryable: true,
      status: 409,
    })
    expect(read(422, {})).toMatchObject({ code: 'unprocessable', retryable: false })
    expect(read(412, {})).toMatchObject({ code: 'precondition', retryable: false })
  })

  test('what would be held back without end is a failure', () => {
    const { context } = createTestContext()
    const encoder = messages.createStreamEncoder({ ...context, limits: { ...context.limits, bufferedBytes: 10 } })
    encoder.push({ type: 'response-start', id: 'a', model: 'm' })
    encoder.push({
      type: 'part-start',
      candidate: 0,
      part: 0,
      value: { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '' },
    })
    encoder.push({ type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } })
    expect(encoder.push({ type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'x'.repeat(20) } })).toMatchObject([
      { wire: { type: 'error' } },
    ])
  })
})
