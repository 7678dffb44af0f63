import { defaultPolicy, findRemoteMedia } from '@interlingua/core'
import type { BuiltinTool, Context, FunctionTool, GenerateRequest, Notice, Part, Tool, Turn } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { messages } from '../src/index.ts'

interface Result {
  readonly body: Record<string, unknown>
  readonly notices: readonly Notice[]
  readonly codes: readonly string[]
  readonly reversals: ReturnType<typeof messages.lowerRequest>['reversals']
}

const text = (value: string): Part => ({ type: 'text', text: value })
const user = (...parts: readonly Part[]): Turn => ({ author: 'user', parts })
const assistant = (...parts: readonly Part[]): Turn => ({ author: 'assistant', parts })
const call = (callId: string, more: Partial<Extract<Part, { type: 'tool-call' }>> = {}): Part => ({
  type: 'tool-call',
  callId,
  name: 'f',
  kind: 'function',
  arguments: '{}',
  ...more,
})
const result = (callId: string, more: Partial<Extract<Part, { type: 'tool-result' }>> = {}): Part => ({
  type: 'tool-result',
  callId,
  parts: [text('ok')],
  ...more,
})
const tool = (name: string, more: Partial<FunctionTool> = {}): FunctionTool => ({
  type: 'function',
  name,
  schema: { type: 'object', properties: {}, additionalProperties: false },
  ...more,
})
const builtin = (family: string, more: Partial<BuiltinTool> = {}): BuiltinTool => ({
  type: 'builtin',
  name: family.replaceAll('-', '_'),
  family,
  runsOn: 'server',
  format: 'responses',
  config: {},
  ...more,
})

function lower(request: Partial<GenerateRequest>, overrides: Partial<Context> = {}): Result {
  const { context, notices } = createTestContext(overrides)
  const whole: GenerateRequest = { model: 'm', turns: [user(text('hi'))], ...request, output: { maxTokens: 9000, ...request.output } }
  const lowered = messages.lowerRequest(whole, context)
  const { body } = messages.encodeRequest(lowered.request, context)
  messages.parseRequest({ path: '', query: {}, headers: {}, body }, context)
  // A legal request stays as it is without a notice, except for fields that the format lacks.
  const again = createTestContext(overrides)
  expect(messages.encodeRequest(messages.lowerRequest(lowered.request, again.context).request, again.context).body).toEqual(body)
  expect(again.notices.filter(({ kind }) => kind !== 'dropped')).toEqual([])
  return { body, notices, codes: notices.map(({ code }) => code.slice('messages/'.length)), reversals: lowered.reversals }
}

describe('tools that come later', () => {
  test('are declared from the beginning', () => {
    const added: Turn = { author: 'instruction', authority: 'developer', at: '/input/1', parts: [], changes: { addTools: [tool('g')] } }
    const { body, notices } = lower({ tools: [tool('f')], turns: [user(text('a')), added, assistant(text('b')), user(text('c'))] })
    expect(body['tools']).toMatchObject([{ name: 'f' }, { name: 'g' }])
    expect(body['messages']).toHaveLength(3)
    expect(notices).toMatchObject([{ code: 'messages/tools-added', path: '/input/1', kind: 'approximated', benign: true }])
  })
})

describe('builtin tools', () => {
  test('that the caller runs become functions with their documented arguments, and come back as what they were', () => {
    const tools = [
      builtin('shell', { runsOn: 'client' }),
      builtin('local-shell', { runsOn: 'client' }),
      builtin('apply-patch', { runsOn: 'client' }),
      builtin('tool-search', { runsOn: 'client', config: { parameters: { type: 'object', properties: { q: { type: 'string' } } } } }),
    ]
    const action = { commands: ['ls'] }
    const turns = [
      user(text('a')),
      assistant(call('c1', { name: 'shell', kind: 'builtin', arguments: JSON.stringify(action) })),
      user(result('c1', { parts: [], structured: { output: [{ stdout: 'x' }] } })),
    ]
    const { body, codes, reversals } = lower({ tools, turns })
    expect(body['tools']).toMatchObject([
      { name: 'shell', input_schema: { required: ['commands'] } },
      { name: 'local_shell', input_schema: { required: ['type', 'command'] } },
      { name: 'apply_patch', input_schema: { required: ['operation'] } },
      { name: 'tool_search', input_schema: { properties: { q: { type: 'string' } } } },
    ])
    expect(body['messages']).toMatchObject([
      {},
      { content: [{ type: 'tool_use', name: 'shell', input: action }] },
      { content: [{ type: 'tool_result', content: [{ type: 'text', text: '{"output":[{"stdout":"x"}]}' }] }] },
    ])
    expect(codes).toEqual(['tool-client', 'tool-client', 'tool-client', 'tool-client', 'result-structured'])
    const { context } = createTestContext()
    const content = [{ type: 'tool_use', id: 't1', name: 'shell', input: action }]
    const reply = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {},
    }
    const parsed = messages.parseResponse({ status: 200, headers: {}, body: reply }, context)
    const { candidates } = messages.decodeResponse(parsed, context, { reversals })
    expect(candidates[0]?.parts).toMatchObject([{ type: 'tool-call', kind: 'builtin', name: 'shell', arguments: JSON.stringify(action) }])
  })

  test('that show a screen cannot be functions: a severe loss', () => {
    const { notices } = lower({ tools: [tool('f'), builtin('computer', { runsOn: 'client', at: '/tools/1' })] })
    expect(notices).toMatchObject([{ code: 'messages/hosted-tool', path: '/tools/1', severe: true }])
  })

  test('that search, fetch and run code cross; what only the source can set is said', () => {
    const { body, notices } = lower({
      tools: [
        builtin('web-search', { config: { contextSize: 'low', maxUses: 2 }, fields: { 'config.contextSize': '/search_context_size' } }),
        builtin('web-fetch', { format: 'contents', name: 'urlContext' }),
        builtin('code-execution', { name: 'code_interpreter', config: { container: 'cntr_1' } }),
        builtin('code-execution', { name: 'other', config: { container: { type: 'auto' } } }),
      ],
    })
    expect(body['tools']).toEqual([
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      { type: 'web_fetch_20250910', name: 'web_fetch' },
      { type: 'code_execution_20250825', name: 'code_execution' },
    ])
    // Two tools of one name are one; and it is no loss that the provider chooses the container.
    expect(notices.map(({ path }) => path)).toEqual(['/tools/0/search_context_size', '/tools/2/container', '/tools/3'])
  })

  test('that cross do not where the policy or the model refuses them', () => {
    const policy = { ...defaultPolicy, hostedTools: 'drop' } as const
    expect(lower({ tools: [tool('f'), builtin('web-fetch')] }, { policy }).codes).toEqual(['hosted-tool-dropped'])
    const model = { format: 'messages', pattern: '*', asOf: '2026-11-21', hostedTools: ['web-search'] } as const
    expect(lower({ tools: [tool('f'), builtin('web-fetch')] }, { model }).codes).toEqual(['hosted-tool-dropped'])
  })
})

describe('a checked choice', () => {
  test('makes tools strict whose schemas can be checked, in silence', () => {
    const { body, codes } = lower({ tools: [tool('f')], toolChoice: { mode: 'auto', checked: true } })
    expect(body['tools']).toMatchObject([{ name: 'f', strict: true }])
    expect(body['tool_choice']).toEqual({ type: 'auto' })
    expect(codes).toEqual([])
  })

  test('is named where a schema cannot be checked', () => {
    const { body, notices } = lower({
      tools: [tool('f'), tool('g', { schema: { type: 'object' } })],
      toolChoice: { mode: 'auto', checked: true },
    })
    expect(body['tools']).toEqual([expect.objectContaining({ strict: true }), { name: 'g', input_schema: { type: 'object' } }])
    expect(notices).toMatchObject([{ code: 'messages/tool-choice-checked', path: '/toolChoice' }])
  })
})

describe('results', () => {
  test('that are structured become JSON text, with the parts beside them', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' } }
    const { body, notices } = lower({
      tools: [tool('f')],
      turns: [user(text('a')), assistant(call('c1')), user(result('c1', { structured: { n: 1 }, parts: [image] }))],
    })
    expect(body['messages']).toMatchObject([{}, {}, { content: [{ content: [{ type: 'text', text: '{"n":1}' }, { type: 'image' }] }] }])
    expect(notices).toMatchObject([{ code: 'messages/result-structured', benign: true }])
  })
})

test('a tool that another format defers is declared at once', () => {
  const late: Tool = { ...tool('late'), deferred: true }
  const plain = lower({ tools: [tool('f'), late] })
  expect(plain.body['tools']).toHaveLength(2)
  expect(JSON.stringify(plain.body['tools'])).not.toContain('defer_loading')
  expect(plain.codes).toEqual(['tool-deferred'])
})

describe('what lives at another provider', () => {
  test.each([
    ['previousResponse', { state: { previousResponse: 'resp_1' } }, '/previous_response_id'],
    ['conversation', { state: { conversation: 'conv_1' } }, '/conversation'],
    ['prompt', { state: { prompt: 'pmpt_1' } }, '/state/prompt'],
    ['background', { state: { background: true } }, '/background'],
  ] as const)('is a severe loss: %s', (field, request, path) => {
    const { notices } = lower({ ...request, fields: { [`state.${field}`]: path } })
    expect(notices).toMatchObject([{ kind: 'dropped', severe: true, path }])
  })

  test('is a severe loss: cached content', () => {
    const { notices } = lower({ cache: { content: 'cachedContents/1' }, fields: { 'cache.content': '/cachedContent' } })
    expect(notices).toMatchObject([{ code: 'messages/cached-content', severe: true, path: '/cachedContent' }])
  })

  test('is a severe loss: a file, at its place', () => {
    const file: Part = { type: 'document', at: '/input/0/content/1', source: { type: 'file', fileId: 'file-1', owner: 'responses' } }
    expect(lower({ turns: [user(text('a'), file)] }).notices).toMatchObject([
      { code: 'messages/file-id', severe: true, path: '/input/0/content/1' },
    ])
  })
})

describe('what native contents can ask for', () => {
  test('other modalities and several candidates are severe; safety and picture settings are named', () => {
    const { notices } = lower({
      output: { modalities: ['text', 'image'], image: { aspectRatio: '1:1' }, candidates: 2 },
      safety: [{ category: 'HARASSMENT', threshold: 'OFF' }],
    })
    const told = notices.map(({ code, path, severe }) => `${code.slice('messages/'.length)} ${path} ${severe === true}`)
    expect(told.toSorted()).toEqual([
      'candidates /output/candidates true',
      'modality /output/image true',
      'modality /output/modalities true',
      'safety /safety false',
    ])
  })
})

describe('thinking with a budget', () => {
  const model = { format: 'messages', pattern: '*', asOf: '2026-11-21', reasoning: ['on', 'off'] } as const
  const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'hm' }], seal: { format: 'messages', data: 's' } }
  const foreign: Part = { type: 'reasoning', segments: [], seal: { format: 'contents', data: 's' } }
  const asked = { tools: [tool('f')], reasoning: { mode: 'on', budgetTokens: 2000 } } as const
  const loop = (...parts: readonly Part[]): readonly Turn[] => [user(text('q')), assistant(...parts, call('c1')), user(result('c1'))]

  test('is left out where the calls that are answered came without thinking, as clients that throw thoughts away have it', () => {
    const { body, codes } = lower({ ...asked, turns: loop() }, { model })
    expect(body['thinking']).toEqual({ type: 'disabled' })
    expect(codes).toEqual(['reasoning-left-out'])
    expect(lower({ ...asked, turns: loop(foreign) }, { model }).codes).toEqual(['foreign-reasoning', 'reasoning-left-out'])
  })

  test('becomes adaptive there where the model can do that', () => {
    const both = { ...model, reasoning: ['on', 'adaptive', 'off'], efforts: ['low', 'medium', 'high'] } as const
    const { body, codes } = lower({ ...asked, turns: loop() }, { model: both })
    expect(body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } })
    expect(codes).toEqual(['reasoning-mode'])
  })

  test('stays where the thinking is there, and where nothing was called', () => {
    expect(lower({ ...asked, turns: loop(thought) }, { model }).body['thinking']).toEqual({ type: 'enabled', budget_tokens: 2000 })
    const plain = [user(text('q')), assistant(text('a')), user(text('b'))]
    expect(lower({ ...asked, turns: plain }, { model }).body['thinking']).toEqual({ type: 'enabled', budget_tokens: 2000 })
  })

  test('stays where it is adaptive, which needs no thinking in the history', () => {
    const adaptive = { ...model, reasoning: ['adaptive', 'off'] } as const
    const { body, codes } = lower({ tools: [tool('f')], reasoning: { mode: 'adaptive' }, turns: loop() }, { model: adaptive })
    expect(body['thinking']).toEqual({ type: 'adaptive' })
    expect(codes).toEqual([])
  })
})

test('images and PDFs are taken by URL; what may be another file is fetched first', () => {
  const { context } = createTestContext()
  const document = (url: string, mime?: string): Part => ({
    type: 'document',
    source: { type: 'url', url, ...(mime !== undefined && { mime }) },
  })
  const turns = [
    user(
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example/1.png' } },
      { type: 'media', kind: 'video', source: { type: 'url', url: 'https://a.example/1.mp4' } },
      document('https://a.example/1.pdf?x=1'),
      document('https://a.example/2', 'application/pdf'),
      document('https://a.example/3.txt'),
      document('https://a.example/4', 'text/plain'),
    ),
  ]
  expect(findRemoteMedia({ model: 'm', turns }, messages, context).map(({ url }) => url)).toEqual([
    'https://a.example/3.txt',
    'https://a.example/4',
  ])
})

describe('what stands for a part of the conversation', () => {
  test('is a severe loss where only its own provider can read it', () => {
    const reference: Part = { type: 'opaque', format: 'responses', at: '/input/0', wire: { type: 'item_reference', id: 'msg_1' } }
    const sealed: Part = { type: 'compaction', at: '/input/1', seal: { format: 'responses', data: 's' } }
    const { notices } = lower({ turns: [user(reference, text('a')), assistant(sealed, text('b')), user(text('c'))] })
    expect(notices).toMatchObject([
      { code: 'messages/server-context', path: '/input/0', severe: true },
      { code: 'messages/server-context', path: '/input/1', severe: true },
    ])
  })

  test('is text where it can be read', () => {
    const { body, codes } = lower({ turns: [user({ type: 'compaction', text: 'So far: x.' }, text('a'))] })
    expect(JSON.stringify(body['messages'])).toContain('So far: x.')
    expect(codes).toEqual(['compaction-text'])
  })

  test('is named by its field, where nothing else is left to send', () => {
    const result: Part = { type: 'tool-result', callId: 'c1', parts: [text('ok')] }
    const request = {
      state: { previousResponse: 'resp_1' },
      fields: { 'state.previousResponse': '/previous_response_id' },
      turns: [user(result)],
    } as const
    expect(() => lower(request)).toThrow(expect.objectContaining({ name: 'UnsupportedError', path: '/previous_response_id' }))
  })
})

test('thoughts that another format asks to see are adaptive thinking, where the model has it', () => {
  const model = { format: 'messages', pattern: '*', asOf: '2026-11-21', reasoning: ['adaptive', 'off'] } as const
  const { body, codes } = lower({ reasoning: { summary: 'auto' } }, { model })
  expect(body['thinking']).toEqual({ type: 'adaptive', display: 'summarized' })
  expect(codes).toEqual([])
  expect(lower({ reasoning: { summary: 'none' } }, { model })).toMatchObject({ codes: [] })
  expect(lower({ reasoning: { summary: 'auto' } }).codes).toEqual(['reasoning-summary'])
})

test('settings inside the conversation are an effort and a schema; what else another format changes is named', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', minLength: 2 } },
    required: ['a'],
    additionalProperties: false,
  } as const
  const change = (changes: NonNullable<Turn['changes']>): Turn => ({
    author: 'instruction',
    authority: 'developer',
    at: '/input/1',
    fields: { 'changes.reasoning': '/reasoning', 'changes.format': '/text/format' },
    parts: [],
    changes,
  })
  const turns = (changes: NonNullable<Turn['changes']>): readonly Turn[] => [user(text('a')), change(changes), user(text('b'))]
  const known = lower({ turns: turns({ reasoning: { effort: 'high' }, format: { type: 'json-schema', name: 'x', schema } }) })
  expect(known.body['messages']).toMatchObject([
    {},
    {
      role: 'system',
      output_config: { effort: 'high', format: { schema: { properties: { a: { description: 'Constraints: {"minLength":2}' } } } } },
    },
    {},
  ])
  expect(known.notices.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'messages/format-schema-weakened /input/1/text/format/schema/properties/a',
  ])
  const others = lower({ turns: turns({ reasoning: { effort: 'none' }, format: { type: 'text' } }) })
  expect(others.body['messages']).toHaveLength(2)
  expect(others.notices.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'messages/turn-settings /input/1/reasoning',
    'messages/turn-settings /input/1/text/format',
  ])
})
