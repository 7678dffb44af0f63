import { defaultLimits, isInterlinguaError } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { checkDialect, messages, refuseThread } from '../src/index.ts'

const { context } = createTestContext()
const parse = (body: unknown): unknown => messages.parseRequest({ path: '/v1/messages', query: {}, headers: {}, body }, context)
const base = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] }

describe('a body that is not of this format is refused at the very field', () => {
  const tool = { name: 'f', input_schema: {} }
  const cases: readonly (readonly [string, unknown])[] = [
    ['', 'text'],
    ['', null],
    ['', []],
    ['/model', { ...base, model: undefined }],
    ['/max_tokens', { model: 'm', messages: [] }],
    ['/max_tokens', { ...base, max_tokens: '1' }],
    ['/messages', { ...base, messages: {} }],
    ['/messages/0', { ...base, messages: ['x'] }],
    ['/messages/0/role', { ...base, messages: [{ content: 'x' }] }],
    ['/messages/0/content', { ...base, messages: [{ role: 'user' }] }],
    ['/messages/0/content', { ...base, messages: [{ role: 'user', content: 1 }] }],
    ['/messages/0/content/1/text', { ...base, messages: [{ role: 'user', content: [{ type: 'text', text: '' }, { type: 'text' }] }] }],
    ['/messages/0/content/0/type', { ...base, messages: [{ role: 'user', content: [{}] }] }],
    [
      '/messages/0/content/0/source/data',
      { ...base, messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png' } }] }] },
    ],
    [
      '/messages/0/content/0/content/0/text',
      { ...base, messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 1 }] }] }] },
    ],
    ['/system/0/text', { ...base, system: [{ type: 'text' }] }],
    ['/tools/1/input_schema', { ...base, tools: [tool, { name: 'g' }] }],
    ['/stop_sequences/0', { ...base, stop_sequences: [1] }],
    ['/temperature', { ...base, temperature: 'hot' }],
    ['/stream', { ...base, stream: 1 }],
  ]
  test.each(cases)('%s', (path, body) => {
    const error = caught(() => parse(body))
    expect(isInterlinguaError(error)).toBe(true)
    expect(error).toMatchObject({ code: 'wire', format: 'messages', path })
  })

  test('hostile depth meets a limit', () => {
    let deep: unknown = 1
    for (let i = 0; i < 10_000; i++) deep = [deep]
    expect(caught(() => parse({ ...base, deep }))).toMatchObject({ code: 'limit' })
    expect(() =>
      messages.parseRequest({ path: '', query: {}, headers: {}, body: base }, { ...context, limits: { ...defaultLimits, nodes: 3 } }),
    ).toThrow('values')
  })

  test('unknown roles, blocks, tools and fields are legal', () => {
    const body = {
      ...base,
      field: 1,
      messages: [
        { role: 'oracle', content: { a: 1 } },
        { role: 'user', content: [{ type: 'smell', odour: 'rose' }] },
      ],
      tools: [{ type: 'tool_of_tomorrow' }],
    }
    expect(parse(body)).toMatchObject({ body })
  })

  test('a key called __proto__ comes back as data', () => {
    const body = JSON.parse(
      '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"x","__proto__":{"a":1}}],"__proto__":{"b":2}}',
    ) as typeof base // the shape written above
    const again = messages.encodeRequest(messages.decodeRequest({ path: '', query: {}, headers: {}, body }, context), context)
    expect(JSON.stringify(again.body)).toContain('"__proto__":{"b":2}')
    expect(JSON.stringify(again.body)).toContain('"__proto__":{"a":1}')
  })
})

describe('what Claude Code sends', () => {
  const body = {
    ...base,
    model: 'gpt-5',
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: a' },
      { type: 'text', text: 'Be terse.', cache_control: { type: 'ephemeral', ttl: '1h', scope: 'global' } },
    ],
    messages: [
      { role: 'user', content: 'find a tool' },
      { role: 'system', content: [{ type: 'text', text: 'Think.' }], output_config: { effort: 'high' } },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'ToolSearch', input: { q: 'x' }, caller: { type: 'direct' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'Grep' }] }] },
    ],
    tools: [
      { name: 'ToolSearch', input_schema: { type: 'object' } },
      { name: 'Grep', input_schema: { type: 'object' }, defer_loading: true },
    ],
    thinking: { type: 'adaptive', display: 'omitted' },
    output_config: { effort: 'medium' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    metadata: { user_id: '{"device_id":"d"}' },
  }
  const message = {
    path: '/v1/messages',
    query: { beta: 'true' },
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b', 'x-api-key': 'secret', authorization: 'Bearer secret' },
    body,
  }
  const request = messages.decodeRequest(messages.parseRequest(message, context), context)

  test('client 1.5: later system messages are instruction turns with their effort', () => {
    expect(request.turns[2]).toMatchObject({
      author: 'instruction',
      authority: 'system',
      changes: { reasoning: { effort: 'high' } },
      parts: [{ type: 'text', text: 'Think.' }],
    })
  })

  test('client 1.5: adaptive thinking, its display and the effort are reasoning options', () => {
    expect(request.reasoning).toEqual({ mode: 'adaptive', summary: 'none', effort: 'medium' })
  })

  test('client 1.5: a tool reference in a result reads as the name of the tool, deferred tools are marked', () => {
    expect(request.turns[4]?.parts[0]).toMatchObject({ type: 'tool-result', parts: [{ type: 'text', text: 'Grep' }] })
    expect(request.tools).toMatchObject([{ name: 'ToolSearch' }, { name: 'Grep', deferred: true }])
  })

  test('client 2: the query, the version and the betas come back as they came; credentials never do', () => {
    const again = messages.encodeRequest(messages.lowerRequest(request, context).request, context)
    expect(again).toEqual({
      path: '/v1/messages',
      query: { beta: 'true' },
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b' },
      body,
    })
    expect(JSON.stringify(request)).not.toContain('secret')
  })
})

test('client 1.7: a thread is refused with the details that make the SDK send the whole history', () => {
  for (const thread of [{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }]) {
    const request = messages.decodeRequest({ path: '', query: {}, headers: {}, body: { ...base, thread } }, context)
    expect(messages.encodeRequest(request, context).body['thread']).toEqual(thread)
    const failure = refuseThread(request)
    const reply = failure && messages.encodeFailure(failure, context)
    expect(reply).toMatchObject({
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
      },
    })
  }
  expect(refuseThread(messages.decodeRequest({ path: '', query: {}, headers: {}, body: base }, context))).toBeUndefined()
})

test('a dialect is checked when the context is made', () => {
  expect(checkDialect({ version: '2026-10-21', betas: ['x'] })).toEqual({ version: '2026-10-21', betas: ['x'] })
  expect(() => checkDialect({ version: 'yesterday' })).toThrow('version')
  const spoken = messages.encodeRequest({ model: 'm', turns: [] }, { ...context, dialect: { version: '2026-10-21', betas: ['x', 'y'] } })
  expect(spoken.headers).toMatchObject({ 'anthropic-version': '2026-10-21', 'anthropic-beta': 'x,y' })
})

function caught(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

describe('counting', () => {
  test('what the counting endpoint does not know is left out, what it counts is kept', () => {
    const { context } = createTestContext()
    const counted = {
      model: 'm',
      messages: [{ role: 'user', content: 'a' }],
      system: 'S',
      thinking: { type: 'adaptive' },
      context_management: { edits: [] },
      speed: 'fast',
    }
    const more = {
      max_tokens: 1,
      stream: true,
      diagnostics: { previous_message_id: 'x' },
      fallbacks: 'default',
      fallback_credit_token: 't',
      inference_geo: 'us',
      temperature: 1,
    }
    const request = messages.decodeRequest(
      messages.parseRequest({ path: '', query: {}, headers: {}, body: { ...counted, ...more } }, context),
      context,
    )
    expect(messages.count.encodeCountRequest(request, context).body).toEqual(counted)
  })
})

test('a hosted call without input comes back without one', () => {
  const { context } = createTestContext()
  const body = {
    model: 'm',
    max_tokens: 1,
    messages: [{ role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'web_search' }] }],
  }
  expect(messages.encodeRequest(messages.decodeRequest({ path: '', query: {}, headers: {}, body }, context), context).body).toEqual(body)
})

test.each([
  ['/output_format', { output_format: { type: 'json_schema', schema: { type: 'object' } } }],
  ['/output_config/format', { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }],
])('a structured answer is named by the place where it was asked for: %s', (place, body) => {
  const request = messages.decodeRequest({ path: '', query: {}, headers: {}, body: { ...base, ...body } }, context)
  expect(request.fields).toMatchObject({ 'output.format': place, 'output.format.schema': `${place}/schema` })
})
