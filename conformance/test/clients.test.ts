import type { FailureCode, JsonObject } from '@interlingua/core'
import { refuseThread } from '@interlingua/messages'
import { checkChatRequest, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chatText, crossRequest, crossStream, messagesText } from '../src/cross.ts'
import { formatIds, formats } from '../src/formats.ts'

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'demo',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}
const text = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
]
const schema = { type: 'object', properties: {} }

/** Request of Claude Code 2.1.330 for any model name that it does not know as old. */
const claudeCode: JsonObject = {
  model: 'my-local-model',
  max_tokens: 128_000,
  stream: true,
  system: [{ type: 'text', text: 'You are a coding agent.', cache_control: { type: 'ephemeral' } }],
  thinking: { type: 'adaptive', display: 'omitted' },
  output_config: { effort: 'medium' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  metadata: { user_id: 'user_1' },
  tools: [
    { name: 'Read', description: 'Reads.', input_schema: schema },
    { name: 'DeferredToolPlaceholder', input_schema: schema, defer_loading: true },
  ],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Read a.txt' }] },
    { role: 'system', content: 'The date is today.', output_config: { effort: 'low' } },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'ToolSearch', input: { query: 'read' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'tool_reference', tool_name: 'Read' }] }] },
  ],
}

describe('client 1.1', () => {
  test('client 1.1: a stream without a finish reason never ends cleanly, and never with nothing', () => {
    const toChat = crossStream('messages', 'chat', messagesText([start, ...text]))
    expect(toChat).toMatch(/data: \{"error":[^\n]*\}\n\n$/)
    const toMessages = crossStream('chat', 'messages', chatText([{ role: 'assistant', content: 'Hi.' }], ''))
    expect(toMessages).toMatch(/event: error\ndata: [^\n]*\n\n$/)
  })

  test('client 1.1: a chat stream that ends well always has a finish reason, whatever the upstream said', () => {
    for (const reason of ['end_turn', 'max_tokens', 'refusal', 'pause_turn', 'a_new_reason']) {
      const done = crossStream(
        'messages',
        'chat',
        messagesText([
          start,
          ...text,
          { type: 'content_block_stop', index: 0 },
          { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } },
          { type: 'message_stop' },
        ]),
      )
      expect(done).toMatch(/"finish_reason":"(stop|length|content_filter)"/)
      expect(done).toMatch(/data: \[DONE\]\n\n$/)
    }
  })
})

describe('client 1.5', () => {
  test('client 1.5: what Claude Code sends comes back as it was within the format', () => {
    const { context } = createTestContext()
    const { adapter } = formats.messages
    const message = { path: '/v1/messages', query: { beta: 'true' }, headers: { 'anthropic-version': '2023-06-01' }, body: claudeCode }
    expect(adapter.encodeRequest(adapter.decodeRequest(adapter.parseRequest(message, context), context), context).body).toEqual(claudeCode)
  })

  test('client 1.5: what Claude Code sends is legal chat: the instruction in its place, the deferred tool declared, the reference as text', () => {
    const { body, reported } = crossRequest('messages', 'chat', claudeCode)
    const turns = body['messages'] as readonly JsonObject[]
    expect(checkChatRequest(body)).toEqual([])
    expect(turns.map(({ role }) => role)).toEqual(['system', 'user', 'system', 'assistant', 'tool'])
    expect(body['reasoning_effort']).toBe('medium')
    expect((body['tools'] as readonly JsonObject[]).map((each) => (each['function'] as JsonObject)['name'])).toContain(
      'DeferredToolPlaceholder',
    )
    expect(JSON.stringify(turns[4]?.['content'])).toContain('Read')
    for (const path of ['/context_management', '/tools/1']) expect(reported.some((line) => line.includes(path))).toBe(true)
  })

  test('client 1.5: the classic shape of older model names is understood as well', () => {
    const classic = crossRequest('messages', 'chat', {
      model: 'claude-haiku-4-5',
      max_tokens: 32_000,
      thinking: { type: 'enabled', budget_tokens: 31_999 },
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect(classic.body['reasoning_effort']).toBe('high')
  })
})

describe('client 1.7', () => {
  test.each(['2026-10-21', '2023-06-01'])('client 1.7: the version %s is accepted and kept', (version) => {
    const { context } = createTestContext()
    const { adapter } = formats.messages
    const message = {
      path: '',
      query: {},
      headers: { 'anthropic-version': version },
      body: { model: 'demo', max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] },
    }
    expect(adapter.encodeRequest(adapter.decodeRequest(adapter.parseRequest(message, context), context), context).headers).toMatchObject({
      'anthropic-version': version,
    })
  })

  test.each([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])(
    'client 1.7: a thread is refused in the words that make the SDK send its whole history: $type',
    (thread) => {
      const { context } = createTestContext()
      const { adapter } = formats.messages
      const request = adapter.decodeRequest(
        adapter.parseRequest(
          {
            path: '',
            query: {},
            headers: {},
            body: { model: 'demo', max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }], thread },
          },
          context,
        ),
        context,
      )
      const failure = refuseThread(request)
      expect(failure).toBeDefined()
      if (failure === undefined) return
      expect(adapter.encodeFailure(failure, context)).toMatchObject({
        status: 400,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
        },
      })
    },
  )
})

describe('client 1.10', () => {
  const kept: readonly (readonly [FailureCode, number])[] = [
    ['invalid-request', 400],
    ['authentication', 401],
    ['permission', 403],
    ['not-found', 404],
    ['rate-limit', 429],
    ['server', 500],
  ]

  test.each(formatIds.flatMap((format) => kept.map(([code, status]) => [format, code, status] as const)))(
    'client 1.10: %s answers %s with %i, and says when to try again',
    (format, code, status) => {
      const { context } = createTestContext()
      const { adapter } = formats[format]
      const reply = adapter.encodeFailure({ code, message: 'no', retryable: code === 'rate-limit', retryAfterMs: 3_000 }, context)
      expect(reply.status).toBe(status)
      expect(reply.headers['retry-after']).toBe('3')
      expect(adapter.decodeFailure(adapter.parseFailure(reply), context)).toMatchObject({ code, retryAfterMs: 3_000 })
    },
  )
})
