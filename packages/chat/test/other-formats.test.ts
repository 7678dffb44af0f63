import { findRemoteMedia, unfoldResponse } from '@interlingua/core'
import type { BuiltinTool, Context, FunctionTool, GenerateRequest, Notice, Part, Turn } from '@interlingua/core'
import { createTestContext, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat, dialects } from '../src/index.ts'

interface Result {
  readonly body: Readonly<Record<string, unknown>>
  readonly notices: readonly Notice[]
  readonly codes: readonly string[]
  readonly reversals: ReturnType<typeof chat.lowerRequest>['reversals']
}

const text = (value: string): Part => ({ type: 'text', text: value })
const user = (...parts: readonly Part[]): Turn => ({ author: 'user', parts })
const assistant = (...parts: readonly Part[]): Turn => ({ author: 'assistant', parts })
const tool = (name: string, more: Partial<FunctionTool> = {}): FunctionTool => ({
  type: 'function',
  name,
  schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
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
  const lowered = chat.lowerRequest({ model: 'm', turns: [user(text('hi'))], ...request }, context)
  const { body } = chat.encodeRequest(lowered.request, context)
  // A legal request stays as it is without a notice, except for fields that the format lacks.
  const again = createTestContext(overrides)
  expect(chat.encodeRequest(chat.lowerRequest(lowered.request, again.context).request, again.context).body).toEqual(body)
  expect(again.notices.filter(({ kind }) => kind !== 'dropped')).toEqual([])
  return { body, notices, codes: notices.map(({ code }) => code.slice('chat/'.length)), reversals: lowered.reversals }
}

test('tools that come later are declared from the beginning', () => {
  const added: Turn = { author: 'instruction', authority: 'developer', at: '/input/1', parts: [], changes: { addTools: [tool('g')] } }
  const { body, notices } = lower({ tools: [tool('f')], turns: [user(text('a')), added, assistant(text('b')), user(text('c'))] })
  expect(body['tools']).toMatchObject([{ function: { name: 'f' } }, { function: { name: 'g' } }])
  expect(body['messages']).toHaveLength(3)
  expect(notices).toMatchObject([{ code: 'chat/tools-added', path: '/input/1', kind: 'approximated', benign: true }])
})

describe('builtin tools', () => {
  test('that the caller runs become functions with their documented arguments, and come back as what they were', () => {
    const tools = [
      builtin('shell', { runsOn: 'client' }),
      builtin('local-shell', { runsOn: 'client' }),
      builtin('apply-patch', { runsOn: 'client' }),
      builtin('tool-search', { runsOn: 'client', config: { parameters: { type: 'object', properties: { q: { type: 'string' } } } } }),
    ]
    const shell: Part = { type: 'tool-call', callId: 'c1', name: 'shell', kind: 'builtin', arguments: '{"commands":["ls"]}' }
    const told: Part = { type: 'tool-result', callId: 'c1', parts: [], structured: { output: [{ stdout: 'x' }] } }
    const { body, codes, reversals } = lower({ tools, turns: [user(text('a')), assistant(shell), user(told)] })
    expect(body['tools']).toMatchObject([
      { function: { name: 'shell', parameters: { required: ['commands'] } } },
      { function: { name: 'local_shell', parameters: { required: ['type', 'command'] } } },
      { function: { name: 'apply_patch', parameters: { required: ['operation'] } } },
      { function: { name: 'tool_search', parameters: { properties: { q: { type: 'string' } } } } },
    ])
    expect(body['messages']).toMatchObject([
      {},
      { tool_calls: [{ type: 'function', function: { name: 'shell', arguments: '{"commands":["ls"]}' } }] },
      { role: 'tool', tool_call_id: 'c1' },
    ])
    expect(JSON.stringify(body['messages'])).toContain(JSON.stringify('{"output":[{"stdout":"x"}]}'))
    expect(codes).toEqual(['tool-client', 'tool-client', 'tool-client', 'tool-client', 'result-structured'])
    const { context } = createTestContext()
    const calls = [{ id: 'c1', type: 'function', function: { name: 'shell', arguments: '{"commands":["ls"]}' } }]
    const choices = [{ index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' }]
    const reply = { id: 'r', object: 'chat.completion', created: 1, model: 'm', choices }
    const parsed = chat.parseResponse({ status: 200, headers: {}, body: reply }, context)
    expect(chat.decodeResponse(parsed, context, { reversals }).candidates[0]?.parts).toMatchObject([{ kind: 'builtin', name: 'shell' }])
  })

  test('that show a screen are a severe loss; those that run elsewhere are left out beside others', () => {
    const screen = builtin('computer', { runsOn: 'client', at: '/tools/1' })
    const { notices } = lower({ tools: [tool('f'), screen, builtin('code-execution', { at: '/tools/2' })] })
    expect(notices).toMatchObject([
      { code: 'chat/hosted-tool', path: '/tools/1', severe: true },
      { code: 'chat/hosted-tool-dropped', path: '/tools/2' },
    ])
  })

  test('a web search of any format crosses', () => {
    const { body, codes } = lower({ tools: [builtin('web-search', { format: 'contents', name: 'googleSearch' })] })
    expect(body['web_search_options']).toEqual({})
    expect(codes).toEqual([])
  })
})

describe('a checked choice', () => {
  test('makes tools strict whose schemas can be checked, in silence', () => {
    const { body, codes } = lower({ tools: [tool('f')], toolChoice: { mode: 'auto', checked: true } })
    expect(body['tools']).toMatchObject([{ function: { name: 'f', strict: true } }])
    expect(body['tool_choice']).toBe('auto')
    expect(codes).toEqual([])
  })

  test('is named where a schema, or the server, cannot do it', () => {
    const choice = { mode: 'auto', checked: true } as const
    expect(lower({ tools: [tool('f', { schema: { type: 'object' } })], toolChoice: choice }).notices).toMatchObject([
      { code: 'chat/tool-choice-checked', path: '/toolChoice' },
    ])
    expect(lower({ tools: [tool('f')], toolChoice: choice }, { dialect: dialects.groq }).codes).toEqual(['tool-choice-checked'])
  })
})

test('a structured result is JSON text, with the parts beside it', () => {
  const turns = [
    user(text('a')),
    assistant({ type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '{}' }),
    user({ type: 'tool-result', callId: 'c1', structured: { n: 1 }, parts: [text('and more')] }),
  ]
  const { body, notices } = lower({ tools: [tool('f')], turns })
  expect(body['messages']).toMatchObject([{}, {}, { content: [{ text: '{"n":1}' }, { text: 'and more' }] }])
  expect(notices).toMatchObject([{ code: 'chat/result-structured', benign: true }])
})

describe('what lives at another provider', () => {
  test.each([
    ['state.previousResponse', { state: { previousResponse: 'resp_1' } }, '/previous_response_id'],
    ['state.conversation', { state: { conversation: 'conv_1' } }, '/conversation'],
    ['state.prompt', { state: { prompt: 'pmpt_1' } }, '/prompt/id'],
    ['state.background', { state: { background: true } }, '/background'],
    ['cache.content', { cache: { content: 'cachedContents/1' } }, '/cachedContent'],
  ] as const)('is a severe loss: %s', (field, request, path) => {
    const { notices } = lower({ ...request, fields: { [field]: path } })
    expect(notices).toMatchObject([{ kind: 'dropped', severe: true, path }])
  })

  test('that an answer is waited for is no loss', () => {
    expect(lower({ state: { background: false } }).codes).toEqual([])
  })

  test('is a severe loss: a file, but for those that responses shares with chat at the same vendor', () => {
    const file = (owner: string): Part => ({
      type: 'document',
      at: '/input/0/content/1',
      source: { type: 'file', fileId: 'file-1', owner },
    })
    const severe = [{ code: 'chat/file-id', severe: true, path: '/input/0/content/1' }]
    expect(lower({ turns: [user(text('a'), file('messages'))] }).notices).toMatchObject(severe)
    expect(lower({ turns: [user(text('a'), file('responses'))] }, { dialect: dialects.groq }).notices).toMatchObject(severe)
    const { body, codes } = lower({ turns: [user(text('a'), file('responses'))] })
    expect(body['messages']).toMatchObject([{ content: [{}, { type: 'file', file: { file_id: 'file-1' } }] }])
    expect(codes).toEqual([])
  })
})

describe('what native contents can ask for', () => {
  test('pictures are severe, their settings and safety are named, several answers are carried', () => {
    const { body, notices } = lower({
      output: { modalities: ['text', 'image'], image: { aspectRatio: '1:1' }, candidates: 2 },
      safety: [{ category: 'HARASSMENT', threshold: 'OFF' }],
    })
    expect(body['n']).toBe(2)
    const told = notices.map(({ code, severe }) => `${code.slice('chat/'.length)} ${severe === true}`)
    expect(told.toSorted()).toEqual(['image-output false', 'modality true', 'safety false'])
  })

  test('speech is asked for beside text, with a voice and a format', () => {
    const voice = { prebuiltVoiceConfig: { voiceName: 'Kore' } }
    const { body, codes } = lower({ output: { modalities: ['audio'], audio: { voice } } })
    expect(body).toMatchObject({ modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } })
    expect(codes).toEqual(['audio-voice', 'audio-format'])
    expect(lower({ output: { modalities: ['audio'] }, stream: true }).body).toMatchObject({ audio: { format: 'pcm16' } })
  })

  test('audio is taken as wav or mp3; other sounds and video are named', () => {
    const audio = (mime: string): Part => ({ type: 'media', kind: 'audio', source: { type: 'inline', mime, base64: 'AAAA' } })
    const video: Part = { type: 'media', kind: 'video', source: { type: 'inline', mime: 'video/mp4', base64: 'AAAA' } }
    const leftOut = { type: 'text', text: expect.stringContaining('left out') }
    const { body, codes } = lower({ turns: [user(text('a'), audio('audio/wav'), audio('audio/mp3'), audio('audio/ogg'), video)] })
    expect(body['messages']).toMatchObject([
      { content: [{}, { input_audio: { format: 'wav' } }, { input_audio: { format: 'mp3' } }, leftOut, leftOut] },
    ])
    expect(codes).toEqual(['media-type', 'media-kind'])
  })
})

test('images are taken by URL, files and video where the server says so, and nothing is fetched in vain', () => {
  const turns = [
    user(
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example/1.png' } },
      { type: 'media', kind: 'audio', source: { type: 'url', url: 'https://a.example/1.mp3' } },
      { type: 'media', kind: 'video', source: { type: 'url', url: 'https://a.example/1.mp4' } },
      { type: 'document', source: { type: 'url', url: 'https://a.example/1.pdf' } },
    ),
  ]
  const urls = (overrides: Partial<Context>): readonly string[] =>
    findRemoteMedia({ model: 'm', turns }, chat, createTestContext(overrides).context).map(({ url }) =>
      url.slice('https://a.example/'.length),
    )
  expect(urls({})).toEqual(['1.mp3', '1.pdf'])
  expect(urls({ dialect: dialects.openrouter })).toEqual(['1.mp3'])
  expect(urls({ dialect: dialects.ollama })).toEqual(['1.png', '1.mp3', '1.pdf'])
  expect(urls({ model: { format: 'chat', pattern: '*', asOf: '2026-11-21', media: ['image'] } })).toEqual([])
})

describe('what stands for a part of the conversation', () => {
  test('is a severe loss where only its own provider can read it', () => {
    const reference: Part = { type: 'opaque', format: 'responses', at: '/input/0', wire: { type: 'item_reference', id: 'msg_1' } }
    const sealed: Part = { type: 'compaction', at: '/input/1', seal: { format: 'responses', data: 's' } }
    const { notices } = lower({ turns: [user(reference, text('a')), assistant(sealed, text('b')), user(text('c'))] })
    expect(notices).toMatchObject([
      { code: 'chat/server-context', path: '/input/0', severe: true },
      { code: 'chat/server-context', path: '/input/1', severe: true },
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

test('a flag that says what its absence says is not sent to a server that does not know it', () => {
  const { body, codes } = lower({ tools: [tool('f', { strict: false })] }, { dialect: dialects.groq })
  expect(body['tools']).toEqual([{ type: 'function', function: expect.not.objectContaining({ strict: false }) }])
  expect(codes).toEqual([])
})

describe('adjacent assistant turns', () => {
  const call = (callId: string): Part => ({ type: 'tool-call', callId, name: 'f', kind: 'function', arguments: '{}' })
  const result = (callId: string): Part => ({ type: 'tool-result', callId, parts: [text(callId)] })

  test('that clients bring back frame by frame are one message, and its calls stay together', () => {
    const pieces = [assistant(text('Let ')), assistant(text('me see.')), assistant(call('a')), assistant(call('b'))]
    const { body, notices } = lower({ tools: [tool('f')], turns: [user(text('q')), ...pieces, user(result('b'), result('a'))] })
    expect(body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'tool', tool_call_id: 'a' },
    ])
    expect(notices).toMatchObject([{ code: 'chat/turns-merged', path: '/turns/1', kind: 'repaired', benign: true }])
  })

  test('of our own wire stay as they are', () => {
    const { context, notices } = createTestContext()
    const body = {
      model: 'm',
      messages: [
        { role: 'assistant', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
    }
    const wire = chat.parseRequest({ path: '', query: {}, headers: {}, body }, context)
    const { request } = chat.lowerRequest(chat.decodeRequest(wire, context), context)
    expect(chat.encodeRequest(request, context).body).toEqual(body)
    expect(notices).toEqual([])
  })
})

test('reasoning that says nothing is named, in documents and streams, and so is the type of audio', () => {
  const response = {
    id: 'r',
    model: 'm',
    status: 'completed',
    candidates: [
      {
        index: 0,
        parts: [
          { type: 'reasoning', segments: [], at: '/output/0' },
          { type: 'media', kind: 'audio', at: '/output/1', source: { type: 'inline', mime: 'audio/L16;rate=24000', base64: 'AAAA' } },
        ],
        finish: { unified: 'stop' },
      },
    ],
  } as const
  const told = ['chat/audio-type /output/1', 'chat/empty-reasoning /output/0']
  for (const encode of [
    chat.encodeResponse,
    (answer: typeof response, context: Context) => writeStream(chat, unfoldResponse(answer), context),
  ]) {
    const { context, notices } = createTestContext()
    encode(response, context)
    expect(notices.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual(told)
  }
})

test('of several audios a message holds the first, and the others are named, in documents and streams', () => {
  const audio = (base64: string, at: `/${string}`): Part => ({
    type: 'media',
    kind: 'audio',
    at,
    source: { type: 'inline', mime: 'audio/*', base64 },
  })
  const parts = [audio('AAAA', '/output/0'), audio('BBBB', '/output/1'), audio('CCCC', '/output/2')]
  const response = { id: 'r', model: 'm', status: 'completed', candidates: [{ index: 0, parts, finish: { unified: 'stop' } }] } as const
  const told = ['chat/answer-part /output/1', 'chat/answer-part /output/2']
  for (const encode of [
    (context: Context) => JSON.stringify(chat.encodeResponse(response, context).body),
    (context: Context) => writeStream(chat, unfoldResponse(response), context),
  ]) {
    const { context, notices } = createTestContext()
    expect([...encode(context).matchAll(/"data":"(\w+)"/g)].map(([, data]) => data)).toEqual(['AAAA'])
    expect(notices.map(({ code, path }) => `${code} ${path}`)).toEqual(told)
  }
})
