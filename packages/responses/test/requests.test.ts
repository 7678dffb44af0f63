import { isInterlinguaError } from '@interlingua/core'
import type { GenerateRequest, Json } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { dialects, readDialect, responses } from '../src/index.ts'
import { codexRequest, everyItem, everyTool } from './request-samples.ts'

const { context } = createTestContext()
const message = (body: unknown) => ({ path: '/v1/responses', query: {}, headers: {}, body })
const parse = (body: unknown) => responses.parseRequest(message(body), context)
const decode = (body: unknown): GenerateRequest => responses.decodeRequest(parse(body), context)
const base = { model: 'm', input: 'x' }
const items = (...input: readonly Json[]): unknown => ({ model: 'm', input })

function caught(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('a stored prompt is kept at the server, and comes back with what fills it', () => {
  const body = { model: 'm', input: 'x', prompt: { id: 'pmpt_1', version: '2', variables: { a: 'b' } } }
  expect(decode(body).state).toEqual({ prompt: 'pmpt_1' })
  expect(responses.encodeRequest(decode(body), context).body).toEqual(body)
})

test.each([
  ['JVBERi0xLjQ=', undefined, 'application/pdf'],
  ['AAAA', 'notes.MD', 'text/markdown'],
  ['AAAA', 'x.constructor', ''],
])('a file in base64 alone is what its bytes or its name say: %s %s', (data, filename, mime) => {
  const file = { type: 'input_file', file_data: data, ...(filename !== undefined && { filename }) }
  const request = decode(items({ role: 'user', content: [file] }))
  expect(request.turns[0]?.parts).toMatchObject([{ type: 'document', source: { type: 'inline', mime } }])
  expect(responses.encodeRequest(request, context).body).toEqual(items({ role: 'user', content: [file] }))
})

describe('a body that is not of this format is refused at the very field', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['', 'text'],
    ['', null],
    ['/model', { input: 'x' }],
    ['/model', { ...base, model: 1 }],
    ['/input', { model: 'm' }],
    ['/input', { model: 'm', input: {} }],
    ['/input/0', items('x')],
    ['/input/0/role', items({ content: 'x' })],
    ['/input/0/content', items({ role: 'user' })],
    ['/input/0/content', items({ type: 'message', role: 'user', content: 1 })],
    ['/input/1/content/0/text', items({ role: 'user', content: 'x' }, { role: 'user', content: [{ type: 'input_text' }] })],
    ['/input/0/content/0/type', items({ role: 'user', content: [{ text: 'x' }] })],
    ['/input/0/content/0/image_url', items({ role: 'user', content: [{ type: 'input_image' }] })],
    ['/input/0/content/0/file_id', items({ role: 'user', content: [{ type: 'input_file', file_id: 1 }] })],
    ['/input/0/content/0/refusal', items({ role: 'assistant', content: [{ type: 'refusal' }] })],
    ['/input/0/call_id', items({ type: 'function_call', name: 'f', arguments: '{}' })],
    ['/input/0/arguments', items({ type: 'function_call', call_id: 'c', name: 'f', arguments: {} })],
    ['/input/0/input', items({ type: 'custom_tool_call', call_id: 'c', name: 'f' })],
    ['/input/0/output', items({ type: 'function_call_output', call_id: 'c' })],
    ['/input/0/output/0/text', items({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 1 }] })],
    ['/input/0/action', items({ type: 'shell_call', call_id: 'c', action: 'ls' })],
    ['/input/0/actions/0', items({ type: 'computer_call', call_id: 'c', actions: ['click'] })],
    ['/input/0/operation', items({ type: 'apply_patch_call', call_id: 'c', operation: [] })],
    ['/input/0/action', items({ type: 'web_search_call', id: 'ws_1', action: 'search' })],
    ['/input/0/outputs/0', items({ type: 'code_interpreter_call', id: 'ci_1', outputs: ['log'] })],
    ['/input/0/approve', items({ type: 'mcp_approval_response', approval_request_id: 'a' })],
    ['/input/0/summary', items({ type: 'reasoning', summary: 'x' })],
    ['/input/0/tools/0/name', items({ type: 'additional_tools', role: 'developer', tools: [{ type: 'function' }] })],
    ['/tools/0/type', { ...base, tools: [{ name: 'f' }] }],
    ['/tools/0/function/name', { ...base, tools: [{ type: 'function', function: {} }] }],
    ['/tools/0/parameters', { ...base, tools: [{ type: 'function', name: 'f', parameters: 'x' }] }],
    [
      '/tools/0/tools/1/name',
      { ...base, tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'custom', name: 'a' }, { type: 'custom' }] }] },
    ],
    ['/tool_choice', { ...base, tool_choice: 1 }],
    ['/tool_choice/type', { ...base, tool_choice: {} }],
    ['/text/format/name', { ...base, text: { format: { type: 'json_schema', schema: {} } } }],
    ['/text/format/schema', { ...base, text: { format: { type: 'json_schema', name: 'n', schema: 'x' } } }],
    ['/max_output_tokens', { ...base, max_output_tokens: 1.5 }],
    ['/temperature', { ...base, temperature: 'hot' }],
    ['/reasoning/effort', { ...base, reasoning: { effort: 3 } }],
    ['/include', { ...base, include: 'all' }],
    ['/conversation', { ...base, previous_response_id: 'resp_1', conversation: 'conv_1' }],
  ]
  test.each(cases)('%s', (path, body) => {
    const error = caught(() => parse(body))
    expect(isInterlinguaError(error)).toBe(true)
    expect(error).toMatchObject({ code: 'wire', format: 'responses', path })
  })

  test('hostile depth meets a limit', () => {
    let deep: unknown = 1
    for (let i = 0; i < 10_000; i++) deep = [deep]
    expect(caught(() => parse({ ...base, deep }))).toMatchObject({ code: 'limit' })
  })

  test('unknown items, parts, tools, choices and fields are legal', () => {
    const body = {
      model: 'm',
      field: 1,
      input: [{ type: 'moon_call' }, { role: 'user', content: [{ type: 'input_hologram' }] }, { role: 'oracle', content: 'x' }],
      tools: [{ type: 'tea_making' }],
      tool_choice: { type: 'crystal_ball' },
    }
    expect(parse(body).body).toBe(body)
  })

  test('a dialect that is none is refused', () => {
    expect(caught(() => readDialect({ namespaces: 'yes' }))).toMatchObject({ code: 'wire' })
    for (const dialect of Object.values(dialects)) expect(readDialect(dialect)).toEqual(dialect)
  })
})

describe('a request in the model', () => {
  test('items of one side, in a row, are one turn; every message of a user or an instruction is one', () => {
    const { turns } = decode({ model: 'm', instructions: 'I', input: everyItem })
    expect(turns.map(({ author, parts }) => `${author} ${parts.map(({ type }) => type).join()}`)).toEqual([
      'instruction text',
      'instruction text',
      'instruction text',
      'user text',
      'user text,media,media,media,document,document,document,document,opaque',
      'assistant reasoning,text,text,refusal,text,text,reasoning,tool-call,tool-call,tool-call,tool-call,tool-call,tool-call,tool-call,tool-call,tool-call,approval',
      'user tool-result,tool-result,tool-result,tool-result,tool-result,tool-result,tool-result,tool-result,tool-result,approval',
      'instruction ',
      'instruction ',
      'assistant hosted-call,hosted-call,hosted-result,hosted-call,hosted-result,hosted-call,hosted-result,hosted-call,opaque,hosted-call,hosted-result,hosted-call,hosted-result,hosted-call,hosted-result,hosted-call,hosted-result,opaque,opaque,compaction',
      'user opaque,opaque',
      'assistant opaque,opaque',
      'user opaque,opaque',
    ])
  })

  test('the parts of a message share an item, which holds its phase', () => {
    const { turns } = decode(items(everyItem[5] as Json))
    expect(turns[0]?.parts.map(({ itemId }) => itemId)).toEqual(['msg_1', 'msg_1', 'msg_1'])
    expect(turns[0]?.items).toMatchObject([{ id: 'msg_1', phase: 'commentary', at: '/input/0' }])
  })

  test('annotations are citations, and refusals are no text', () => {
    const { turns } = decode(items(everyItem[5] as Json))
    expect(turns[0]?.parts[0]).toMatchObject({
      type: 'text',
      citations: [
        { source: 'url', uri: 'https://example.com', title: 'There', span: { start: 4, end: 9 } },
        { source: 'file', fileId: 'file-1', title: 'a.txt' },
        { source: 'container', fileId: 'cfile_1', title: 'p.png', span: { start: 0, end: 3 } },
        { source: 'file', fileId: 'file-3' },
      ],
      logprobs: [{ token: 'S', logprob: -0.1 }],
    })
    expect(turns[0]?.parts[2]).toMatchObject({ type: 'refusal', text: 'Not that.' })
  })

  test('client 3: reasoning with content null and no seal stands as it came', () => {
    const { turns } = decode(items({ type: 'reasoning', id: 'rs_2', summary: [], content: null, encrypted_content: null }))
    expect(turns[0]?.parts).toMatchObject([{ type: 'reasoning', itemId: 'rs_2', segments: [] }])
    expect(turns[0]?.parts[0]?.seal).toBeUndefined()
  })

  test("calls of OpenAI's own tools are calls with the documented arguments", () => {
    const calls = decode({ model: 'm', input: everyItem }).turns.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
    expect(calls.map(({ name, kind, arguments: text }) => [name, kind, text])).toEqual([
      ['look', 'function', '{"a": 1.0}'],
      ['look', 'function', ''],
      ['exec', 'custom', 'ls();'],
      ['shell', 'builtin', '{"commands":["ls"],"timeout_ms":null,"max_output_length":10}'],
      ['local_shell', 'builtin', '{"type":"exec","command":["ls"],"env":{}}'],
      ['apply_patch', 'builtin', '{"operation":{"type":"update_file","path":"a.ts","diff":"@@"}}'],
      ['computer', 'builtin', '{"action":{"type":"click","button":"left","x":1,"y":2}}'],
      ['computer', 'builtin', '{"actions":[{"type":"screenshot"}]}'],
      ['tool_search', 'builtin', '{"queries":["a"]}'],
    ])
  })

  test('client 1.6: the tools of Codex come with its first item, each in its namespace, whose description goes along', () => {
    const { turns, tools } = decode(codexRequest)
    expect(tools).toBeUndefined()
    expect(turns[0]).toMatchObject({
      author: 'instruction',
      authority: 'developer',
      parts: [],
      changes: {
        addTools: [
          {
            type: 'custom',
            name: 'exec',
            namespace: 'functions',
            description: 'The functions.\n\nRuns JavaScript.',
            grammar: { syntax: 'lark', definition: 'start: /.+/s' },
          },
        ],
      },
    })
    expect(turns.at(-2)?.parts[1]).toMatchObject({ type: 'tool-call', kind: 'custom', namespace: 'functions', arguments: 'ls()' })
    expect(turns.at(-1)?.parts).toMatchObject([{ type: 'tool-result', callId: 'call_d', parts: [{ type: 'text', text: 'a.ts' }] }])
  })

  test('what a search found is declared from there on', () => {
    const { turns } = decode({ model: 'm', input: everyItem })
    const found = turns.find(({ author, changes }) => author === 'user' && changes !== undefined)
    expect(found?.changes?.addTools).toMatchObject([{ type: 'function', name: 'found', deferred: true, strict: true }])
  })

  test('tools have families; both nestings of a function are one', () => {
    const { tools } = decode({ ...base, tools: everyTool })
    const builtins = tools?.flatMap((tool) => (tool.type === 'builtin' ? [[tool.family, tool.name, tool.version, tool.runsOn]] : []))
    expect(builtins).toEqual([
      ['namespace', 'namespace', undefined, 'server'],
      ['web-search', 'web_search', undefined, 'server'],
      ['web-search', 'web_search', '2025_08_26', 'server'],
      ['web-search', 'web_search', 'preview', 'server'],
      ['web-search', 'web_search', 'preview_2025_03_11', 'server'],
      ['file-search', 'file_search', undefined, 'server'],
      ['code-execution', 'code_interpreter', undefined, 'server'],
      ['image-generation', 'image_generation', undefined, 'server'],
      ['computer', 'computer', undefined, 'client'],
      ['computer', 'computer', 'use_preview', 'client'],
      ['mcp', 'db', undefined, 'server'],
      ['tool-search', 'tool_search', undefined, 'client'],
      ['tool-search', 'tool_search', undefined, 'server'],
      ['shell', 'shell', undefined, 'server'],
      ['shell', 'shell', undefined, 'client'],
      ['local-shell', 'local_shell', undefined, 'client'],
      ['apply-patch', 'apply_patch', undefined, 'client'],
      ['programmatic-tool-calling', 'programmatic_tool_calling', undefined, 'server'],
      ['tea_making', 'tea_making', undefined, 'server'],
    ])
    expect(tools?.find(({ name }) => name === 'nested')).toMatchObject({
      type: 'function',
      description: 'd',
      schema: { type: 'object' },
      strict: true,
    })
    expect(tools?.find(({ name }) => name === 'web_search')).toMatchObject({
      config: { contextSize: 'low', allowedDomains: ['example.com'], userLocation: { country: 'FR' } },
    })
  })

  test('pitfall 56: the text of arguments stays as it is', () => {
    const text = '{ "n": 1.0, "big": 12345678901234567890 }'
    const body = items({ type: 'function_call', call_id: 'c', name: 'f', arguments: text })
    expect(decode(body).turns[0]?.parts[0]).toMatchObject({ arguments: text })
  })

  test('silence about storage stays silence, and so does the foreground', () => {
    expect(decode(base).state).toBeUndefined()
    expect(decode({ ...base, background: false }).state).toBeUndefined()
    expect(decode({ ...base, background: true, store: true }).state).toEqual({ background: true, store: true })
  })
})

describe('counting', () => {
  const { count } = responses
  test('takes what the prompt is made of, and nothing else', () => {
    const body = {
      model: 'm',
      input: 'x',
      instructions: 'y',
      max_output_tokens: 100,
      temperature: 1,
      stream: true,
      store: false,
      tools: [everyTool[0] as Json],
    }
    const request = count.decodeCountRequest(count.parseCountRequest(message(body), context), context)
    const sent = count.encodeCountRequest(request, context)
    expect(sent.path).toBe('/v1/responses/input_tokens')
    expect(sent.body).toEqual({ model: 'm', input: 'x', instructions: 'y', tools: [everyTool[0]] })
  })

  test('gives the count back as it came', () => {
    for (const body of [
      { object: 'response.input_tokens', input_tokens: 7 },
      { input_tokens: 7, extra: 1 },
    ]) {
      const counted = count.decodeCountResponse(count.parseCountResponse({ status: 200, headers: {}, body }), context)
      expect(counted.inputTokens).toBe(7)
      expect(count.encodeCountResponse(counted, context).body).toEqual(body)
    }
    expect(count.encodeCountResponse({ inputTokens: 3 }, context).body).toEqual({ object: 'response.input_tokens', input_tokens: 3 })
  })

  test('a model must be named', () => {
    expect(caught(() => count.parseCountRequest(message({ prompt: { id: 'p' }, input: 'x' }), context))).toMatchObject({ path: '/model' })
  })
})

describe('an output without the id of its call', () => {
  const call = (id: string, name = 'f') => ({ type: 'function_call', call_id: id, name, arguments: '{}' })
  const output = (more: object) => ({ type: 'function_call_output', output: 'x', ...more })
  const pairs = (body: unknown): unknown =>
    decode(body).turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])))

  test.each([{}, { call_id: null }])('is the output of the only open call of its name, and stays as it is: %j', (id) => {
    const nameless = output({ ...id, name: 'f' })
    const body = items(call('c1', 'g'), call('c2'), output({ call_id: 'c2' }), call('c3'), nameless)
    expect(pairs(body)).toEqual(['c2', 'c3'])
    expect(responses.encodeRequest(decode(body), context).body).toEqual(body)
  })

  test('is refused where several calls of its name are open, and left alone where none is', () => {
    expect(caught(() => decode(items(call('c1'), call('c2'), output({ name: 'f' }))))).toMatchObject({
      message: expect.stringContaining('several calls of f are open'),
    })
    expect(pairs(items(call('c1', 'g'), output({ name: 'f' })))).toEqual([''])
  })
})
