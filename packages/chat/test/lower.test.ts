import type { Context, GenerateRequest, Json, ModelProfile, Part, Policy } from '@interlingua/core'
import { defaultPolicy, UnsupportedError } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat, dialects } from '../src/index.ts'

interface Sent {
  readonly body: { readonly [key: string]: Json }
  readonly messages: readonly { readonly [key: string]: Json }[]
  readonly codes: readonly string[]
  readonly reversals: ReturnType<typeof chat.lowerRequest>['reversals']
}

function send(
  request: Partial<GenerateRequest>,
  more: Partial<Pick<Context, 'dialect' | 'model'>> & { readonly policy?: Partial<Policy> } = {},
): Sent {
  const { context, notices } = createTestContext({ ...more, policy: { ...defaultPolicy, ...more.policy } })
  const lowered = chat.lowerRequest({ model: 'm', turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }], ...request }, context)
  const body = chat.encodeRequest(lowered.request, context).body
  return { body, messages: body.messages, codes: notices.map(({ code }) => code.replace('chat/', '')), reversals: lowered.reversals }
}

const text = (value: string): Part => ({ type: 'text', text: value })
const user = (...parts: Part[]): GenerateRequest['turns'][number] => ({ author: 'user', parts })
const assistant = (...parts: Part[]): GenerateRequest['turns'][number] => ({ author: 'assistant', parts })
const call = (callId: string, name = 'f', kind: 'function' | 'custom' = 'function'): Part => ({
  type: 'tool-call',
  callId,
  name,
  kind,
  arguments: '{}',
})
const result = (callId: string, ...parts: Part[]): Part => ({ type: 'tool-result', callId, parts })
const profile: ModelProfile = { format: 'chat', pattern: '*', asOf: '2026-11-21' }

describe('results follow their calls', () => {
  test('pitfall 19: results stand right after the calls, one message each, and what else was said comes after', () => {
    const { messages, codes } = send({
      turns: [
        user(text('q')),
        assistant(text('a'), call('1'), call('2')),
        user(result('1', text('x')), result('2', text('y')), text('go on')),
      ],
    })
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: 'a',
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'f', arguments: '{}' } },
          { id: '2', type: 'function', function: { name: 'f', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'x' },
      { role: 'tool', tool_call_id: '2', content: 'y' },
      { role: 'user', content: 'go on' },
    ])
    expect(codes).toEqual([])
  })

  test("pitfall 20: of two results for one call the last one counts, in the first one's place", () => {
    const { messages, codes } = send({
      turns: [user(text('q')), assistant(call('1')), user(result('1', text('old'))), user(result('1', text('new')))],
    })
    expect(messages.slice(2)).toEqual([{ role: 'tool', tool_call_id: '1', content: 'new' }])
    expect(codes).toEqual(['duplicate-result'])
  })

  test('pitfall 28: a result without a call is dropped, a call without a result gets one', () => {
    const { messages, codes } = send({ turns: [user(text('q'), result('9', text('lost'))), assistant(call('1')), user(text('well?'))] })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(codes.toSorted()).toEqual(['orphan-call', 'orphan-result'])
  })

  test('a call without a result is dropped, or refused, where the policy says so', () => {
    const turns = [user(text('q')), assistant(text('a'), call('1')), user(text('well?'))]
    expect(send({ turns }, { policy: { orphanCalls: 'drop' } }).messages[1]).toEqual({ role: 'assistant', content: 'a' })
    expect(send({ turns }, { policy: { orphanCalls: 'reject' } }).codes).toEqual(['orphan-call-rejected'])
  })

  test('pitfall 26: media of a result follow in a user message, with a reference in the result', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' } }
    const turns = [user(text('q')), assistant(call('1')), user(result('1', text('see'), image))]
    const { messages, codes } = send({ turns })
    expect(messages.slice(2)).toEqual([
      {
        role: 'tool',
        tool_call_id: '1',
        content: [
          { type: 'text', text: 'see' },
          { type: 'text', text: '[image 1 of tool result 1: see below]' },
        ],
      },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
    ])
    expect(codes).toEqual(['result-media'])
    expect(send({ turns }, { dialect: dialects.openrouter }).messages).toHaveLength(3)
  })

  test('an error flag becomes words, once', () => {
    const failed = (value: string): Sent =>
      send({
        turns: [user(text('q')), assistant(call('1')), user({ type: 'tool-result', callId: '1', isError: true, parts: [text(value)] })],
      })
    expect(failed('no such file').messages[2]).toMatchObject({ content: 'Error: no such file' })
    expect(failed('Error: no such file').messages[2]).toMatchObject({ content: 'Error: no such file' })
    expect(failed('x').codes).toEqual(['result-error'])
  })

  test('rule 35: call ids over 64 characters are renamed, calls and results alike', () => {
    const long = 'x'.repeat(80)
    const { messages, reversals } = send({ turns: [user(text('q')), assistant(call(long)), user(result(long, text('r')))] })
    const id = messages[2]?.['tool_call_id']
    expect(messages[1]).toMatchObject({ tool_calls: [{ id }] })
    expect(reversals.callIds.get(String(id))).toBe(long)
  })
})

describe('tools', () => {
  test('pitfall 25: illegal names are renamed everywhere, and can be turned back', () => {
    const { body, messages, reversals, codes } = send({
      turns: [user(text('q')), assistant(call('1', 'a.b/c')), user(result('1', text('r')))],
      tools: [{ type: 'function', name: 'a.b/c', schema: { type: 'object' } }],
      toolChoice: { mode: 'required', only: [{ name: 'a.b/c' }] },
    })
    const name = (body['tools'] as { function: { name: string } }[])[0]?.function.name ?? ''
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(body['tool_choice']).toEqual({ type: 'function', function: { name } })
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { name } }] })
    expect(reversals.toolNames.get(name)).toEqual({ name: 'a.b/c', kind: 'function' })
    expect(codes).toEqual(['tool-name'])
  })

  test('pitfall 29: namespaces, names and kinds stay apart', () => {
    const { body, reversals } = send({
      tools: [
        { type: 'function', name: 'x' },
        { type: 'function', name: 'x', namespace: 'ns' },
        { type: 'custom', name: 'x' },
      ],
    })
    const names = (body['tools'] as Record<string, { name: string }>[]).map((tool) => (tool['function'] ?? tool['custom'])?.name ?? '')
    expect(new Set(names).size).toBe(3)
    expect(names.slice(0, 2)).toEqual(['x', 'ns__x'])
    expect(reversals.toolNames.get(names[2] ?? '')).toEqual({ name: 'x', kind: 'custom' })
  })

  test('pitfall 29: a custom tool is wrapped for a server without them', () => {
    const { body, messages, reversals } = send(
      {
        tools: [{ type: 'custom', name: 'note' }],
        turns: [
          user(text('q')),
          assistant({ type: 'tool-call', callId: '1', name: 'note', kind: 'custom', arguments: 'free "text"' }),
          user(result('1', text('ok'))),
        ],
      },
      { dialect: dialects.groq },
    )
    expect(body['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'note',
          parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'], additionalProperties: false },
        },
      },
    ])
    expect(messages[1]).toMatchObject({
      tool_calls: [{ type: 'function', function: { name: 'note', arguments: '{"input":"free \\"text\\""}' } }],
    })
    expect([...reversals.wrappedTools]).toEqual(['note'])
  })

  test('pitfall 22: a subset is allowed_tools, or a filtered list where the server has none; it is never widened', () => {
    const request = {
      tools: [
        { type: 'function', name: 'a' },
        { type: 'function', name: 'b' },
      ],
      toolChoice: { mode: 'auto', only: [{ name: 'a', kind: 'function' }] },
    } as const
    const named = { ...profile, allowedTools: true }
    expect(send(request, { model: named }).body['tool_choice']).toEqual({
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'a' } }] },
    })
    // An unknown server gets only what all servers take.
    expect(send(request)).toMatchObject(send(request, { dialect: dialects.vllm }))
    const filtered = send(request, { dialect: dialects.vllm })
    expect(filtered.body).toMatchObject({ tools: [{ function: { name: 'a' } }], tool_choice: 'auto' })
    expect(filtered.body['tools']).toHaveLength(1)
    expect(filtered.codes).toEqual(['tool-subset', 'tool-left-out'])
  })

  test('a request for no output, which only warms a cache elsewhere, is no request for some', () => {
    const sent = send({ output: { maxTokens: 0 } })
    expect(sent.codes).toEqual(['max-tokens-none'])
    expect(sent.body).not.toHaveProperty('max_completion_tokens')
  })

  test('a hosted tool that cannot run is a severe notice; web search runs', () => {
    expect(
      send({
        tools: [{ type: 'builtin', name: 'code_execution', family: 'code-execution', runsOn: 'server', format: 'messages', config: {} }],
      }).codes,
    ).toEqual(['hosted-tool'])
    const search = send({
      tools: [
        {
          type: 'builtin',
          name: 'web_search',
          family: 'web-search',
          runsOn: 'server',
          format: 'messages',
          config: { maxUses: 2, userLocation: { city: 'Rome' } },
        },
      ],
    })
    expect(search.body['web_search_options']).toEqual({ user_location: { type: 'approximate', approximate: { city: 'Rome' } } })
    expect(search.codes).toEqual(['hosted-tool-option'])
  })

  test('a tool that the caller runs becomes a function, and its calls come back as what they were', () => {
    const { body, reversals, codes } = send({
      tools: [{ type: 'builtin', name: 'bash', family: 'bash', version: '20250124', runsOn: 'client', format: 'messages', config: {} }],
    })
    expect(body['tools']).toMatchObject([
      { type: 'function', function: { name: 'bash', parameters: { properties: { command: { type: 'string' } } } } },
    ])
    expect(reversals.toolNames.get('bash')).toEqual({ name: 'bash', kind: 'builtin' })
    expect(codes).toEqual(['tool-client'])
  })
})

describe('messages', () => {
  test('pitfall 30: instructions keep their place, their blocks and their cache marks', () => {
    const { messages, codes } = send(
      {
        turns: [
          { author: 'instruction', authority: 'system', parts: [text('one'), { type: 'text', text: 'two', cache: {} }] },
          user(text('q')),
          { author: 'instruction', authority: 'system', parts: [text('later')] },
          user(text('r')),
        ],
      },
      { dialect: { cacheMarks: 'cache_control' } },
    )
    expect(messages).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'system', content: [{ type: 'text', text: 'later' }] },
      { role: 'user', content: [{ type: 'text', text: 'r' }] },
    ])
    expect(codes).toEqual([])
  })

  test('rule 37: models that want developer instructions get them, and the field for the cap that they know', () => {
    const request = {
      turns: [{ author: 'instruction', authority: 'system', parts: [text('be brief')] }, user(text('q'))],
      output: { maxTokens: 5 },
      sampling: { temperature: 0.3 },
    } as const
    const { body, messages, codes } = send(request, {
      model: { ...profile, instructionRole: 'developer', maxTokensField: 'max_completion_tokens', sampling: false },
    })
    expect(messages[0]?.['role']).toBe('developer')
    expect(body).toMatchObject({ max_completion_tokens: 5 })
    expect(codes).toEqual(['sampling'])
    expect(send(request, { dialect: dialects.mistral }).body).toMatchObject({ max_tokens: 5, temperature: 0.3 })
  })

  test('pitfall 31: a message with calls alone has null as its content', () => {
    expect(send({ turns: [user(text('q')), assistant(text(''), call('1')), user(result('1', text('r')))] }).messages[1]).toMatchObject({
      content: null,
    })
  })

  test('an empty text of a user is sent, wherever it came from: nothing is lost in silence', () => {
    expect(send({ turns: [user(text(''), text('a'))] })).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'a' },
          ],
        },
      ],
      codes: [],
    })
  })

  test('pitfall 32: a document is a file or text, never dumped as JSON', () => {
    const pdf: Part = { type: 'document', title: 'A.pdf', source: { type: 'inline', mime: 'application/pdf', base64: 'JVBE' } }
    const plain: Part = { type: 'document', title: 'B', context: 'C', source: { type: 'text', text: 'words' } }
    const { messages, codes } = send({ turns: [user(pdf, plain)] })
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'file', file: { filename: 'A.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'text', text: 'B\n\nC\n\nwords' },
        ],
      },
    ])
    expect(codes).toEqual(['document-title', 'document-text'])
  })

  test('pitfall 34: text after calls is moved before them, and said so', () => {
    const { messages, codes } = send({ turns: [user(text('q')), assistant(text('a'), call('1'), text('b')), user(result('1', text('r')))] })
    expect(messages[1]).toMatchObject({
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    })
    expect(codes).toEqual(['text-order'])
  })

  test('a message of which nothing can be sent refuses the request, with its place', () => {
    const turns: GenerateRequest['turns'] = [
      {
        at: '/messages/0',
        author: 'user',
        parts: [{ type: 'file-reference', fileId: 'file_1' }],
      },
    ]
    expect(() => send({ turns })).toThrow(UnsupportedError)
    expect(() => send({ turns })).toThrow(expect.objectContaining({ path: '/messages/0' }))
  })

  test('a final assistant turn is sent, dropped, put in words or refused as model and policy say', () => {
    const turns = [user(text('q')), assistant(text('The answer is'))]
    const model = { ...profile, prefill: false }
    expect(send({ turns }).messages.at(-1)).toEqual({ role: 'assistant', content: 'The answer is' })
    expect(send({ turns }, { model }).messages).toHaveLength(1)
    expect(send({ turns }, { model, policy: { prefill: 'instruct' } }).messages.at(-1)?.['role']).toBe('user')
    expect(send({ turns }, { model, policy: { prefill: 'reject' } }).codes).toEqual(['prefill-rejected'])
  })
})

describe('reasoning', () => {
  const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }], seal: { format: 'messages', data: 'c2ln' } }
  const bare: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }] }
  const own: Part = {
    type: 'reasoning',
    segments: [{ type: 'full', text: 'Hm.' }],
    seal: { format: 'chat', vendor: 'openrouter', data: 'c2ln' },
  }

  test("pitfall 6: a seal of another origin is never sent as the target's own", () => {
    for (const dialect of [dialects.openai, dialects.openrouter, dialects.deepseek]) {
      const { body, codes } = send({ turns: [user(text('q')), assistant(thought, text('a')), user(text('b'))] }, { dialect })
      expect(JSON.stringify(body)).not.toContain('c2ln')
      expect(codes).toEqual(['foreign-reasoning'])
    }
  })

  test('it goes back in the field of the dialect', () => {
    const turns = [user(text('q')), assistant(bare, text('a')), user(text('b'))]
    expect(send({ turns }, { dialect: dialects.deepseek }).messages[1]).toEqual({
      role: 'assistant',
      content: 'a',
      reasoning_content: 'Hm.',
    })
    expect(send({ turns }, { dialect: dialects.groq }).messages[1]).toEqual({ role: 'assistant', content: 'a', reasoning: 'Hm.' })
    expect(
      send({ turns: [user(text('q')), assistant(own, text('a')), user(text('b'))] }, { dialect: dialects.openrouter }).messages[1],
    ).toMatchObject({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' }] })
    expect(send({ turns }, { policy: { foreignReasoning: 'as-text' } }).codes).toEqual(['foreign-reasoning-text'])
  })

  test('control is lowered by the table, the model and the dialect', () => {
    const body = (reasoning: NonNullable<GenerateRequest['reasoning']>, more = {}): unknown => {
      const { body: sent } = send({ reasoning }, more)
      return sent['reasoning_effort'] ?? sent['reasoning'] ?? sent['thinking']
    }
    expect(body({ mode: 'on', budgetTokens: 8192 })).toBe('medium')
    expect(body({ mode: 'adaptive', effort: 'high' })).toBe('high')
    expect(body({ mode: 'off' }, { model: { ...profile, efforts: ['none', 'low'] } })).toBe('none')
    expect(body({ mode: 'off' })).toBeUndefined()
    expect(body({ effort: 'max' }, { model: { ...profile, efforts: ['low', 'high'] } })).toBe('high')
    expect(body({ effort: 'minimal' }, { model: { ...profile, efforts: ['low', 'high'] } })).toBe('low')
    expect(body({ budgetTokens: 2000 }, { dialect: dialects.openrouter })).toEqual({ max_tokens: 2000 })
    expect(body({ mode: 'off' }, { dialect: dialects.deepseek })).toEqual({ type: 'disabled' })
  })
})

describe('options', () => {
  test('a streamed request always asks the upstream for usage, unless the dialect does not know how', () => {
    expect(send({ stream: true }).body['stream_options']).toEqual({ include_usage: true })
    expect(send({ stream: true }, { dialect: dialects.mistral }).body['stream_options']).toBeUndefined()
  })

  test('stop sequences, user ids, top_k and tiers keep to the limits of the target', () => {
    const { body, codes } = send({
      output: { stop: ['a', 'b', 'c', 'd', 'e'] },
      user: 'u'.repeat(70),
      sampling: { topK: 4 },
      serviceTier: 'standard_only',
    })
    expect(body['stop']).toEqual(['a', 'b', 'c', 'd'])
    expect(String(body['safety_identifier'])).toMatch(/^user_.{24}$/)
    expect(codes.toSorted()).toEqual(['service-tier', 'stop-cut', 'top-k', 'user-id'])
    expect(send({ sampling: { topK: 4 } }, { dialect: dialects.vllm }).body['top_k']).toBe(4)
  })

  test('pitfall 39: a schema keeps its mode; a name and strictness come in where the other format has none', () => {
    const strict = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false } as const
    expect(send({ output: { format: { type: 'json-schema', schema: strict } } }).body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema: strict, strict: true },
    })
    const loose = send({ output: { format: { type: 'json-schema', schema: { type: 'object', properties: { a: { type: 'string' } } } } } })
    expect(loose.body['response_format']).toMatchObject({ json_schema: { strict: false } })
    expect(loose.codes).toEqual(['format-strict'])
    expect(
      send({ output: { format: { type: 'json-schema', schema: strict } } }, { dialect: dialects.deepseek }).body['response_format'],
    ).toEqual({ type: 'json_object' })
  })

  test('cache marks take the lifetimes and the spelling of the dialect', () => {
    const turns = [user({ type: 'text', text: 'a', cache: { ttl: '1h' } })]
    const takes = { model: { ...profile, cacheMarks: true } }
    expect(send({ turns }, takes).messages[0]).toMatchObject({ content: [{ prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } }] })
    expect(send({ turns }, takes).codes).toEqual(['cache-ttl'])
    expect(send({ turns })).toMatchObject({ messages: [{ role: 'user', content: 'a' }], codes: ['cache-mark'] })
    expect(send({ turns }, { dialect: dialects.openrouter }).messages[0]).toMatchObject({
      content: [{ cache_control: { type: 'ephemeral', ttl: '1h' } }],
    })
    expect(send({ turns }, { dialect: dialects.vllm }).messages[0]).toEqual({ role: 'user', content: 'a' })
  })
})
