import type { Json } from '@interlingua/core'
import {
  answerTranslation,
  createTestContext,
  lawSecondTrip,
  requestTranslation,
  translateStreamText,
  type Translated,
} from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'

function others(format: FormatId): readonly FormatId[] {
  return formatIds.filter((other) => other !== format)
}

function request(from: FormatId, to: FormatId, body: Json): Translated {
  return requestTranslation(pairOf(from, to), formats[from].headers)(body)
}

function places(done: Translated): readonly string[] {
  if (done.type === 'refused') throw new Error(`${done.path}: ${done.message}`)
  return done.notices.map(({ path }) => path)
}

function printed(done: Translated): string {
  return done.type === 'done' ? JSON.stringify(done.output) : `refused: ${done.message}`
}

const say = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

describe('an image of a Gemini answer', () => {
  const part = {
    inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=', displayName: 'NAME' },
    partMetadata: { a: 'zqvalue' },
    zq_new: 'zqvalue',
    speechMetadata: { b: 1 },
  }
  const answer = { responseId: 'g', modelVersion: 'm', candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }

  test('is told in responses with what stands beside it', () => {
    const at = '/candidates/0/content/parts/0'
    const told = places(answerTranslation(pairOf('contents', 'responses'))(answer))
    expect(told).toEqual(
      expect.arrayContaining([`${at}/inlineData/displayName`, `${at}/partMetadata/a`, `${at}/zq_new`, `${at}/speechMetadata/b`]),
    )
  })
})

test('a video that chat cannot show takes its signature with it, in a stream as in a document', () => {
  const parts = [
    { text: 'x', thoughtSignature: 'U0lH' },
    { inlineData: { mimeType: 'video/mp4', data: 'AAAA' }, thoughtSignature: 'U0lI' },
  ]
  const answer = { responseId: 'g', modelVersion: 'm', candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] }
  const pair = pairOf('contents', 'chat')
  const done = answerTranslation(pair)(answer)
  const stream = translateStreamText(pair, `data: ${JSON.stringify(answer)}\n\n`)
  expect([printed(done), stream.text].map((text) => text.split('"signature"').length - 1)).toEqual([1, 1])
  expect([places(done), stream.notices.map(({ path }) => path)].map((told) => told.includes('/candidates/0/content/parts/1'))).toEqual([
    true,
    true,
  ])
  expect(lawSecondTrip('answer', { there: answerTranslation(pair), back: answerTranslation(pairOf('chat', 'contents')), decode: () => { throw new Error('not asked') } }, answer)).toEqual([]) // prettier-ignore
})

describe('an empty piece of thinking', () => {
  const events = [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } }, // prettier-ignore
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'U0lH' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

  test.each(others('messages'))('says nothing in a stream to %s, as in a document', (to) => {
    const { notices, text: output } = translateStreamText(pairOf('messages', to), text)
    expect([to, notices]).toEqual([to, []])
    expect(output).not.toContain('summary_text')
  })
})

describe('an empty finish reason', () => {
  const document = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: '' }],
  }
  const started = say({ role: 'assistant', content: 'hi' }, '')

  test.each(formatIds)('ends a stream to %s as it ends a document', (to) => {
    const pair = pairOf('chat', to)
    const stream = translateStreamText(pair, `${started}${say({}, '')}data: [DONE]\n\n`)
    expect(stream.text).not.toContain('ended before its finish reason')
    const done = answerTranslation(pair)(document)
    const told = (notices: readonly { readonly code: string }[]): readonly string[] =>
      notices.map(({ code }) => code).filter((code) => code.endsWith('finish-reason'))
    expect(done.type === 'done' && told(stream.notices)).toEqual(done.type === 'done' && told(done.notices))
  })

  test.each(formatIds)('is none for %s where the stream was cut', (to) => {
    expect(translateStreamText(pairOf('chat', to), started).text).toContain('ended before its finish reason')
  })
})

describe('an unknown key of a request', () => {
  const chat = { model: 'm', messages: [{ role: 'user', content: 'x' }], stream: true }
  const responses = {
    model: 'm',
    input: 'x',
    stream: true,
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }],
  }
  const inner = { type: 'function', name: 'g', parameters: { type: 'object' }, strict: false }
  const contents = { model: 'm', contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
  const rows: readonly (readonly [FormatId, string, Json])[] = [
    ['chat', '/stream_options/zq', { ...chat, stream_options: { include_usage: true, zq: 'zqvalue' } }],
    ['responses', '/stream_options/zq', { ...responses, stream_options: { include_obfuscation: false, zq: 'zqvalue' } }],
    ['responses', '/tool_choice/zq', { ...responses, tool_choice: { type: 'function', name: 'f', zq: 'zqvalue' } }],
    ['responses', '/tool_choice/zq', { ...responses, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }], zq: 'zqvalue' } }], // prettier-ignore
    ['responses', '/tool_choice/tools/0/zq', { ...responses, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f', zq: 'zqvalue' }] } }], // prettier-ignore
    ['responses', '/tools/1/zq', { ...responses, tools: [inner, { type: 'namespace', name: 'n', description: 'd', zq: 'zqvalue', tools: [inner] }] }], // prettier-ignore
    ['contents', '/tools/0/zq', { ...contents, tools: [{ functionDeclarations: [{ name: 'f' }], zq: 'zqvalue' }] }],
    ['contents', '/tools/0/zq', { ...contents, tools: [{ google_search: {}, zq: 'zqvalue' }] }],
    ['contents', '/tools/0/zq', { ...contents, tools: [{ googleSearch: {}, zq: ['zqvalue'] }] }],
  ]

  test.each(rows)('of %s at %s is carried in the format, and told in others', (from, at, body) => {
    expect(printed(request(from, from, body))).toContain('zqvalue')
    for (const to of others(from)) expect([to, places(request(from, to, body))]).toEqual([to, expect.arrayContaining([at])])
  })
})

describe('the options of a tool that the client of Anthropic runs', () => {
  const options = {
    cache_control: { type: 'ephemeral' },
    strict: true,
    defer_loading: true,
    input_examples: [{ command: 'ls' }],
    allowed_callers: ['direct'],
  }
  const tools = [{ type: 'bash_20250124', name: 'bash', ...options }]
  const body = { model: 'm', max_tokens: 99, messages: [{ role: 'user', content: 'x' }], tools }

  test.each(others('messages'))('are told to %s one by one', (to) => {
    const told = places(request('messages', to, body))
    expect([to, told]).toEqual([to, expect.arrayContaining(Object.keys(options).map((key) => `/tools/0/${key}`))])
  })
})

test.each(['messages', 'responses', 'contents'] as const)('reasoning that is said twice is told to %s where it differs', (to) => {
  const message = { role: 'assistant', content: 'hi', reasoning: 'other words', reasoning_content: 'think' }
  const done = answerTranslation(pairOf('chat', to))({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  })
  expect(places(done)).toContain('/choices/0/message/reasoning')
})

describe.each(['messages', 'contents'] as const)('a schema that %s always enforces, where the source asks for no strictness', (to) => {
  const format = { type: 'json-schema', schema: { type: 'object' }, strict: false } as const
  const schema = { type: 'object', additionalProperties: false, properties: {}, required: [] }
  const chat = (more: object): Json => ({
    model: 'm',
    messages: [{ role: 'user', content: 'a' }],
    response_format: { type: 'json_schema', json_schema: { name: 'response', schema, ...more } },
  })
  const told = (done: Translated): readonly string[] =>
    places(done).filter((path) => path.includes('strict') || path.endsWith('json_schema'))

  test('is told where strict was said, and nowhere where it was not', () => {
    expect(told(request('chat', to, chat({ strict: false })))).toEqual(['/response_format/json_schema/strict'])
    expect(told(request('chat', to, chat({})))).toEqual([])
  })

  test('is told to whoever gives a canonical request', () => {
    const { context, notices } = createTestContext()
    formats[to].adapter.lowerRequest(
      { model: 'm', turns: [{ author: 'user', parts: [{ type: 'text', text: 'a' }] }], output: { format } },
      context,
    )
    expect(notices.map(({ code }) => code)).toContain(`${to}/format-strict-always`)
  })
})

describe.each(['messages', 'responses'] as const)('speech to a client of %s', (to) => {
  const pair = pairOf('chat', to)
  const at = '/choices/0/message/audio'
  const told = (deltas: readonly object[]): readonly string[] => {
    const text = `${deltas.map((audio) => say({ audio })).join('')}${say({}, 'stop')}data: [DONE]\n\n`
    const streamed = translateStreamText(pair, [text]).notices.filter(({ path }) => path === at)
    const audio: object = Object.assign({}, ...deltas)
    const choices = [{ index: 0, message: { role: 'assistant', content: null, audio }, finish_reason: 'stop' }]
    const done = answerTranslation(pair)({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices })
    const kinds = streamed.map(({ code, kind }) => `${kind} ${code}`)
    const own = done.type === 'done' ? done.notices.filter(({ path }) => path === at) : []
    expect(kinds).toEqual(own.map(({ code, kind }) => `${kind} ${code}`))
    return streamed.map(({ kind }) => kind)
  }

  test('is changed where its words are shown, and gone where it has none, in a stream as in a document', () => {
    expect(told([{ id: 'a', data: 'AAAA' }, { transcript: 'Hello' }])).toEqual(['approximated'])
    expect(told([{ id: 'a', data: 'AAAA' }])).toEqual(['dropped'])
  })
})

test('settings that a chat upstream cannot change inside the conversation are called dropped, field by field', () => {
  const update = { type: 'configuration_update', reasoning: { effort: 'low' }, text: { format: { type: 'json_object' } } }
  const says = (role: string): Json => ({ type: 'message', role, content: 'x' })
  const done = request('responses', 'chat', { model: 'm', input: [says('user'), says('assistant'), update, says('user')] })
  const dropped = done.type === 'done' ? done.notices.filter(({ kind }) => kind === 'dropped') : []
  expect(dropped.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'chat/turn-settings /input/2/reasoning',
    'chat/turn-settings /input/2/text/format',
  ])
})

test.each(['chat', 'responses', 'contents'] as const)(
  'a search result or a document that becomes text for %s names what stood beside it',
  (to) => {
    const result = { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x', zq_inner: 1 }], zq_outer: 1 }
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'd', zq_source: 1 }, zq_document: 1 }
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [result, document] }] }
    const at = '/messages/0/content'
    const keys = [`${at}/0/content/0/zq_inner`, `${at}/0/zq_outer`, `${at}/1/source/zq_source`, `${at}/1/zq_document`]
    expect(places(request('messages', to, body))).toEqual(expect.arrayContaining(keys))
  },
)

describe('the whole text that some Responses servers say beside the items', () => {
  const content = [
    { type: 'output_text', text: 'Hello', annotations: [] },
    { type: 'output_text', text: ' there', annotations: [] },
  ]
  const message = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content }
  const answer = { id: 'r', object: 'response', created_at: 1, model: 'm', status: 'completed', output: [message] }
  const streamed = (whole: object): string =>
    [
      { type: 'response.created', response: { ...answer, status: 'in_progress', output: [], output_text: '' } },
      { type: 'response.output_item.added', output_index: 0, item: message },
      { type: 'response.output_item.done', output_index: 0, item: message },
      { type: 'response.completed', response: whole },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('')

  test.each(formatIds)('is carried in the format, and told to %s where it says something else', (to) => {
    for (const [text, told] of [
      ['Hello there', false],
      ['Hello you', true],
    ] as const) {
      const pair = pairOf('responses', to)
      const done = answerTranslation(pair)({ ...answer, output_text: text })
      const stream = translateStreamText(pair, [streamed({ ...answer, output_text: text })])
      expect(places(done).includes('/output_text')).toBe(told && to !== 'responses')
      expect(stream.notices.map(({ path }) => path).includes('/output_text')).toBe(told && to !== 'responses')
      if (to === 'responses') for (const out of [printed(done), stream.text]) expect(out).toContain(`"output_text":"${text}"`)
    }
  })

  test('is told where the answer has no items at all', () => {
    expect(places(answerTranslation(pairOf('responses', 'chat'))({ ...answer, output: [], output_text: 'Hello' }))).toContain(
      '/output_text',
    )
  })
})

test.each(others('responses'))('what a Responses answer repeats of its request and its account is told to nobody: %s', (to) => {
  const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'x', annotations: [] }] }] // prettier-ignore
  const echo = { billing: { payer: 'developer' }, prompt_cache_options: { mode: 'explicit' }, access_programs: { a: 1 } }
  const answer = {
    id: 'r',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    ...echo,
  }
  expect(places(answerTranslation(pairOf('responses', to))(answer))).toEqual([])
  expect(printed(answerTranslation(pairOf('responses', 'responses'))(answer))).toContain('"payer":"developer"')
})

describe('a search of Claude that found nothing', () => {
  const call = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } }
  const nothing = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
  const answerWith = (...blocks: readonly Json[]): Json => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
    content: [...blocks, { type: 'text', text: 'x' }],
  })

  test('is a search without sources for Responses, which says as much', () => {
    const done = answerTranslation(pairOf('messages', 'responses'))(answerWith(call, nothing))
    expect(places(done)).toEqual([])
    expect(done).toMatchObject({ output: { output: [{ type: 'web_search_call', status: 'completed', action: { query: 'q' } }, {}] } })
  })

  test.each(others('messages'))('is told to %s where its call is not shown', (to) => {
    const done = answerTranslation(pairOf('messages', to))(answerWith(nothing))
    expect(done.type === 'done' && done.notices.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['dropped /content/0'])
  })
})

test('a tier that a Messages client is told of stands in message_start, which its SDK keeps', () => {
  const chunk = (more: object): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', service_tier: 'priority', ...more })}\n\n`
  const text = `${chunk({ choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null }] })}${chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`
  const [start = ''] = translateStreamText(pairOf('chat', 'messages'), [text]).text.split('\n\n')
  expect(start).toContain('"service_tier":"priority"')
})
