import type { Context, GenerateRequest, ModelProfile, Notice } from '@interlingua/core'
import { findModelProfile } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat, dialects, modelProfiles } from '../src/index.ts'

const tools: GenerateRequest['tools'] = [{ type: 'function', name: 'f', schema: { type: 'object' } }]
const search: GenerateRequest['tools'] = [
  { type: 'builtin', name: 'web_search', family: 'web-search', runsOn: 'server', format: 'messages', config: {} },
]

function send(
  id: string,
  request: Partial<GenerateRequest>,
  more: Partial<Pick<Context, 'dialect'>> = {},
): { readonly body: { readonly [key: string]: unknown }; readonly notices: readonly Notice[]; readonly codes: readonly string[] } {
  const model: ModelProfile | undefined = findModelProfile(modelProfiles, id)
  const { context, notices } = createTestContext({ ...more, ...(model && { model }) })
  const { request: lowered } = chat.lowerRequest(
    { model: id, turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }], ...request },
    context,
  )
  return { body: chat.encodeRequest(lowered, context).body, notices, codes: notices.map(({ code }) => code.replace('chat/', '')) }
}

describe('rule 36: the newest models take tools only with the effort none', () => {
  test.each(['gpt-5.4', 'gpt-5.5-mini', 'gpt-5.6', 'gpt-6', 'gpt-6-mini'])('%s', (id) => {
    const thinking = send(id, { tools, reasoning: { effort: 'high' } })
    expect(thinking.body['reasoning_effort']).toBe('none')
    expect(thinking.notices).toMatchObject([{ code: 'chat/reasoning-with-tools', kind: 'approximated' }])
    expect(send(id, { tools, reasoning: { effort: 'none' } })).toMatchObject({ body: { reasoning_effort: 'none' }, codes: [] })
    expect(send(id, { tools, reasoning: { mode: 'off' } })).toMatchObject({ body: { reasoning_effort: 'none' }, codes: [] })
    expect(send(id, { reasoning: { effort: 'high' } })).toMatchObject({ body: { reasoning_effort: 'high' }, codes: [] })
  })

  test('it is said even where the caller asked for nothing, which is benign', () => {
    const silent = send('gpt-6', { tools })
    expect(silent.body['reasoning_effort']).toBe('none')
    expect(silent.notices).toMatchObject([{ code: 'chat/reasoning-said', kind: 'synthesized', benign: true }])
  })

  test('every request that gives way is named at its place', () => {
    const fields = {
      'reasoning.mode': '/thinking/type',
      'reasoning.budgetTokens': '/thinking/budget_tokens',
      'reasoning.effort': '/output_config/effort',
    } as const
    const { notices } = send('gpt-6', { tools, fields, reasoning: { mode: 'on', budgetTokens: 9000, effort: 'low' } })
    expect(notices.map(({ path }) => path)).toEqual(['/thinking/type', '/output_config/effort', '/thinking/budget_tokens'])
  })

  test('older models, and servers that steer reasoning by another field, are left alone', () => {
    expect(send('gpt-5', { tools, reasoning: { effort: 'high' } })).toMatchObject({ body: { reasoning_effort: 'high' }, codes: [] })
    expect(send('gpt-6', { tools, reasoning: { effort: 'high' } }, { dialect: dialects.openrouter }).body['reasoning']).toEqual({
      effort: 'high',
    })
  })

  test('minimal is unknown to the newest models', () => {
    expect(send('gpt-5.6', { reasoning: { effort: 'minimal' } })).toMatchObject({
      body: { reasoning_effort: 'low' },
      codes: ['reasoning-effort'],
    })
  })
})

test('rule 37: reasoning models refuse max_tokens, sampling and log probabilities, and take instructions as developer', () => {
  const turns: GenerateRequest['turns'] = [
    { author: 'instruction', authority: 'system', parts: [{ type: 'text', text: 's' }] },
    { author: 'user', parts: [{ type: 'text', text: 'q' }] },
  ]
  const sampling = { temperature: 0.2, topP: 0.5, frequencyPenalty: 1, presencePenalty: 1, logitBias: { 1: 2 } }
  const extensions = { chat: { hint: { maxTokens: 'max_tokens' } } }
  for (const id of ['o1', 'o3-mini', 'o4-mini', 'gpt-5', 'gpt-5.6', 'gpt-6']) {
    const { body, codes } = send(id, { turns, sampling, extensions, output: { maxTokens: 9, logprobs: { top: 2 } } })
    // Models that take cache marks get lists, in which a mark can stand.
    const marks = id === 'gpt-5.6' || id === 'gpt-6'
    expect(body).toEqual({
      model: id,
      messages: [
        { role: 'developer', content: marks ? [{ type: 'text', text: 's' }] : 's' },
        { role: 'user', content: marks ? [{ type: 'text', text: 'q' }] : 'q' },
      ],
      max_completion_tokens: 9,
    })
    expect(codes.toSorted()).toEqual(['logprobs-model', 'sampling', 'sampling', 'sampling', 'sampling', 'sampling'])
  }
})

test('web search runs on search models alone; elsewhere it is a severe notice', () => {
  for (const id of ['gpt-4o-search-preview', 'gpt-4o-mini-search-preview', 'gpt-5-search-api'])
    expect(send(id, { tools: search })).toMatchObject({ body: { web_search_options: {} }, codes: [] })
  for (const id of ['gpt-4o', 'gpt-4.1', 'o3', 'gpt-5.6', 'gpt-6']) {
    const { body, notices } = send(id, { tools: search })
    expect(body['web_search_options']).toBeUndefined()
    expect(notices).toMatchObject([{ code: 'chat/hosted-tool', severe: true }])
  }
})

test('pitfall 33: of two spellings of the cap one is sent where the target knows one, and the other is reported', () => {
  const two = { output: { maxTokens: 9 }, extensions: { chat: { rest: { max_tokens: 5 } } } } as const
  expect(send('gpt-6', two)).toMatchObject({
    body: { max_completion_tokens: 9 },
    notices: [{ code: 'chat/max-tokens-cap', path: '/max_tokens' }],
  })
  expect(send('gpt-6', two).body).not.toHaveProperty('max_tokens')
  expect(send('other', two, { dialect: dialects.vllm })).toMatchObject({ body: { max_tokens: 9 }, codes: ['max-tokens-cap'] })
  expect(send('other', two).body).toMatchObject({ max_completion_tokens: 9, max_tokens: 5 })
})

describe('servers with a switch for thinking', () => {
  const deepseek = { dialect: dialects.deepseek }

  test('get an effort beside it, where the model has any', () => {
    expect(send('deepseek-v4-pro', { reasoning: { effort: 'max' } }, deepseek)).toMatchObject({
      body: { thinking: { type: 'enabled' }, reasoning_effort: 'max' },
      codes: [],
    })
    expect(send('deepseek-v4-pro', { reasoning: { effort: 'medium' } }, deepseek)).toMatchObject({
      body: { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
      codes: ['reasoning-effort'],
    })
    expect(send('kimi-k3', { reasoning: { effort: 'high' } }, { dialect: dialects.moonshot }).body).toMatchObject({
      reasoning_effort: 'high',
    })
  })

  test('get the switch alone, where it has none', () => {
    const { body, codes } = send('kimi-k2.6', { reasoning: { effort: 'high' } }, { dialect: dialects.moonshot })
    expect(body['thinking']).toEqual({ type: 'enabled' })
    expect(body).not.toHaveProperty('reasoning_effort')
    expect(codes).toEqual(['reasoning-effort'])
  })

  test('are switched off without an effort', () => {
    const off = send('deepseek-v4-flash', { reasoning: { effort: 'none' } }, deepseek)
    expect(off.body).toMatchObject({ thinking: { type: 'disabled' } })
    expect(off.body).not.toHaveProperty('reasoning_effort')
    expect(send('deepseek-v4-flash', { reasoning: { mode: 'off', effort: 'high' } }, deepseek).body).not.toHaveProperty('reasoning_effort')
  })
})

test('efforts are those that each model documents', () => {
  const effort = (id: string, asked: 'none' | 'low' | 'medium' | 'max'): unknown =>
    send(id, { reasoning: { effort: asked } }).body['reasoning_effort']
  expect(effort('gpt-6-astra', 'none')).toBe('low')
  expect(effort('gpt-6.1-sol', 'max')).toBe('max')
  expect(effort('gpt-6-sol', 'none')).toBe('none')
  expect(effort('grok-4.5', 'max')).toBe('high')
  expect(effort('grok-4.3', 'none')).toBe('none')
  expect(effort('grok-4-1-fast-reasoning', 'low')).toBeUndefined()
  expect(effort('mistral-small-latest', 'max')).toBe('high')
  expect(effort('magistral-medium-latest', 'low')).toBeUndefined()
  expect(effort('openai/gpt-oss-120b', 'max')).toBe('high')
})

test('a forced tool is not asked of servers that take none', () => {
  expect(send('glm-5.3', { tools, toolChoice: { mode: 'required' } }, { dialect: dialects.zai })).toMatchObject({
    body: { tool_choice: 'auto', messages: [{ content: [{}, { text: 'Answer this with a call of one of the tools.' }] }] },
    codes: ['tool-choice-forced'],
  })
})

test('one control of thinking for each model: Kimi K3 takes an effort, K2 the switch, and neither both', () => {
  const kimi = { dialect: dialects.moonshot }
  const high = send('kimi-k3', { reasoning: { mode: 'on', effort: 'high' } }, kimi).body
  expect(high).toMatchObject({ reasoning_effort: 'high' })
  expect(high).not.toHaveProperty('thinking')
  const off = send('kimi-k3.1', { reasoning: { mode: 'off' } }, kimi)
  expect(off).toMatchObject({ body: { reasoning_effort: 'low' }, codes: ['reasoning-always-on'] })
  expect(off.body).not.toHaveProperty('thinking')
  expect(send('kimi-k2.6', { reasoning: { mode: 'off' } }, kimi).body['thinking']).toEqual({ type: 'disabled' })
})

test('adaptive thinking is on where there is a switch, with the effort that goes with it', () => {
  for (const [id, dialect] of [
    ['deepseek-v4-pro', dialects.deepseek],
    ['glm-5.3', dialects.zai],
  ] as const)
    expect(send(id, { reasoning: { mode: 'adaptive', effort: 'high' } }, { dialect }).body).toMatchObject({
      thinking: { type: 'enabled' },
      reasoning_effort: 'high',
    })
})

test('where thinking excludes a forced tool or an answer in JSON, it is off in that answer', () => {
  const forced = { tools, toolChoice: { mode: 'required' } } as const
  expect(send('deepseek-v4-pro', forced, { dialect: dialects.deepseek }).body).toMatchObject({ thinking: { type: 'disabled' } })
  expect(send('deepseek-v4-pro', { tools }, { dialect: dialects.deepseek }).body).not.toHaveProperty('thinking')
  const json = { output: { format: { type: 'json' } }, reasoning: { mode: 'on' } } as const
  expect(send('qwen3-max', json, { dialect: dialects.alibaba }).body).toMatchObject({ enable_thinking: false })
})

test('a model that reasons in streams alone does not in an answer in one piece, and is told so', () => {
  const alibaba = { dialect: dialects.alibaba }
  expect(send('qwen3-32b', {}, alibaba)).toMatchObject({ body: { enable_thinking: false }, codes: ['reasoning-stream-said'] })
  const asked = { reasoning: { effort: 'high' } } as const
  expect(send('qwen3-32b', asked, alibaba)).toMatchObject({ body: { enable_thinking: false }, codes: ['reasoning-stream'] })
  expect(send('qwen3-32b', { ...asked, stream: true }, alibaba).body).toMatchObject({ enable_thinking: true })
  expect(send('qwen3-max', asked, alibaba).body).toMatchObject({ enable_thinking: true })
  expect(send('qwen3-32b', {}, { dialect: dialects.vllm }).codes).toEqual([])
  expect(send('qwen/qwen3-14b', asked, { dialect: dialects.openrouter }).body).toMatchObject({ reasoning: { effort: 'high' } })
})

test('Qwen at Groq reasons, or is told not to: no effort of its own is sent', () => {
  const groq = { dialect: dialects.groq }
  expect(send('qwen/qwen3-32b', { reasoning: { effort: 'none' } }, groq).body).toMatchObject({ reasoning_effort: 'none' })
  const { body, codes } = send('qwen/qwen3-32b', { reasoning: { effort: 'high' } }, groq)
  expect([body['reasoning_effort'], codes]).toEqual([undefined, ['reasoning-effort']])
})

test('GLM sees where its name has a v', () => {
  const image: GenerateRequest['turns'] = [
    {
      author: 'user',
      parts: [
        { type: 'text', text: 'q' },
        { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'aGk=' } },
      ],
    },
  ]
  expect(send('glm-4.6v', { turns: image }, { dialect: dialects.zai }).codes).toEqual([])
  for (const id of ['glm-4.7', 'glm-5.3']) expect(send(id, { turns: image }, { dialect: dialects.zai }).codes).toEqual(['media-kind'])
})

test('turns with calls bring their reasoning back, which is empty where it is lost', () => {
  const turns: GenerateRequest['turns'] = [
    { author: 'user', parts: [{ type: 'text', text: 'q' }] },
    { author: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{}' }] },
    { author: 'user', parts: [{ type: 'tool-result', callId: 'c', parts: [{ type: 'text', text: 'ok' }] }] },
  ]
  for (const [id, dialect] of [
    ['deepseek-v4-pro', dialects.deepseek],
    ['kimi-k3', dialects.moonshot],
  ] as const) {
    const { body, codes } = send(id, { tools, turns }, { dialect })
    expect(body['messages']).toMatchObject([{}, { role: 'assistant', reasoning_content: '' }, {}])
    expect(codes).toEqual(['reasoning-required'])
  }
  const messages = send('gpt-5', { tools, turns }).body['messages']
  expect(JSON.stringify(messages)).not.toContain('reasoning_content')
})

test('stop sequences that a model or a server does not take are kept for the answer', () => {
  const stops = (id: string, stop: readonly string[], dialect: Context['dialect'] = {}): unknown => {
    const model = findModelProfile(modelProfiles, id)
    const { context, notices } = createTestContext({ dialect, ...(model && { model }) })
    const { request, reversals } = chat.lowerRequest(
      { model: id, turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }], output: { stop } },
      context,
    )
    return [request.output?.stop, reversals.stops, notices.map(({ code }) => code)]
  }
  for (const id of ['o3', 'gpt-5', 'gpt-5.6', 'gpt-6.1-sol', 'openai/gpt-6', 'grok-4.5'])
    expect(stops(id, ['a'])).toEqual([undefined, ['a'], ['chat/stop-cut']])
  expect(stops('grok-4.20-non-reasoning', ['a'])).toEqual([['a'], undefined, []])
  expect(stops('gpt-4o', ['a', 'b', 'c', 'd', 'e'])).toEqual([['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd', 'e'], ['chat/stop-cut']])
  const long = 'é'.repeat(17)
  expect(stops('kimi-k3', ['a', long], dialects.moonshot)).toEqual([['a'], ['a', long], ['chat/stop-cut']])
})

test('a JSON mode is asked for in words, and so is a schema where there is nothing more; the same on every turn', () => {
  const json = { output: { format: { type: 'json' } } } as const
  const said = (id: string, request: Partial<GenerateRequest>, dialect: Context['dialect'] = {}): string =>
    JSON.stringify(send(id, request, { dialect }).body['messages'])
  expect(said('gpt-4o', json)).toContain('Answer in JSON.')
  const asked: GenerateRequest['turns'] = [{ author: 'user', parts: [{ type: 'text', text: 'give me json' }] }]
  expect(send('gpt-4o', { ...json, turns: asked }).codes).toEqual([])
  const later: GenerateRequest['turns'] = [
    { author: 'user', parts: [{ type: 'text', text: 'hi' }] },
    { author: 'assistant', parts: [{ type: 'text', text: 'json' }] },
    { author: 'user', parts: [{ type: 'text', text: 'json' }] },
  ]
  expect(said('gpt-4o', { ...json, turns: later })).toContain('Answer in JSON.')
  const schema = { output: { format: { type: 'json-schema', schema: { type: 'object', title: 'T' } } } } as const
  expect(said('deepseek-v4-pro', schema, dialects.deepseek)).toContain('\\"title\\":\\"T\\"')
})

test('a server gets no field that it refuses', () => {
  const request = {
    sampling: { seed: 3, frequencyPenalty: 1, logitBias: { 1: 1 } },
    output: { logprobs: {}, candidates: 1, verbosity: 'low' },
    state: { store: true },
    cache: { key: 'k' },
  } as const
  expect(Object.keys(send('mistral-small-latest', request, { dialect: dialects.mistral }).body).toSorted()).toEqual([
    'frequency_penalty',
    'messages',
    'model',
    'n',
    'random_seed',
  ])
  expect(Object.keys(send('llama-3.3-70b', request, { dialect: dialects.groq }).body).toSorted()).toEqual([
    'frequency_penalty',
    'messages',
    'model',
    'prompt_cache_key',
    'seed',
  ])
  const { body, codes } = send('gpt-5', { cache: { key: 'x'.repeat(65) }, metadata: { ['y'.repeat(65)]: 'v', a: 'b' } })
  expect(String(body['prompt_cache_key'])).toMatch(/^cache_/)
  expect(body['metadata']).toEqual({ a: 'b' })
  expect(codes.toSorted()).toEqual(['cache-key', 'metadata'])
})

test.each([
  ['gpt-5.1', '24h', { prompt_cache_retention: '24h' }, []],
  ['gpt-5.1', 'in_memory', { prompt_cache_retention: 'in_memory' }, []],
  ['gpt-5.6', '24h', { prompt_cache_retention: '24h' }, []],
  ['gpt-5.6', 'in_memory', {}, ['cache-retention']],
  ['gpt-5.6', '30m', { prompt_cache_options: { ttl: '30m' } }, []],
  ['gpt-5.1', '30m', {}, ['cache-options']],
])('%s gets the cache retention %s of another format in the field of its kind, where it takes it', (id, retention, cached, codes) => {
  const sent = send(id, { cache: { retention } })
  expect(Object.fromEntries(Object.entries(sent.body).filter(([key]) => key.startsWith('prompt_cache')))).toEqual(cached)
  expect(sent.codes).toEqual(codes)
  // A server that refuses the field does not get it under the other name either.
  const elsewhere = send(id, { cache: { retention } }, { dialect: dialects.deepseek })
  expect(Object.keys(elsewhere.body).filter((key) => key.startsWith('prompt_cache'))).toEqual([])
  expect(elsewhere.codes).toEqual(['cache-options'])
})

test.each(['eos', 'eos_token', 'end_turn', 'COMPLETE'])('an answer that ends with %s is whole', (word) => {
  const { context } = createTestContext()
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: word }]
  const body = { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices }
  const reply = chat.parseResponse({ status: 200, headers: {}, body }, context)
  expect(chat.decodeResponse(reply, context)).toMatchObject({ status: 'completed', candidates: [{ finish: { unified: 'stop' } }] })
})
