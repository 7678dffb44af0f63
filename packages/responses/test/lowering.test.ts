import { applyPolicy, defaultPolicy } from '@interlingua/core'
import { wrapSeal } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Json, ModelProfile, Part, Policy, Tool } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { dialects, hasNestedFunctions, modelProfiles, responses } from '../src/index.ts'
import { findModelProfile } from '@interlingua/core'

interface Sent {
  readonly body: { readonly [key: string]: Json }
  readonly input: readonly { readonly [key: string]: Json }[]
  readonly codes: readonly string[]
  readonly places: readonly string[]
  readonly refused: boolean
  readonly reversals: ReturnType<typeof responses.lowerRequest>['reversals']
}

type More = Partial<Pick<Context, 'dialect' | 'model'>> & { readonly policy?: Partial<Policy> }

function send(request: Partial<GenerateRequest>, more: More = {}): Sent {
  const { context, notices } = createTestContext({ ...more, policy: { ...defaultPolicy, ...more.policy } })
  const whole = { model: 'm', turns: [{ author: 'user' as const, parts: [text('hi')] }], ...request }
  const lowered = responses.lowerRequest(whole, context)
  const { body } = responses.encodeRequest(lowered.request, context)
  return {
    body,
    input: typeof body.input === 'string' ? [] : body.input,
    codes: notices.map(({ code }) => code.replace('responses/', '')),
    places: notices.map(({ path }) => path),
    refused: applyPolicy(notices, context.policy) !== undefined,
    reversals: lowered.reversals,
  }
}

/** Lowers a body of this format for an upstream of this format. */
function pass(body: { readonly [key: string]: Json }, more: More = {}): Sent {
  const { context } = createTestContext()
  return send(responses.decodeRequest(responses.parseRequest({ path: '', query: {}, headers: {}, body }, context), context), more)
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
const model = (facts: Partial<ModelProfile>): ModelProfile => ({ format: 'responses', pattern: '*', asOf: '2026-11-21', ...facts })
const object = { type: 'object', properties: {}, required: [], additionalProperties: false } as const

describe('instructions', () => {
  test('one leading text of the system is `instructions`', () => {
    const { body, codes } = send({ turns: [{ author: 'instruction', authority: 'system', parts: [text('Be kind.')] }, user(text('hi'))] })
    expect(body.instructions).toBe('Be kind.')
    expect(body.input).toEqual([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }])
    expect(codes).toEqual([])
  })

  test('several texts, a cache mark, or a developer make a leading message', () => {
    const marked: Part = { type: 'text', text: 'b', cache: { ttl: '12h' } }
    const { body, input } = send(
      { turns: [{ author: 'instruction', authority: 'system', parts: [text('a'), marked] }, user(text('hi'))] },
      { dialect: { cacheMarks: true } },
    )
    expect(body.instructions).toBeUndefined()
    expect(input[0]).toEqual({
      type: 'message',
      role: 'system',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
      ],
    })
    expect(
      send({ turns: [{ author: 'instruction', authority: 'developer', parts: [text('a')] }, user(text('hi'))] }).input[0],
    ).toMatchObject({ role: 'developer' })
  })

  test('an instruction inside the conversation stays where it is', () => {
    const { input, codes } = send({
      turns: [user(text('hi')), { author: 'instruction', authority: 'system', parts: [text('now')] }, user(text('go'))],
    })
    expect(input.map(({ role }) => role)).toEqual(['user', 'system', 'user'])
    expect(codes).toEqual([])
  })

  test('an instruction that is all there is stands in the input, which may not be empty', () => {
    const { body, input } = send({ turns: [{ author: 'instruction', authority: 'system', parts: [text('Speak.')] }] })
    expect(body.instructions).toBeUndefined()
    expect(input).toHaveLength(1)
  })
})

describe('functions in the nesting of Chat Completions', () => {
  const body = {
    model: 'm',
    input: 'x',
    tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: object, colour: 'red' }, note: 1 }],
    tool_choice: { type: 'function', function: { name: 'f' } },
  }

  test('are flat for an upstream, which refuses any other, and nothing of them is lost', () => {
    const { body: sent, codes } = pass(body)
    expect(sent.tools).toEqual([{ type: 'function', name: 'f', description: 'd', parameters: object, colour: 'red', note: 1 }])
    expect(sent.tool_choice).toEqual({ type: 'function', name: 'f' })
    expect(codes).toEqual([])
  })

  test('are told apart, so that nobody passes them on', () => {
    expect(hasNestedFunctions(body)).toBe(true)
    expect(hasNestedFunctions({ ...body, tools: [] })).toBe(true)
    expect(hasNestedFunctions({ tools: [{ type: 'function', name: 'f', function: {} }, { type: 'custom' }], tool_choice: 'auto' })).toBe(
      false,
    )
  })
})

describe('a checked choice', () => {
  const strict: Tool = { type: 'function', name: 'f', schema: object }
  const loose: Tool = { type: 'function', name: 'g', schema: { type: 'object', properties: { a: { type: 'string' } } } }

  test('protocols 2.4: makes strict what can be strict, and names it where something cannot', () => {
    const toolChoice = { mode: 'auto', checked: true } as const
    const { body, codes } = send({ tools: [strict], toolChoice })
    expect(body).toMatchObject({ tools: [{ name: 'f', strict: true }], tool_choice: 'auto' })
    expect(codes).toEqual([])
    const both = send({ tools: [strict, loose], toolChoice })
    expect(both.body.tools).toMatchObject([{ strict: true }, { strict: false }])
    expect(both.codes).toEqual(['tool-choice-checked'])
  })
})

describe('calls and outputs', () => {
  test('an output is of the kind that its call became, where the server knows no custom tools', () => {
    const input = [
      { type: 'custom_tool_call', call_id: '1', name: 'f', input: 'x' },
      { type: 'custom_tool_call_output', call_id: '1', output: 'y' },
      { type: 'custom_tool_call_output', call_id: 'kept', output: 'z' },
    ]
    const body = { model: 'm', previous_response_id: 'resp_1', input }
    const types = ({ input: sent }: Sent): unknown => sent.map(({ type }) => type)
    expect(types(pass(body, { dialect: dialects.groq }))).toEqual(['function_call', 'function_call_output', 'custom_tool_call_output'])
    expect(types(pass(body))).toEqual(['custom_tool_call', 'custom_tool_call_output', 'custom_tool_call_output'])
  })

  test('compacted history of another provider is a severe loss', () => {
    const compaction: Part = { type: 'compaction', seal: { format: 'responses', vendor: 'azure', data: 'x' } }
    const { codes, refused } = send({ turns: [user(text('q')), assistant(compaction), user(text('go'))] })
    expect(codes).toContain('server-context')
    expect(refused).toBe(true)
  })

  test('a seal of another provider on a call, and a structured result, are no loss that refuses', () => {
    const sealed = { ...call('1'), seal: { format: 'contents', data: 's' } } as Part
    const structured: Part = { type: 'tool-result', callId: '1', parts: [], structured: { n: 1 } }
    const { input, codes, refused } = send({ turns: [assistant(sealed), user(structured)] }, { policy: { strictness: 'reject-any' } })
    expect(input.at(-1)).toMatchObject({ output: '{"n":1}' })
    expect(codes.toSorted()).toEqual(['foreign-seal', 'result-structured'])
    expect(refused).toBe(false)
  })
  test('sharp edge 24: each call has one output behind it, wherever the result was', () => {
    const { input, codes } = send({
      turns: [user(result('1', text('early'))), assistant(call('1'), call('2')), user(result('2', text('y')), text('go on'))],
    })
    expect(input.map((item) => [item.type, item.call_id])).toEqual([
      ['function_call', '1'],
      ['function_call', '2'],
      ['function_call_output', '1'],
      ['function_call_output', '2'],
      ['message', undefined],
    ])
    expect(codes).toEqual(['result-order'])
  })

  test('pitfall 20: of two results for one call the last one counts', () => {
    const { input, codes } = send({ turns: [assistant(call('1')), user(result('1', text('old'))), user(result('1', text('new')))] })
    expect(input.slice(1)).toEqual([{ type: 'function_call_output', call_id: '1', output: 'new' }])
    expect(codes).toEqual(['duplicate-result'])
  })

  test('pitfall 28: a result without a call is dropped, a call without a result gets one, as the policy says', () => {
    const turns = [user(text('q'), result('9', text('lost'))), assistant(text('a'), call('1')), user(text('well?'))]
    const { input, codes } = send({ turns })
    expect(input.map(({ type }) => type)).toEqual(['message', 'message', 'function_call', 'function_call_output', 'message'])
    expect(codes.toSorted()).toEqual(['orphan-call', 'orphan-result'])
    expect(send({ turns }, { policy: { orphanCalls: 'drop' } }).input.map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    expect(send({ turns }, { policy: { orphanCalls: 'reject' } }).refused).toBe(true)
  })

  test('a result may answer a call that is kept at the server', () => {
    const sent = pass({ model: 'm', previous_response_id: 'resp_1', input: [{ type: 'function_call_output', call_id: 'c', output: 'ok' }] })
    expect(sent.input).toHaveLength(1)
    expect(sent.codes).toEqual([])
  })

  test('of two calls with one id the later gets an id of its own, and each has its own result', () => {
    const { input, codes } = send({
      turns: [assistant(call('1', 'a'), call('1', 'b')), user(result('1', text('x'))), user(result('1', text('y')))],
    })
    const [first, second] = input.map((item) => item.call_id)
    expect(first).toBe('1')
    expect(second).not.toBe('1')
    expect(input.slice(2)).toMatchObject([
      { type: 'function_call_output', call_id: first, output: 'x' },
      { type: 'function_call_output', call_id: second, output: 'y' },
    ])
    expect(codes).toEqual(['call-id'])
  })

  test('a call id of more than 64 characters is shortened for the call and its result alike, and can be found again', () => {
    const id = 'c'.repeat(90)
    const { input, codes, reversals } = send({ turns: [assistant(call(id)), user(result(id, text('x')))] })
    const short = String(input[0]?.call_id)
    expect(short.length).toBeLessThanOrEqual(64)
    expect(input[1]?.call_id).toBe(short)
    expect(reversals.callIds.get(short)).toBe(id)
    expect(codes).toEqual(['call-id'])
  })

  test('an error and a structure are told in the text of the output', () => {
    const failed: Part = { type: 'tool-result', callId: '1', isError: true, parts: [text('no file')] }
    const made: Part = { type: 'tool-result', callId: '2', parts: [], structured: { a: 1 } }
    const { input, codes } = send({ turns: [assistant(call('1'), call('2')), user(failed, made)] })
    expect(input.slice(2).map(({ output }) => output)).toEqual(['Error: no file', '{"a":1}'])
    expect(codes.toSorted()).toEqual(['result-error', 'result-structured'])
  })

  test('media of a result stay in it, and its cache mark goes to its last part', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' } }
    const marked: Part = { type: 'tool-result', callId: '1', parts: [text('see'), image], cache: {} }
    const { input, codes } = send({ turns: [assistant(call('1')), user(marked)] }, { dialect: { cacheMarks: true } })
    expect(input[1]?.output).toEqual([
      { type: 'input_text', text: 'see' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', prompt_cache_breakpoint: { mode: 'explicit' } },
    ])
    expect(codes).toEqual([])
  })

  test('the result of a raw-text call is a custom_tool_call_output; where the dialect has none, call and tool are functions', () => {
    const tools: readonly Tool[] = [{ type: 'custom', name: 'exec', grammar: { syntax: 'regex', definition: '.*' } }]
    const turns = [user(text('q')), assistant({ ...call('1', 'exec', 'custom'), arguments: 'ls()' } as Part), user(result('1', text('a')))]
    expect(send({ tools, turns }).input.slice(1)).toEqual([
      { type: 'custom_tool_call', call_id: '1', name: 'exec', input: 'ls()' },
      { type: 'custom_tool_call_output', call_id: '1', output: 'a' },
    ])
    const plain = send({ tools, turns }, { dialect: dialects.xai })
    expect(plain.input.slice(1)).toEqual([
      { type: 'function_call', call_id: '1', name: 'exec', arguments: '{"input":"ls()"}' },
      { type: 'function_call_output', call_id: '1', output: 'a' },
    ])
    expect(plain.reversals.wrappedTools).toEqual(new Set(['exec']))
    expect(plain.body.tools).toMatchObject([{ type: 'function', name: 'exec', parameters: { required: ['input'] } }])
  })
})

describe('reasoning', () => {
  const thought = (seal?: Part['seal'], itemId?: string): Part => ({
    type: 'reasoning',
    segments: [{ type: 'summary', text: 'Hm' }],
    ...(seal && { seal }),
    ...(itemId !== undefined && { itemId }),
  })

  test("only this vendor's own seals are sent, without an id that another client made up", () => {
    const own = thought({ format: 'responses', vendor: 'openai', data: 'c2VhbA==' })
    const { input, codes } = send({ turns: [user(text('q')), assistant(own, call('1')), user(result('1', text('x')))] })
    expect(input[1]).toEqual({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'c2VhbA==' })
    expect(codes).toEqual([])
    const azure = send({ turns: [user(text('q')), assistant(own, call('1')), user(result('1', text('x')))] }, { dialect: dialects.azure })
    expect(azure.input.map(({ type }) => type)).not.toContain('reasoning')
    expect(azure.codes).toEqual(['foreign-reasoning'])
  })

  test('sharp edge 20: what followed a dropped reasoning item is sent without its id', () => {
    const foreign = wrapSeal({ format: 'messages', data: 'c2ln' })
    const sent = pass({
      model: 'm',
      store: false,
      input: [
        { role: 'user', content: 'q' },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: foreign },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          phase: 'commentary',
          content: [{ type: 'output_text', text: 'a', annotations: [] }],
        },
        { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: foreign },
        { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' },
        { type: 'function_call_output', call_id: 'c', output: 'x' },
      ],
    })
    expect(sent.input.map(({ type, id }) => [type, id])).toEqual([
      [undefined, undefined],
      ['message', undefined],
      ['function_call', undefined],
      ['function_call_output', undefined],
    ])
    expect(sent.input[1]?.phase).toBe('commentary')
    expect(sent.codes).toEqual(['foreign-reasoning', 'foreign-reasoning'])
  })

  test('sharp edge 21: a pair that came from here stays a pair', () => {
    const input = [
      { role: 'user', content: 'q' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
    ]
    expect(pass({ model: 'm', input })).toMatchObject({ input, codes: [] })
  })

  test('reasoning that no server of this format made, given back by its client, is not sent', () => {
    const unsealed = wrapSeal({ format: 'unsigned', data: '' })
    const input = [
      { role: 'user', content: 'q' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: unsealed },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ]
    const { input: sent, codes } = pass({ model: 'm', input })
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(codes).toEqual(['foreign-reasoning'])
  })

  test('what reasoning led to may stand in the next turn, since some clients give back a turn for each frame', () => {
    const own = thought({ format: 'responses', vendor: 'openai', data: 'c2VhbA==' })
    const { input, codes } = send({
      turns: [user(text('q')), assistant(own), assistant(call('1')), user(result('1', text('x'))), assistant(own), user(text('b'))],
    })
    expect(input.map(({ type }) => type)).toEqual(['message', 'reasoning', 'function_call', 'function_call_output', 'message'])
    expect(codes).toEqual(['foreign-reasoning', 'empty-turn'])
  })

  test('what another client gives back of a summary is a summary again', () => {
    const back: Part = {
      type: 'reasoning',
      segments: [{ type: 'full', text: 'Hm' }],
      seal: { format: 'responses', vendor: 'openai', data: 'c2VhbA==' },
    }
    const { input } = send({ turns: [user(text('q')), assistant(back, call('1')), user(result('1', text('x')))] })
    expect(input[1]).toEqual({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'c2VhbA==' })
  })

  test('foreign reasoning may be shown as text, and nothing is left dangling', () => {
    const turns = [user(text('q')), assistant(thought({ format: 'messages', data: 'c2ln' })), user(text('b'))]
    expect(send({ turns }, { policy: { foreignReasoning: 'as-text' } }).input[1]).toEqual({
      type: 'message',
      role: 'assistant',
      content: 'Hm',
    })
    expect(send({ turns }).codes).toEqual(['foreign-reasoning', 'empty-turn'])
  })

  test('an effort is the nearest that the model knows, a budget is an effort, a mode alone is the model’s own way', () => {
    const known = model({ efforts: ['minimal', 'low', 'medium', 'high'] })
    const asked = (reasoning: GenerateRequest['reasoning'] & object): readonly [Json | undefined, readonly string[]] => {
      const { body, codes } = send({ reasoning }, { model: known })
      return [body.reasoning, codes]
    }
    expect(asked({ effort: 'xhigh' })).toEqual([{ effort: 'high', summary: 'auto' }, ['reasoning-effort']])
    expect(asked({ budgetTokens: 9000, mode: 'on' })).toEqual([{ effort: 'medium', summary: 'auto' }, ['reasoning-budget']])
    expect(asked({ mode: 'adaptive' })).toEqual([{ summary: 'auto' }, ['reasoning-mode']])
    expect(asked({ mode: 'adaptive', effort: 'low', summary: 'auto' })).toEqual([{ effort: 'low', summary: 'auto' }, []])
    expect(asked({ mode: 'off' })).toEqual([{ effort: 'minimal' }, ['reasoning-always-on']])
    // A request for reasoning gets a summary, unless it declines.
    expect(asked({ effort: 'low' })).toEqual([{ effort: 'low', summary: 'auto' }, []])
    expect(asked({ summary: 'none', effort: 'low' })).toEqual([{ effort: 'low' }, []])
    expect(send({ reasoning: { mode: 'off' } }, { model: model({ efforts: ['none', 'low'] }) }).body.reasoning).toEqual({ effort: 'none' })
  })

  test('a caller of another format has no storage: reasoning comes sealed, and nothing is kept', () => {
    expect(send({}).body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
    expect(send({ state: { store: true } }).body.store).toBe(true)
    expect(send({}, { model: model({ efforts: [] }) }).body.include).toBeUndefined()
    expect(pass({ model: 'm', input: 'x' }).body).toEqual({ model: 'm', input: 'x' })
  })
})

describe('tools', () => {
  const declared = (tool: Tool, more: More = {}): readonly [Json | undefined, readonly string[]] => {
    const { body, codes } = send({ tools: [tool] }, more)
    return [Array.isArray(body.tools) ? body.tools[0] : undefined, codes]
  }

  test('a function of another format says that it is not strict, for silence means otherwise here', () => {
    expect(declared({ type: 'function', name: 'f', schema: object })).toEqual([
      { type: 'function', name: 'f', parameters: object, strict: false },
      [],
    ])
    expect(declared({ type: 'function', name: 'f' })).toEqual([
      { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
      [],
    ])
    expect(pass({ model: 'm', input: 'x', tools: [{ type: 'function', name: 'f', parameters: object }] }).body.tools).toEqual([
      { type: 'function', name: 'f', parameters: object },
    ])
  })

  test('a strict schema is fitted to the strict subset, or sent as it is without strictness', () => {
    const [fitted, codes] = declared({
      type: 'function',
      name: 'f',
      strict: true,
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    })
    expect(fitted).toMatchObject({ strict: true, parameters: { required: ['a'], additionalProperties: false } })
    expect(codes).toContain('tool-schema-weakened')
    expect(declared({ type: 'function', name: 'f', strict: true, schema: { type: 'string' } })).toEqual([
      { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
      ['tool-strict', 'tool-schema-added'],
    ])
  })

  test('pitfall 27: names that are refused are changed everywhere alike, and can be found again', () => {
    const tools: readonly Tool[] = [{ type: 'function', name: 'a.b/c', schema: object }]
    const turns = [user(text('q')), assistant(call('1', 'a.b/c')), user(result('1', text('x')))]
    const { body, input, reversals } = send({ tools, turns, toolChoice: { mode: 'required', only: [{ name: 'a.b/c', kind: 'function' }] } })
    const name = (body.tools as readonly { readonly name: string }[])[0]?.name ?? ''
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(input[1]?.name).toBe(name)
    expect(body.tool_choice).toEqual({ type: 'function', name })
    expect(reversals.toolNames.get(name)).toMatchObject({ name: 'a.b/c' })
  })

  test('namespaces are native, and flattened where the dialect has none', () => {
    const tools = [
      {
        type: 'namespace',
        name: 'n',
        description: 'N.',
        tools: [{ type: 'function', name: 'f', description: 'F.', parameters: object, strict: true }],
      },
    ]
    const input = [
      { role: 'user', content: 'q' },
      { type: 'function_call', call_id: 'c', name: 'f', namespace: 'n', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
    ]
    expect(pass({ model: 'm', input, tools }).body).toEqual({ model: 'm', input, tools })
    const flat = pass({ model: 'm', input, tools }, { dialect: dialects.xai })
    expect(flat.body.tools).toEqual([{ type: 'function', name: 'n__f', description: 'N.\n\nF.', parameters: object, strict: true }])
    expect(flat.input[1]).toMatchObject({ name: 'n__f' })
    expect(flat.input[1]).not.toHaveProperty('namespace')
    expect(flat.reversals.toolNames.get('n__f')).toEqual({ name: 'f', namespace: 'n', kind: 'function' })
  })

  test('client 1.6: tools that a turn adds are an item of their own, or declared from the beginning', () => {
    const added: GenerateRequest['turns'][number] = {
      author: 'instruction',
      authority: 'developer',
      parts: [],
      changes: { addTools: [{ type: 'custom', name: 'exec' }] },
    }
    expect(send({ turns: [added, user(text('q'))] }).input[0]).toEqual({
      type: 'additional_tools',
      role: 'developer',
      tools: [{ type: 'custom', name: 'exec' }],
    })
    const plain = send({ turns: [added, user(text('q'))] }, { dialect: dialects.xai })
    expect(plain.body.tools).toMatchObject([{ type: 'function', name: 'exec' }])
    expect(plain.codes).toEqual(['tools-added', 'tool-custom'])
  })

  test('an effort that changes on the way is a configuration_update behind its instruction', () => {
    const change: GenerateRequest['turns'][number] = {
      author: 'instruction',
      authority: 'system',
      parts: [text('Think.')],
      changes: { reasoning: { effort: 'high' } },
    }
    const { input, codes } = send({ turns: [user(text('q')), change] })
    expect(input.slice(1)).toEqual([
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Think.' }] },
      { type: 'configuration_update', reasoning: { effort: 'high' } },
    ])
    expect(codes).toEqual([])
  })

  test('a dialect without such items loses the settings that change on the way, and nothing else', () => {
    const change: GenerateRequest['turns'][number] = {
      author: 'instruction',
      authority: 'system',
      parts: [text('Think.')],
      changes: { reasoning: { effort: 'high' } },
    }
    const { input, codes } = send({ turns: [user(text('q')), change] }, { dialect: dialects.vllm })
    expect(input.map(({ type }) => type)).toEqual(['message', 'message'])
    expect(codes).toEqual(['turn-settings'])
  })

  test('web search and code execution cross; what they cannot say is told', () => {
    const search: Tool = {
      type: 'builtin',
      name: 'web_search',
      family: 'web-search',
      runsOn: 'server',
      format: 'messages',
      config: { maxUses: 2, allowedDomains: ['a.b'], userLocation: { city: 'Rome' } },
    }
    expect(declared(search)).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['a.b'] }, user_location: { type: 'approximate', city: 'Rome' } },
      ['hosted-tool-option'],
    ])
    const code: Tool = {
      type: 'builtin',
      name: 'code_execution',
      family: 'code-execution',
      runsOn: 'server',
      format: 'messages',
      config: {},
    }
    expect(declared(code)).toEqual([{ type: 'code_interpreter', container: { type: 'auto' } }, []])
  })

  test('a tool that only another provider hosts is refused, one that the caller runs is a function', () => {
    const advisor: Tool = { type: 'builtin', name: 'advisor', family: 'advisor', runsOn: 'server', format: 'messages', config: {} }
    expect(send({ tools: [advisor] })).toMatchObject({ refused: true, codes: ['hosted-tool'] })
    expect(send({ tools: [advisor] }, { policy: { hostedTools: 'drop' } })).toMatchObject({
      refused: false,
      codes: ['hosted-tool-dropped'],
    })
    const bash: Tool = { type: 'builtin', name: 'bash', family: 'bash', runsOn: 'client', format: 'messages', config: {} }
    const sent = send({ tools: [bash] })
    expect(sent.body.tools).toMatchObject([{ type: 'function', name: 'bash', parameters: { properties: { command: { type: 'string' } } } }])
    expect(sent.reversals.toolNames.get('bash')).toEqual({ name: 'bash', kind: 'builtin' })
    expect(sent.codes).toEqual(['tool-client'])
  })

  test('client 1.5: a deferred tool is declared at once where nothing searches for it', () => {
    expect(declared({ type: 'function', name: 'f', schema: object, deferred: true })).toEqual([
      { type: 'function', name: 'f', parameters: object, strict: false },
      ['tool-deferred'],
    ])
  })

  test('a choice is never widened', () => {
    const tools: readonly Tool[] = [{ type: 'function', name: 'f', schema: object }]
    expect(send({ tools, toolChoice: { mode: 'required', only: [{ name: 'gone', kind: 'function' }] } })).toMatchObject({
      body: { tool_choice: 'none' },
      codes: ['tool-choice-missing'],
    })
    const two: readonly Tool[] = [...tools, { type: 'function', name: 'g', schema: object }]
    expect(send({ tools: two, toolChoice: { mode: 'auto', only: [{ name: 'f', kind: 'function' }], parallel: false } }).body).toMatchObject(
      {
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
        parallel_tool_calls: false,
      },
    )
    // Some libraries name every tool.
    for (const mode of ['auto', 'required'] as const)
      expect(send({ tools: two, toolChoice: { mode, only: two.map(({ name }) => ({ name, kind: 'function' })) } })).toMatchObject({
        body: { tool_choice: mode },
        codes: [],
      })
    expect(send({ toolChoice: { mode: 'required' } }).codes).toEqual(['tool-choice-missing'])
  })
})

describe('options', () => {
  test('sharp edge 32: a cap under 16 becomes 16, one over what the model gives becomes that', () => {
    expect(send({ output: { maxTokens: 5 } })).toMatchObject({ body: { max_output_tokens: 16 }, codes: ['max-tokens-floor'] })
    expect(send({ output: { maxTokens: 9e6 } }, { model: model({ maxOutput: 100 }) })).toMatchObject({
      body: { max_output_tokens: 100 },
      codes: ['max-tokens-cap'],
    })
  })

  test('what has no place is told; several answers, other modalities and foreign state are refused', () => {
    const { codes, refused } = send({ output: { stop: ['a'] }, sampling: { topK: 1, seed: 2, frequencyPenalty: 1, logitBias: { 1: 1 } } })
    expect(codes.toSorted()).toEqual(['logit-bias', 'penalty', 'seed', 'stop-cut', 'top-k'])
    expect(refused).toBe(false)
    for (const request of [
      { output: { candidates: 2 } },
      { output: { modalities: ['audio'] } },
      { state: { thread: 't' } },
      { cache: { content: 'c' } },
    ] as const)
      expect(send(request).refused).toBe(true)
    expect(send({ output: { candidates: 1, modalities: ['text'] } }).codes).toEqual([])
  })

  test.each([
    ['gpt-5-pro', 'low', 'high'],
    ['gpt-5.1', 'xhigh', 'high'],
    ['gpt-5.1-codex-max', 'xhigh', 'xhigh'],
    ['gpt-5.1-codex', 'none', 'low'],
    ['gpt-5.3-codex', 'minimal', 'low'],
    ['gpt-5.2', 'none', 'none'],
    ['gpt-5-mini', 'minimal', 'minimal'],
    ['gpt-6-astra', 'none', 'low'],
    ['gpt-6.1-sol', 'max', 'max'],
    ['gpt-6.1-terra', 'none', 'low'],
  ] as const)('%s takes the effort %s as %s', (id, effort, taken) => {
    const profile = findModelProfile(modelProfiles, id)
    expect(send({ reasoning: { effort } }, profile ? { model: profile } : {}).body.reasoning).toMatchObject({ effort: taken })
  })

  test('a model that takes no sampling gets none', () => {
    const profile = findModelProfile(modelProfiles, 'gpt-5-mini')
    const { body, codes } = send({ sampling: { temperature: 1, topP: 0.5 }, output: { logprobs: {} } }, profile ? { model: profile } : {})
    expect(body).not.toHaveProperty('temperature')
    expect(codes.toSorted()).toEqual(['logprobs-model', 'sampling', 'sampling'])
  })

  test('penalties, which OpenAI does not know, are sent to servers that do', () => {
    const sampling = { presencePenalty: 0.5, frequencyPenalty: -0.5 }
    const { body, codes } = send({ sampling })
    expect([body.presence_penalty, body.frequency_penalty, codes]).toEqual([undefined, undefined, ['penalty', 'penalty']])
    const open = send({ sampling }, { dialect: { penalties: true } })
    expect(open.body).toMatchObject({ presence_penalty: 0.5, frequency_penalty: -0.5 })
    expect(open.codes).toEqual([])
  })

  test('log probabilities are asked for by the include', () => {
    expect(send({ output: { logprobs: { top: 3 } } }).body).toMatchObject({
      top_logprobs: 3,
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
    })
  })

  test('an output format has a name and its strictness', () => {
    const format = (schema: GenerateRequest['metadata'] | object): Json | undefined =>
      send({ output: { format: { type: 'json-schema', schema: schema as { [key: string]: Json } } } }).body.text
    expect(format(object)).toEqual({ format: { type: 'json_schema', name: 'response', schema: object, strict: true } })
    expect(format({ type: 'object', properties: { a: {} } })).toMatchObject({ format: { strict: false } })
    expect(send({ output: { format: { type: 'json-schema', schema: object, name: 'my schema!' } } }).body.text).toMatchObject({
      format: { name: 'my_schema_' },
    })
  })

  test("an end user's id of more than 64 characters becomes a shorter one", () => {
    expect(String(send({ user: 'u'.repeat(100) }).body.safety_identifier).length).toBeLessThanOrEqual(64)
    expect(send({ user: 'u' }, { dialect: dialects.azure }).body).toMatchObject({ user: 'u' })
  })

  test('a service tier that is not known here is left out', () => {
    expect(send({ serviceTier: 'turbo' })).toMatchObject({ codes: ['service-tier'] })
    expect(send({ serviceTier: 'flex' })).toMatchObject({ body: { service_tier: 'flex' }, codes: [] })
  })
})

describe('content', () => {
  test('audio and video are not taken: their words are, or a text says that they are left out', () => {
    const audio: Part = { type: 'media', kind: 'audio', source: { type: 'inline', mime: 'audio/wav', base64: 'AAAA' } }
    expect(send({ turns: [user(text('hear'), audio)] }).codes).toEqual(['media-kind'])
    expect(send({ turns: [user(audio)] }).input[0]).toMatchObject({
      content: [{ type: 'input_text', text: '[audio left out: this model takes no audio]' }],
    })
    expect(send({ turns: [user({ ...audio, transcript: 'hello' } as Part)] }).input[0]).toMatchObject({
      content: [{ type: 'input_text', text: 'hello' }],
    })
  })

  test('files of the same vendor pass, others are refused with the path named', () => {
    const image = (owner: string): Part => ({
      type: 'media',
      kind: 'image',
      at: '/messages/0/content/0',
      source: { type: 'file', fileId: 'file-1', owner },
    })
    expect(send({ turns: [user(text('x'), image('responses'))] }).codes).toEqual([])
    expect(send({ turns: [user(text('x'), image('chat'))] }).codes).toEqual([])
    const foreign = send({ turns: [user(text('x'), image('messages'))] })
    expect(foreign).toMatchObject({ refused: true, codes: ['file-id'], places: ['/messages/0/content/0'] })
    expect(send({ turns: [user(text('x'), image('chat'))] }, { dialect: dialects.azure }).refused).toBe(true)
  })

  test('text documents and search results are text, other documents files with a name', () => {
    const note: Part = { type: 'document', title: 'Note', source: { type: 'text', text: 'Body', mime: 'text/plain' } }
    const found: Part = { type: 'search-result', url: 'https://a.b', title: 'A', parts: [{ type: 'text', text: 'B' }] }
    const pdf: Part = { type: 'document', title: 'a.pdf', source: { type: 'inline', mime: 'application/pdf', base64: 'AAAA' } }
    const { input, codes } = send({ turns: [user(note, found, pdf)] })
    expect(input[0]?.content).toEqual([
      { type: 'input_text', text: 'Note\n\nBody' },
      { type: 'input_text', text: 'A\nhttps://a.b\nB' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
    ])
    expect(codes).toEqual(['document-text', 'search-result', 'document-title'])
  })

  test('citations of URLs stay on the history, others are told', () => {
    const cited: Part = {
      type: 'text',
      text: 'Sky is blue.',
      citations: [
        { source: 'url', uri: 'https://a.b', title: 'A' },
        { source: 'document', citedText: 'x' },
      ],
    }
    const { input, codes } = send({ turns: [user(text('q')), assistant(cited), user(text('r'))] })
    expect(input[1]?.content).toEqual([
      {
        type: 'output_text',
        text: 'Sky is blue.',
        annotations: [{ type: 'url_citation', url: 'https://a.b', title: 'A', start_index: 0, end_index: 12 }],
      },
    ])
    expect(codes).toEqual(['citation-span', 'citation'])
  })

  test('a final assistant turn of another format goes as the policy says; our own caller knows what it does', () => {
    const turns = [user(text('q')), assistant(text('It'))]
    expect(send({ turns })).toMatchObject({ input: [{ role: 'user' }], codes: ['prefill'] })
    expect(send({ turns }, { policy: { prefill: 'reject' } }).refused).toBe(true)
    expect(send({ turns }, { policy: { prefill: 'instruct' } }).codes).toEqual(['prefill-instructed'])
    const input = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'It' },
    ]
    expect(pass({ model: 'm', input })).toMatchObject({ input, codes: [] })
  })

  test('marks of other lifetimes are fitted, and dropped where dialect or model have none', () => {
    const marked: Part = { type: 'text', text: 'a', cache: { ttl: '1h' } }
    expect(send({ turns: [user(marked)] }, { dialect: { cacheMarks: true } })).toMatchObject({
      input: [{ content: [{ prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } }] }],
      codes: ['cache-ttl'],
    })
    expect(send({ turns: [user(marked)] }).codes).toEqual(['cache-mark'])
    expect(send({ turns: [user(marked)] }, { dialect: dialects.azure })).toMatchObject({
      input: [{ content: [{ type: 'input_text', text: 'a' }] }],
      codes: ['cache-mark'],
    })
  })
})

test('reasoning that a model has none of cannot be encrypted, and that is named', () => {
  const { context, notices } = createTestContext({
    model: { format: 'responses', pattern: 'm', asOf: '2026-11-21', efforts: [] },
    modelChosen: true,
  })
  const body = { model: 'm', input: 'hi', include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] }
  const request = responses.decodeRequest(responses.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  const sent = responses.encodeRequest(responses.lowerRequest(request, context).request, context).body
  expect(sent.include).toEqual(['message.output_text.logprobs'])
  expect(notices).toMatchObject([{ code: 'responses/include-encrypted', path: '/include/1', benign: true }])
})
