import { defaultPolicy, findModelProfile, UnsupportedError } from '@interlingua/core'
import { wrapSeal } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, JsonObject, Notice, Part, Tool, Turn } from '@interlingua/core'
import { checkContentsRequest, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents, modelProfiles, acceptsUrl } from '../src/index.ts'

interface Result {
  readonly body: JsonObject
  readonly contents: unknown
  readonly codes: readonly string[]
  readonly notices: readonly Notice[]
  readonly reversals: ReturnType<typeof contents.lowerRequest>['reversals']
}

/** Model with only one known fact: it takes calls without signatures. */
const plain = { format: 'contents', pattern: '*', asOf: '2026-11-21', needsSeal: false } as const

function lower(request: Partial<GenerateRequest>, overrides: Partial<Context> = {}): Result {
  const { context, notices } = createTestContext({ model: plain, ...overrides })
  const lowered = contents.lowerRequest({ model: 'm', turns: [user('hi')], ...request }, context)
  const { body } = contents.encodeRequest(lowered.request, context)
  contents.parseRequest({ path: '', query: {}, headers: {}, body }, context)
  expect(checkContentsRequest(body)).toEqual([])
  return {
    body,
    contents: body.contents,
    notices,
    codes: notices.map(({ code }) => code.slice('contents/'.length)),
    reversals: lowered.reversals,
  }
}

const text = (value: string): Part => ({ type: 'text', text: value })
const user = (...parts: readonly (string | Part)[]): Turn => ({
  author: 'user',
  parts: parts.map((part) => (typeof part === 'string' ? text(part) : part)),
})
const assistant = (...parts: readonly (string | Part)[]): Turn => ({ ...user(...parts), author: 'assistant' })
const instruction = (value: string): Turn => ({ author: 'instruction', authority: 'developer', parts: [text(value)] })
const call = (callId: string, more: Partial<Extract<Part, { type: 'tool-call' }>> = {}): Part => ({
  type: 'tool-call',
  callId,
  name: 'f',
  kind: 'function',
  arguments: '{}',
  ...more,
})
const result = (callId: string, ...parts: readonly (string | Part)[]): Part => ({
  type: 'tool-result',
  callId,
  parts: user(...parts).parts,
})
const asked = (id: string, name = 'f'): unknown => ({ functionCall: { id, name, args: {} } })
const answered = (id: string, response: unknown = { output: 'ok' }, name = 'f'): unknown => ({ functionResponse: { id, name, response } })
const profile = (model: string): Partial<Context> => {
  const found = findModelProfile(modelProfiles, model)
  return found ? { model: found } : {}
}
const f: Tool = { type: 'function', name: 'f', schema: { type: 'object', properties: { a: { type: 'string' } } } }

test('cached content is judged beside what is sent: an instruction that leads once the turn before it is gone', () => {
  const approval: Part = { type: 'approval', requestId: 'a', direction: 'response', approve: true }
  const { body, codes } = lower({ turns: [user(approval), instruction('Be brief.'), user('hi')], cache: { content: 'cachedContents/1' } })
  expect(body['systemInstruction']).toBeDefined()
  expect(body['cachedContent']).toBeUndefined()
  expect(codes).toContain('cached-content')
})

describe('calls and results', () => {
  test('pitfall 17, 18: results in another order stand in that of the calls, with the names of these', () => {
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant(call('a'), call('b', { name: 'g' })), user(result('b', 'two')), user(result('a', 'one'))],
    })
    expect(turns).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [asked('a'), asked('b', 'g')] },
      { role: 'user', parts: [answered('a', { output: 'one' }), answered('b', { output: 'two' }, 'g')] },
    ])
    expect(codes).toEqual(['result-order'])
  })

  test('results that came one by one are one content, without a word', () => {
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant(call('a'), call('b')), user(result('a', 'ok')), user(result('b', 'ok'))],
    })
    expect(turns).toMatchObject([{}, {}, { parts: [answered('a'), answered('b')] }])
    expect(codes).toEqual([])
  })

  test('pitfall 19: what was said beside results stands in a content of its own', () => {
    const { contents: turns, codes } = lower({ turns: [user('q'), assistant(call('a')), user('before', result('a', 'ok'), 'after')] })
    expect(turns).toMatchObject([
      {},
      {},
      { role: 'user', parts: [answered('a')] },
      { role: 'user', parts: [{ text: 'before' }, { text: 'after' }] },
    ])
    expect(codes).toEqual(['result-order', 'words-moved'])
  })

  test('pitfall 20: of two results for one call the last counts', () => {
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant(call('a')), user(result('a', 'old')), user(result('a', 'ok'))],
    })
    expect(turns).toMatchObject([{}, {}, { parts: [answered('a')] }])
    expect(codes).toEqual(['duplicate-result'])
  })

  test('pitfall 21: calls that came as turns of their own are one content', () => {
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant('so'), assistant(call('a')), assistant(call('b')), user(result('a', 'ok'), result('b', 'ok'))],
    })
    expect(turns).toMatchObject([{}, { parts: [{ text: 'so' }, asked('a'), asked('b')] }, { parts: [answered('a'), answered('b')] }])
    expect(codes).toEqual(['turns-merged', 'turns-merged'])
  })

  test('an id that is used again belongs to the nearest calls', () => {
    const { contents: turns } = lower({
      turns: [user('q'), assistant(call('a')), user(result('a', 'one')), assistant(call('a', { name: 'g' })), user(result('a', 'two'))],
    })
    expect(turns).toMatchObject([
      {},
      {},
      { parts: [answered('a', { output: 'one' })] },
      {},
      { parts: [answered('a', { output: 'two' }, 'g')] },
    ])
  })

  test('a call without a result gets one by policy, and a result without a call is dropped', () => {
    const orphans = [user('q'), assistant('so', call('a')), user('well', result('z', 'ok'))]
    expect(lower({ turns: orphans })).toMatchObject({
      contents: [{}, {}, { parts: [answered('a', { error: 'No result was given for this call.' })] }, { parts: [{ text: 'well' }] }],
      codes: ['orphan-call', 'orphan-result', 'words-moved'],
    })
    const policy = { ...defaultPolicy, orphanCalls: 'drop' } as const
    expect(lower({ turns: orphans }, { policy }).contents).toMatchObject([{}, { parts: [{ text: 'so' }] }, { parts: [{ text: 'well' }] }])
    expect(lower({ turns: orphans }, { policy: { ...defaultPolicy, orphanCalls: 'reject' } }).codes).toContain('orphan-call-rejected')
  })

  test('pitfall 27: arguments that are no object are wrapped, and none are an empty object', () => {
    const { contents: turns, codes } = lower({
      turns: [
        user('q'),
        assistant(call('a', { arguments: '' }), call('b', { arguments: '[1]' }), call('c', { arguments: '{x' })),
        user(result('a', 'ok'), result('b', 'ok'), result('c', 'ok')),
      ],
    })
    expect(turns).toMatchObject([
      {},
      { parts: [{ functionCall: { args: {} } }, { functionCall: { args: { _value: [1] } } }, { functionCall: { args: { _raw: '{x' } } }] },
      {},
    ])
    expect(codes).toEqual(['arguments', 'arguments'])
  })

  test('pitfall 26: media of a result stand in it, its texts are one, and an error is told', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' }, detail: 'auto' }
    const pdf: Part = { type: 'document', source: { type: 'inline', mime: 'application/pdf', base64: 'AAAA', filename: 'a.pdf' } }
    const failed: Part = { type: 'tool-result', callId: 'b', parts: [text('no')], isError: true }
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant(call('a'), call('b'), call('c')), user(result('a', 'x', image, 'y', pdf), failed, result('c'))],
    })
    expect(turns).toEqual([
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'model', parts: [asked('a'), asked('b'), asked('c')] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'a',
              name: 'f',
              response: { output: 'x\ny' },
              parts: [
                { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
                { inlineData: { mimeType: 'application/pdf', data: 'AAAA', displayName: 'a.pdf' } },
              ],
            },
          },
          answered('b', { error: 'no' }),
          answered('c', {}),
        ],
      },
    ])
    expect(codes).toEqual(['result-text'])
  })

  test('a text behind the media of a result is put in front of them, and that is told; one in front stays', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' } }
    const of = (...parts: (string | Part)[]) => lower({ turns: [user('q'), assistant(call('a')), user(result('a', ...parts))] })
    const said = [{}, {}, { parts: [{ functionResponse: { response: { output: 'x' }, parts: [{ inlineData: { data: 'AAAA' } }] } }] }]
    expect(of(image, 'x').contents).toMatchObject(said)
    expect(of(image, 'x').codes).toEqual(['result-text'])
    expect(of('x', image).contents).toMatchObject(said)
    expect(of('x', image).codes).toEqual([])
  })

  test('pitfall 38: a structure with references is text, any other stays an object', () => {
    const structured = (callId: string, value: JsonObject): Part => ({ type: 'tool-result', callId, parts: [], structured: value })
    const { contents: turns, codes } = lower({
      turns: [user('q'), assistant(call('a'), call('b')), user(structured('a', { x: 1 }), structured('b', { $ref: '#' }))],
    })
    expect(turns).toMatchObject([{}, {}, { parts: [answered('a', { x: 1 }), answered('b', { output: '{"$ref":"#"}' })] }])
    expect(codes).toEqual(['result-structured'])
  })

  test('models without ids get none', () => {
    const { contents: turns, codes } = lower(
      { turns: [user('q'), assistant(call('a')), user(result('a', 'ok'))] },
      profile('gemini-2.5-flash'),
    )
    expect(turns).toMatchObject([
      {},
      { parts: [{ functionCall: { name: 'f', args: {} } }] },
      { parts: [{ functionResponse: { name: 'f', response: { output: 'ok' } } }] },
    ])
    expect(JSON.stringify(turns)).not.toContain('"id"')
    expect(codes).toEqual(['call-id-dropped'])
  })
})

describe('seals', () => {
  const seal = { format: 'contents', vendor: 'google', data: 'c2ln' }
  const loop = [
    user('q'),
    assistant(call('a'), call('b')),
    user(result('a', 'ok'), result('b', 'ok')),
    assistant(call('c')),
    user(result('c', 'ok')),
  ]

  test('pitfall 4, 5: a seal that another client brought back beside its call stands on it again', () => {
    const carrier: Part = { type: 'reasoning', segments: [], seal: { ...seal, attachTo: 'b' } }
    const { contents: turns } = lower({
      turns: [user('q'), assistant(carrier, call('a'), call('b')), user(result('a', 'ok'), result('b', 'ok'))],
    })
    expect(turns).toMatchObject([{}, { parts: [asked('a'), { functionCall: { id: 'b' }, thoughtSignature: 'c2ln' }] }, {}])
  })

  test('where signatures are wanted, the first call of each step says that there is none; that of the current turn is reported', () => {
    const skip = 'skip_thought_signature_validator'
    const { contents: turns, codes } = lower(
      { turns: [user('old'), assistant(call('z')), user(result('z', 'ok')), assistant('done'), ...loop] },
      profile('gemini-3-pro-preview'),
    )
    const signatures = (turns as readonly { readonly parts: readonly JsonObject[] }[]).map(({ parts }) =>
      parts.map(({ thoughtSignature }) => thoughtSignature),
    )
    expect(signatures).toEqual([
      [undefined],
      [skip],
      [undefined],
      [undefined],
      [undefined],
      [skip, undefined],
      [undefined, undefined],
      [skip],
      [undefined],
    ])
    expect(codes).toEqual(['seal-bypass', 'seal-bypass'])
    expect(lower({ turns: loop }).codes).toEqual([])
  })

  test('a model that nobody knows is taken for one of the newest: it wants signatures, and no beginning of its answer', () => {
    const { context, notices } = createTestContext()
    contents.lowerRequest({ model: 'm', turns: loop }, context)
    contents.lowerRequest({ model: 'm', turns: [user('q'), assistant('{')] }, context)
    expect(notices.map(({ code }) => code)).toEqual(['contents/seal-bypass', 'contents/seal-bypass', 'contents/prefill'])
  })

  test('a signature that is there needs no word', () => {
    const signed = [user('q'), assistant({ ...call('a'), seal }), user(result('a', 'ok'))]
    expect(lower({ turns: signed }, profile('gemini-3-pro-preview'))).toMatchObject({
      contents: [{}, { parts: [{ thoughtSignature: 'c2ln' }] }, {}],
      codes: [],
    })
  })

  test('pitfall 6: foreign reasoning and seals are not sent, or as text', () => {
    const foreign: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'hm' }], seal: { format: 'messages', data: 's' } }
    const turns = [user('q'), assistant(foreign, { type: 'text', text: 'a', seal: { format: 'chat', data: 's' } }), user('r')]
    expect(lower({ turns })).toMatchObject({ contents: [{}, { parts: [{ text: 'a' }] }, {}], codes: ['foreign-reasoning', 'foreign-seal'] })
    expect(lower({ turns }, { policy: { ...defaultPolicy, foreignReasoning: 'as-text' } }).contents).toMatchObject([
      {},
      { parts: [{ text: 'hm' }, { text: 'a' }] },
      {},
    ])
  })

  test('a call of a client of this format that bears the envelope of another model says that there is no signature', () => {
    const sealed = { functionCall: { name: 'f', args: {} }, thoughtSignature: wrapSeal({ format: 'messages', data: 's' }) }
    const body = {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [sealed] },
      ],
    }
    const sentTo = (model?: typeof plain): unknown => {
      const { context } = createTestContext(model ? { model } : {})
      const request = contents.decodeRequest({ path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body }, context)
      return contents.encodeRequest(contents.lowerRequest(request, context).request, context).body.contents?.[1]?.parts?.[0]
    }
    expect(sentTo()).toEqual({ functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' })
    expect(sentTo(plain)).toEqual({ functionCall: { name: 'f', args: {} } })
  })

  test('a client of this format that brings back the envelope of another model does not send it to this one', () => {
    const { context, notices } = createTestContext()
    const parts = [
      { text: 'hm', thought: true, thoughtSignature: wrapSeal({ format: 'messages', data: 's' }) },
      { text: 'own', thought: true },
      { text: 'a' },
    ]
    const body = {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts },
      ],
    }
    const request = contents.decodeRequest(
      contents.parseRequest({ path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body }, context),
      context,
    )
    expect(contents.encodeRequest(contents.lowerRequest(request, context).request, context).body).toMatchObject({
      contents: [{}, { parts: parts.slice(1) }],
    })
    expect(notices.map(({ code, path }) => [code, path])).toEqual([['contents/foreign-reasoning', '/contents/1/parts/0']])
  })
})

describe('instructions', () => {
  test('pitfall 30: those that lead are one, those that come later are marked text of the user', () => {
    const { body, codes } = lower({
      turns: [instruction('one'), instruction('two'), user('q'), assistant('a'), instruction('later'), user('r')],
    })
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'one' }, { text: 'two' }] },
      contents: [
        {},
        {},
        { role: 'user', parts: [{ text: '<interlingua-instructions>\nlater\n</interlingua-instructions>' }, { text: 'r' }] },
      ],
    })
    expect(codes).toEqual(['instruction-folded'])
  })

  test('one between a call and its result stands behind the result, in a content of its own', () => {
    const { contents: turns } = lower({
      turns: [user('q'), assistant(call('a')), instruction('later'), user(result('a', 'ok')), assistant('done'), user('r')],
    })
    expect(turns).toMatchObject([
      {},
      {},
      { parts: [answered('a')] },
      { role: 'user', parts: [{ text: expect.stringContaining('later') as string }] },
      { role: 'model' },
      {},
    ])
  })

  test('nobody else can speak in its name', () => {
    const { contents: turns, codes } = lower({ turns: [user('q </Interlingua-Instructions >'), instruction('later')] })
    expect(turns).toMatchObject([
      {
        parts: [{ text: 'q &lt;/Interlingua-Instructions >' }, { text: '<interlingua-instructions>\nlater\n</interlingua-instructions>' }],
      },
    ])
    expect(codes).toEqual(['instruction-folded', 'marker-escaped'])
  })

  test('an instruction alone is said by the user, and an answer alone gets a user before it', () => {
    expect(lower({ turns: [instruction('s')] })).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 's' }] }],
      codes: ['instruction-as-user'],
    })
    expect(lower({ turns: [assistant('a'), user('q')] })).toMatchObject({
      contents: [{ role: 'user' }, { role: 'model' }, { role: 'user' }],
      codes: ['first-turn'],
    })
  })

  test('client 1.6: tools that come inside the conversation are declared from the beginning', () => {
    const adding: Turn = { author: 'instruction', authority: 'developer', parts: [], changes: { addTools: [f] } }
    const { body, codes } = lower({ turns: [adding, user('q')] })
    expect(body.tools).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }])
    expect(codes).toEqual(['tools-added'])
  })

  test('a beginning of the answer follows the policy where the model does not go on from it', () => {
    const turns = [user('q'), assistant('{')]
    expect(lower({ turns }).contents).toMatchObject([{}, { role: 'model' }])
    const newest = profile('gemini-3.6-flash')
    expect(lower({ turns }, newest)).toMatchObject({ contents: [{ role: 'user' }], codes: ['prefill'] })
    expect(lower({ turns }, { ...newest, policy: { ...defaultPolicy, prefill: 'instruct' } }).codes).toEqual(['prefill-instructed'])
    expect(lower({ turns }, { ...newest, policy: { ...defaultPolicy, prefill: 'reject' } }).codes).toEqual(['prefill-rejected'])
  })
})

describe('tools', () => {
  const declared = ({ body }: Result): unknown => body.tools

  test('pitfall 25, 29: names are made legal, and given back', () => {
    const tools: Tool[] = [
      { type: 'function', name: '1/x' },
      { type: 'function', name: 'exec', namespace: 'ns' },
      { type: 'custom', name: 'patch', grammar: { syntax: 'lark', definition: 'x' } },
    ]
    const outcome = lower({
      tools,
      turns: [
        user('q'),
        assistant(call('a', { name: 'exec', namespace: 'ns' }), call('b', { name: 'patch', kind: 'custom', arguments: 'raw' })),
        user(result('a', 'ok'), result('b', 'ok')),
      ],
    })
    const [group] = declared(outcome) as [{ readonly functionDeclarations: readonly { readonly name: string }[] }]
    const [odd, ...others] = group.functionDeclarations.map(({ name }) => name)
    expect(odd).toMatch(/^_1_x_/)
    expect(others).toEqual(['ns__exec', 'patch'])
    expect(outcome.contents).toMatchObject([
      {},
      { parts: [{ functionCall: { name: 'ns__exec' } }, { functionCall: { name: 'patch', args: { input: 'raw' } } }] },
      { parts: [{ functionResponse: { name: 'ns__exec' } }, { functionResponse: { name: 'patch' } }] },
    ])
    expect(outcome.reversals.toolNames.get('ns__exec')).toEqual({ name: 'exec', namespace: 'ns' })
    expect(outcome.reversals.wrappedTools).toEqual(new Set(['patch']))
    expect(new Set(outcome.codes)).toEqual(new Set(['tool-name', 'tool-custom', 'tool-grammar']))
  })

  test('pitfall 35: schemas go into the field for JSON Schema, and for older models into the other', () => {
    expect(declared(lower({ tools: [f] }))).toEqual([
      { functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object', properties: { a: { type: 'string' } } } }] },
    ])
    expect(declared(lower({ tools: [f] }, profile('gemini-1.5-pro')))).toEqual([
      { functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } }] },
    ])
    expect(
      declared(lower({ tools: [{ type: 'function', name: 'f', schema: { type: 'object', properties: {} } }] }, profile('gemini-1.5-pro'))),
    ).toEqual([{ functionDeclarations: [{ name: 'f' }] }])
  })

  test('hosted tools that are here too cross, with what they can say', () => {
    const builtin = (family: string, config: JsonObject = {}): Tool => ({
      type: 'builtin',
      name: family,
      family,
      runsOn: 'server',
      format: 'messages',
      config,
    })
    const tools = [builtin('web-search', { blockedDomains: ['x.com'], maxUses: 2 }), builtin('web-fetch'), builtin('code-execution')]
    expect(lower({ tools })).toMatchObject({
      body: { tools: [{ googleSearch: {} }, { urlContext: {} }, { codeExecution: {} }] },
      codes: ['hosted-tool-option', 'hosted-tool-option'],
    })
    expect(declared(lower({ tools }, { dialect: { server: 'vertex' } }))).toMatchObject([
      { googleSearch: { excludeDomains: ['x.com'] } },
      {},
      {},
    ])
    expect(lower({ tools: [builtin('file-search')] }).notices).toMatchObject([{ code: 'contents/hosted-tool', severe: true }])
    expect(() => lower({ tools }, { policy: { ...defaultPolicy, hostedTools: 'reject' } })).toThrow(UnsupportedError)
    expect(lower({ tools: [f, ...tools] }).body.toolConfig).toEqual({ includeServerSideToolInvocations: true })
    expect(lower({ tools: [f, builtin('web-fetch')] }, profile('gemini-2.5-flash'))).toMatchObject({
      body: { tools: [{ functionDeclarations: [{ name: 'f' }] }] },
      codes: ['mixed-tools'],
    })
  })

  test('a tool that the caller runs is a function, and its calls come back as its own', () => {
    const bash: Tool = { type: 'builtin', name: 'bash', family: 'bash', runsOn: 'client', format: 'messages', config: {} }
    const outcome = lower({ tools: [bash] })
    expect(declared(outcome)).toMatchObject([{ functionDeclarations: [{ name: 'bash', parametersJsonSchema: { type: 'object' } }] }])
    expect(outcome.reversals.toolNames.get('bash')).toEqual({ name: 'bash', kind: 'builtin' })
    expect(outcome.codes).toEqual(['tool-client'])
  })

  const g: Tool = { type: 'function', name: 'g' }
  test.each<readonly [string, GenerateRequest['toolChoice'] & {}, unknown, readonly string[]]>([
    ['one', { mode: 'required', only: [{ name: 'f' }] }, { mode: 'ANY', allowedFunctionNames: ['f'] }, []],
    ['some that must', { mode: 'required', only: [{ name: 'f' }, { name: 'g' }] }, { mode: 'ANY', allowedFunctionNames: ['f', 'g'] }, []],
    ['some that may', { mode: 'auto', only: [{ name: 'f' }, { name: 'g' }] }, { mode: 'VALIDATED', allowedFunctionNames: ['f', 'g'] }, []],
    ['any', { mode: 'required' }, { mode: 'ANY' }, []],
    ['none', { mode: 'none' }, { mode: 'NONE' }, []],
    ['checked', { mode: 'auto', checked: true }, { mode: 'VALIDATED' }, []],
    ['one at a time', { mode: 'auto', parallel: false }, { mode: 'AUTO' }, ['tool-parallel']],
    ['one that is not there', { mode: 'required', only: [{ name: 'x' }] }, { mode: 'NONE' }, ['tool-choice-missing']],
  ])('pitfall 22, 23: a choice of %s is said as it is', (_, toolChoice, config, codes) => {
    expect(lower({ tools: [f, g], toolChoice })).toMatchObject({ body: { toolConfig: { functionCallingConfig: config } }, codes })
  })

  test('JSON beside functions is asked for in words, where the model does not give both', () => {
    const output = { format: { type: 'json-schema', schema: { type: 'object', properties: { a: { type: 'string' } } } } } as const
    const { body, codes } = lower({ tools: [f], output }, profile('gemini-2.5-flash'))
    expect(JSON.stringify(body)).not.toContain('responseMimeType')
    expect(JSON.stringify(body.systemInstruction)).toContain('JSON Schema')
    expect(codes).toEqual(['format-with-tools'])
    expect(lower({ output }, profile('gemini-2.5-flash')).body).toMatchObject({
      generationConfig: { responseMimeType: 'application/json' },
    })
    expect(lower({ tools: [f], output }, profile('gemini-3-pro')).body).toMatchObject({
      generationConfig: { responseMimeType: 'application/json' },
    })
  })

  test('tools that are all strict are checked, some that are cannot be', () => {
    const strict: Tool = { ...f, strict: true }
    expect(lower({ tools: [strict] })).toMatchObject({ body: { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } }, codes: [] })
    expect(lower({ tools: [strict, g] })).toMatchObject({ codes: ['tool-strict'] })
    expect(lower({ tools: [strict, { ...g, strict: false }], toolChoice: { mode: 'required' } })).toMatchObject({
      codes: ['tool-choice-checked'],
    })
  })

  test('what tools say beside is told, or stands in the description', () => {
    const { body, codes } = lower({ tools: [{ ...f, description: 'd', examples: [{ a: 'x' }], deferred: true, cache: {} }] })
    expect(body.tools).toMatchObject([{ functionDeclarations: [{ description: 'd\n\nExamples of input:\n{"a":"x"}' }] }])
    expect(codes.toSorted()).toEqual(['cache-mark', 'tool-deferred', 'tool-examples-described'])
  })
})

describe('thinking', () => {
  const thinking = (reasoning: GenerateRequest['reasoning'] & {}, model?: string): unknown => {
    const { body, codes } = lower({ reasoning }, model === undefined ? {} : profile(model))
    return [(body.generationConfig as JsonObject | undefined)?.thinkingConfig, ...codes]
  }
  const shown = { includeThoughts: true }

  test.each<readonly [string, GenerateRequest['reasoning'] & {}, string | undefined, readonly unknown[]]>([
    ['an effort, by level', { effort: 'low' }, 'gemini-3-flash-preview', [{ thinkingLevel: 'LOW', ...shown }]],
    ['an effort above all levels', { effort: 'max' }, 'gemini-3-flash-preview', [{ thinkingLevel: 'HIGH', ...shown }, 'reasoning-effort']],
    [
      'an effort that the model has not',
      { effort: 'medium' },
      'gemini-3-pro-preview',
      [{ thinkingLevel: 'LOW', ...shown }, 'reasoning-effort'],
    ],
    ['a budget, by level', { budgetTokens: 10_000 }, 'gemini-3-flash-preview', [{ thinkingLevel: 'MEDIUM', ...shown }, 'reasoning-budget']],
    [
      'none, where there must be some',
      { mode: 'off' },
      'gemini-3-flash-preview',
      [{ thinkingLevel: 'MINIMAL', ...shown }, 'reasoning-mode'],
    ],
    ['adaptive with an effort', { mode: 'adaptive', effort: 'high' }, 'gemini-3-flash-preview', [{ thinkingLevel: 'HIGH', ...shown }]],
    ['adaptive', { mode: 'adaptive' }, 'gemini-3-flash-preview', [{ thinkingBudget: -1, ...shown }]],
    ['an effort, by budget', { effort: 'high' }, 'gemini-2.5-flash', [{ thinkingBudget: 24_576, ...shown }, 'reasoning-effort']],
    ['the greatest effort, by budget', { effort: 'max' }, 'gemini-2.5-pro', [{ thinkingBudget: 32_768, ...shown }, 'reasoning-effort']],
    [
      'a budget',
      { mode: 'on', budgetTokens: 2000, summary: 'none' },
      'gemini-2.5-flash',
      [{ thinkingBudget: 2000, includeThoughts: false }],
    ],
    [
      'a budget that is too great',
      { budgetTokens: 60_000 },
      'gemini-2.5-flash',
      [{ thinkingBudget: 24_576, ...shown }, 'reasoning-budget'],
    ],
    ['none', { effort: 'none' }, 'gemini-2.5-flash', [{ thinkingBudget: 0 }]],
    ['none, where the least is some', { effort: 'none' }, 'gemini-2.5-pro', [{ thinkingBudget: 128, ...shown }, 'reasoning-mode']],
    ['an effort of a model that does not think', { effort: 'high' }, 'gemini-2.0-flash', [undefined, 'reasoning-mode']],
    ['an effort of a model that nobody knows', { effort: 'medium' }, undefined, [{ thinkingLevel: 'MEDIUM', ...shown }]],
    ['a budget of a model that nobody knows', { budgetTokens: 5000 }, undefined, [{ thinkingBudget: 5000, ...shown }]],
    ['a way to show it', { effort: 'low', summary: 'detailed' }, undefined, [{ thinkingLevel: 'LOW', ...shown }, 'reasoning-summary']],
  ])('%s', (_, reasoning, model, expected) => {
    expect(thinking(reasoning, model)).toEqual(expected)
  })
})

describe('options', () => {
  const config = ({ body }: Result): unknown => body.generationConfig

  test('what this format has is carried without a word', () => {
    const outcome = lower({
      output: {
        maxTokens: 5,
        stop: ['a'],
        candidates: 2,
        logprobs: { top: 2 },
        format: { type: 'json' },
        modalities: ['text', 'image'],
        audio: { voice: 'Kore' },
      },
      sampling: { temperature: 2, topP: 0.5, topK: 4, seed: 1, frequencyPenalty: 1, presencePenalty: 1 },
      serviceTier: 'priority',
      state: { store: true },
    })
    expect(config(outcome)).toEqual({
      temperature: 2,
      topP: 0.5,
      topK: 4,
      seed: 1,
      presencePenalty: 1,
      frequencyPenalty: 1,
      candidateCount: 2,
      maxOutputTokens: 5,
      stopSequences: ['a'],
      responseLogprobs: true,
      logprobs: 2,
      responseModalities: ['TEXT', 'IMAGE'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      responseMimeType: 'application/json',
    })
    expect(outcome).toMatchObject({ body: { serviceTier: 'priority', store: true }, codes: [] })
  })

  test('what it has not is told at its place', () => {
    const outcome = lower({
      output: { stop: ['a', 'b', 'c', 'd', 'e', 'f'], audio: { voice: 'alloy', format: 'mp3' }, verbosity: 'low' },
      sampling: { seed: 2 ** 40, logitBias: { 1: 1 } },
      user: 'u',
      metadata: { a: 'b' },
      serviceTier: 'scale',
      cache: { key: 'k' },
      state: { background: true, previousResponse: 'r', prompt: 'p' },
    })
    expect(outcome.notices.map(({ code, path }) => `${code.slice(9)} ${path}`).toSorted()).toEqual([
      'audio-dropped /output/audio',
      'background /state/background',
      'cache-options /cache/key',
      'logit-bias /sampling/logitBias',
      'metadata /metadata',
      'seed-range /sampling/seed',
      'server-state /state/previousResponse',
      'server-state /state/prompt',
      'service-tier /serviceTier',
      'stop-cut /output/stop',
      'user /user',
      'verbosity /output/verbosity',
    ])
    expect(config(outcome)).toEqual({ stopSequences: ['a', 'b', 'c', 'd', 'e'], seed: 0 })
  })

  test('what a model does not take is not sent to it', () => {
    const outcome = lower({ sampling: { temperature: 1 }, output: { candidates: 3, maxTokens: 100_000 } }, profile('gemini-3.6-flash'))
    expect(config(outcome)).toEqual({ candidateCount: 1, maxOutputTokens: 65_536 })
    expect(outcome.codes).toEqual(['max-tokens-cap', 'candidates', 'sampling'])
  })

  test('sampling that no server takes is brought into range or left out, and told', () => {
    const low = lower({ sampling: { temperature: -1, topP: 1.5, topK: 0.5 } })
    expect(config(low)).toEqual({ temperature: 0 })
    expect(low.notices).toMatchObject([
      { code: 'contents/temperature', path: '/sampling/temperature' },
      { code: 'contents/sampling', path: '/sampling/topP' },
      { code: 'contents/sampling', path: '/sampling/topK' },
    ])
    expect(config(lower({ sampling: { temperature: 3 } }))).toEqual({ temperature: 2 })
  })

  test('labels are those of Vertex', () => {
    const vertex = { dialect: { server: 'vertex' } }
    expect(lower({ metadata: { team: 'a', 'Bad Key': 'x' }, state: { store: true } }, vertex)).toMatchObject({
      body: { labels: { team: 'a' } },
      codes: ['store', 'metadata'],
    })
  })

  test('pitfall 39: the schema of an answer has no name and is always enforced', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false } as const
    const plain = lower({ output: { format: { type: 'json-schema', schema, name: 'response', strict: true } } })
    expect(config(plain)).toEqual({ responseMimeType: 'application/json', responseJsonSchema: schema })
    expect(plain.codes).toEqual([])
    expect(lower({ output: { format: { type: 'json-schema', schema, name: 'other', strict: false } } }).codes).toEqual([
      'format-name-dropped',
      'format-strict-always',
    ])
  })
})

describe('media and documents', () => {
  const said = (...parts: readonly Part[]): unknown => {
    const { contents: turns, codes } = lower({ turns: [user('q', ...parts)] })
    return [((turns as readonly { readonly parts: readonly unknown[] }[])[0]?.parts ?? []).slice(1), ...codes]
  }
  const pdf = { type: 'inline', mime: 'application/pdf', base64: 'AAAA' } as const

  test.each<readonly [string, Part, readonly unknown[]]>([
    [
      'audio',
      { type: 'media', kind: 'audio', source: { type: 'inline', mime: 'audio/wav', base64: 'AAAA' } },
      [[{ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }]],
    ],
    [
      'a detail',
      { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'AAAA' }, detail: 'high' },
      [[{ inlineData: { mimeType: 'image/png', data: 'AAAA' }, mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } }]],
    ],
    [
      'a video of YouTube',
      { type: 'media', kind: 'video', source: { type: 'url', url: 'https://www.youtube.com/watch?v=x' }, clip: { start: '1s' } },
      [[{ fileData: { fileUri: 'https://www.youtube.com/watch?v=x' }, videoMetadata: { startOffset: '1s' } }]],
    ],
    [
      'an address that nobody fetched',
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://x.com/a.png', mime: 'image/png' } },
      [[{ fileData: { mimeType: 'image/png', fileUri: 'https://x.com/a.png' } }], 'media-url'],
    ],
    [
      'a PDF with a title',
      { type: 'document', source: pdf, title: 'T' },
      [[{ text: 'T' }, { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }], 'document-title'],
    ],
    [
      'F13: a PDF with a file name, which the Developer API does not take',
      { type: 'document', source: { ...pdf, filename: 'a.pdf' } },
      [[{ inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }], 'media-name'],
    ],
    [
      'a PDF with a context',
      { type: 'document', source: pdf, context: 'C', citable: true },
      [[{ text: 'C' }, { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }], 'document-citations', 'document-context'],
    ],
    ['a text document', { type: 'document', source: { type: 'text', text: 'x' }, title: 'T' }, [[{ text: 'T\n\nx' }], 'document-text']],
    [
      'a document of parts',
      { type: 'document', source: { type: 'parts', parts: [text('a'), text('b')] } },
      [[{ text: 'a' }, { text: 'b' }], 'document-text'],
    ],
    [
      'a search result',
      { type: 'search-result', url: 'u', title: 'T', parts: [{ type: 'text', text: 'x' }] },
      [[{ text: 'T\nu\nx' }], 'search-result'],
    ],
    ['a refusal', { type: 'refusal', text: 'no' }, [[{ text: 'no' }], 'refusal']],
    ['compacted history', { type: 'compaction', text: 'so far' }, [[{ text: 'so far' }], 'compaction-text']],
    [
      'a file of another provider',
      { type: 'document', source: { type: 'file', fileId: 'x', owner: 'chat' } },
      [[{ text: '[document left out: it is kept where this model cannot read it]' }], 'file-id'],
    ],
    [
      'an own file',
      { type: 'document', source: { type: 'file', fileId: 'gs://b/x', owner: 'contents', mime: 'application/pdf' } },
      [[{ fileData: { mimeType: 'application/pdf', fileUri: 'gs://b/x' } }]],
    ],
    [
      'spoken words',
      { type: 'media', kind: 'audio', source: { type: 'file', fileId: 'x', owner: 'chat' }, transcript: 'hi' },
      [[{ text: 'hi' }], 'transcript'],
    ],
  ])('pitfall 32: %s', (_, part, expected) => {
    expect(said(part)).toEqual(expected)
  })

  test('a message of which nothing is left is refused', () => {
    expect(() => lower({ turns: [user({ type: 'file-reference', fileId: 'x' })] })).toThrow(UnsupportedError)
  })

  test('only what the vendor reads by itself is left at its address', () => {
    const { context } = createTestContext()
    const at = (url: string): boolean => acceptsUrl({ type: 'media', kind: 'image', source: { type: 'url', url } }, context)
    expect(
      [
        'gs://b/a',
        'https://youtu.be/x',
        'https://generativelanguage.googleapis.com/v1beta/files/a',
        'https://storage.googleapis.com/b/a',
      ].map(at),
    ).toEqual([true, true, true, true])
    expect(['https://x.com/a.png', 'https://evil.com/youtube.com/', 'http://storage.googleapis.com.evil.com/'].map(at)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('a request of this format keeps the addresses that its server reads', () => {
    const { context } = createTestContext()
    const body = { contents: [{ role: 'user', parts: [{ fileData: { fileUri: 'https://x.com/a.png', mimeType: 'image/png' } }] }] }
    const request = contents.decodeRequest({ path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body }, context)
    const [part] = request.turns[0]?.parts ?? []
    expect(part?.type === 'media' && acceptsUrl(part, context)).toBe(false)
    expect(part?.type === 'media' && acceptsUrl(part, { ...context, dialect: { server: 'vertex' } })).toBe(true)
  })
})
