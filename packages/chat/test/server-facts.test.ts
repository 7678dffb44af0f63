import type { Context, GenerateRequest, Json, ModelProfile, Part, Turn } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat, dialects } from '../src/index.ts'

interface Sent {
  readonly body: { readonly [key: string]: Json }
  readonly messages: readonly { readonly [key: string]: Json }[]
  readonly codes: readonly string[]
}

function send(request: Partial<GenerateRequest>, more: Partial<Pick<Context, 'dialect' | 'model'>> = {}): Sent {
  const { context, notices } = createTestContext(more)
  const { request: lowered } = chat.lowerRequest({ model: 'm', turns: [user('hi')], ...request }, context)
  const { body } = chat.encodeRequest(lowered, context)
  return { body, messages: body.messages, codes: notices.map(({ code }) => code.replace('chat/', '')) }
}

const says = (value: string): Part => ({ type: 'text', text: value })
const user = (...texts: string[]): Turn => ({ author: 'user', parts: texts.map(says) })
const model = (facts: Partial<ModelProfile>): ModelProfile => ({ format: 'chat', pattern: '*', asOf: '2026-11-23', ...facts })
const round = (id: string): readonly Turn[] => [
  { author: 'assistant', parts: [{ type: 'tool-call', callId: id, name: 'f', kind: 'function', arguments: '{}' }] },
  { author: 'user', parts: [{ type: 'tool-result', callId: id, parts: [says('r')] }] },
]
const tools: GenerateRequest['tools'] = ['f', 'g', 'h'].map((name, n) => ({
  type: 'function',
  at: `/tools/${n}`,
  name,
  schema: { type: 'object', properties: {} },
}))

describe('ids of calls', () => {
  const idsOf = ({ messages }: Sent): unknown => [messages[1]?.['tool_calls'], messages[2]?.['tool_call_id']]

  test('of more than 40 characters are shortened, on both ends alike', () => {
    const [kept, cut] = ['x'.repeat(40), 'x'.repeat(41)]
    expect(idsOf(send({ turns: [user('q'), ...round(kept)] }))).toMatchObject([[{ id: kept }], kept])
    const { messages, codes } = send({ turns: [user('q'), ...round(cut)] })
    const id = messages[2]?.['tool_call_id']
    expect(id).toMatch(/^call_[a-z2-7]{24}$/)
    expect(messages[1]?.['tool_calls']).toMatchObject([{ id }])
    expect(codes).toEqual(['call-id'])
  })

  test('are nine letters and digits for Mistral, the same in every request', () => {
    const first = send({ turns: [user('q'), ...round('toolu_01A')] }, { dialect: dialects.mistral })
    const id = first.messages[2]?.['tool_call_id']
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
    const later = send({ turns: [user('q'), ...round('toolu_01A'), ...round('abcDEF123')] }, { dialect: dialects.mistral })
    expect(later.messages.map((message) => message['tool_call_id']).filter(Boolean)).toEqual([id, 'abcDEF123'])
    expect(later.messages.slice(0, 3)).toEqual(first.messages)
  })
})

describe('Mistral', () => {
  test('hears the assistant before the user behind results', () => {
    const { messages, codes } = send({ turns: [user('q'), ...round('abcDEF123'), user('and?')] }, { dialect: dialects.mistral })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(codes).toEqual(['answer-added'])
    expect(send({ turns: [user('q'), ...round('abcDEF123')] }, { dialect: dialects.mistral }).codes).toEqual([])
  })

  test('goes on from a beginning that says so, whatever its profile says', () => {
    const begun: Turn = { author: 'assistant', parts: [says('Once')] }
    const { messages, codes } = send({ turns: [user('q'), begun] }, { dialect: dialects.mistral, model: model({ prefill: false }) })
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'Once', prefix: true })
    expect(codes).toEqual([])
  })
})

describe('choices', () => {
  const forced = { tools, toolChoice: { mode: 'required', only: [{ name: 'f', kind: 'function' }] } } as const

  test('of one tool are `required` with it alone, where none can be named', () => {
    for (const more of [{ dialect: dialects.lmstudio }, { model: model({ namedTool: false }) }]) {
      const { body, codes } = send(forced, more)
      expect(body).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'f' } }] })
      expect(body['tools']).toHaveLength(1)
      expect(codes).toEqual(['tool-subset', 'tool-left-out', 'tool-left-out'])
    }
  })

  test('that cannot be forced are asked for in words at the end, with all tools', () => {
    for (const more of [{ dialect: dialects.zai }, { model: model({ forcedTool: false }) }]) {
      const { body, messages, codes } = send(forced, more)
      expect(body).toMatchObject({ tool_choice: 'auto', tools: [{}, {}, {}] })
      expect(messages).toEqual([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'text', text: 'Answer this with a call of the tool `f`.' },
          ],
        },
      ])
      expect(codes).toEqual(['tool-choice-forced'])
    }
    const behind = send({ ...forced, turns: [user('q'), ...round('1')] }, { dialect: dialects.zai })
    expect(behind.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  test('turn reasoning off where the model takes one of the two, and the server has a switch for it', () => {
    const qwen = model({ forcedToolWithReasoning: false })
    const { body, codes } = send(forced, { dialect: dialects.alibaba, model: qwen })
    expect(body).toMatchObject({ enable_thinking: false, tool_choice: { function: { name: 'f' } } })
    expect(codes).toEqual(['reasoning-choice'])
    const elsewhere = send(forced, { dialect: dialects.vllm, model: qwen })
    expect(elsewhere.body).toMatchObject({ tool_choice: { function: { name: 'f' } } })
    expect(elsewhere.codes).toEqual([])
  })

  test('among all tools are plain, without a notice', () => {
    const only = (tools ?? []).map(({ name }) => ({ name }))
    expect(send({ tools, toolChoice: { mode: 'required', only } })).toMatchObject({
      body: { tool_choice: 'required', tools: [{}, {}, {}] },
      codes: [],
    })
    expect(send({ tools, toolChoice: { mode: 'auto', only } })).toMatchObject({ body: { tool_choice: 'auto' }, codes: [] })
  })
})

describe('tools', () => {
  test('beyond the limit, and of a model without tools, are severe losses', () => {
    const limited = createTestContext({ model: model({ toolLimit: 2 }) })
    chat.lowerRequest({ model: 'm', turns: [user('hi')], tools: tools ?? [] }, limited.context)
    expect(limited.notices).toMatchObject([{ code: 'chat/tool-limit', path: '/tools/2', severe: true }])
    const none = createTestContext({ model: model({ tools: false }) })
    const { request } = chat.lowerRequest({ model: 'm', turns: [user('hi')], tools: tools ?? [] }, none.context)
    expect(none.notices).toMatchObject([0, 1, 2].map((n) => ({ code: 'chat/tools-model', path: `/tools/${n}`, severe: true })))
    expect(request.tools).toBeUndefined()
  })

  test('of Kimi have names that begin with a letter, and come back under their own', () => {
    const { body } = send({ tools: [{ type: 'function', name: '_2x', schema: { type: 'object' } }] }, { dialect: dialects.moonshot })
    expect(body['tools']).toMatchObject([{ function: { name: expect.stringMatching(/^tool__2x_[a-z2-7]{8}$/) as string } }])
    const other = send({ tools: [{ type: 'function', name: '2x', schema: { type: 'object' } }] }, { dialect: dialects.groq })
    expect(other.body['tools']).toMatchObject([{ function: { name: expect.stringMatching(/^_2x_/) as string } }])
    expect(send({ tools: [{ type: 'function', name: '2x' }] }).body['tools']).toMatchObject([{ function: { name: '2x' } }])
  })

  test('of this format are the server’s to judge, unless something is known of it', () => {
    const union = { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }] }
    const declared = (dialect: Context['dialect']): unknown => {
      const { context } = createTestContext({ dialect })
      const body = {
        model: 'm',
        messages: [{ role: 'user', content: 'q' }],
        tools: [{ type: 'function', function: { name: 'f', parameters: union } }],
      }
      const message = chat.parseRequest({ path: '', query: {}, headers: {}, body }, context)
      return chat.encodeRequest(chat.lowerRequest(chat.decodeRequest(message, context), context).request, context).body.tools
    }
    expect(declared({})).toMatchObject([{ function: { parameters: union } }])
    expect(declared(dialects.moonshot)).toMatchObject([{ function: { parameters: { type: 'object', properties: { a: {} } } } }])
    expect(declared({ ...dialects.moonshot, rootUnion: true })).toMatchObject([{ function: { parameters: { anyOf: [{}] } } }])
  })
})

test('a strict template gets one leading instruction and turns that alternate', () => {
  const instruction: Turn = { author: 'instruction', authority: 'system', parts: [says('Be brief.')] }
  const { messages, codes } = send(
    { turns: [instruction, instruction, user('a'), user('b'), instruction, user('c')] },
    { dialect: { alternate: true } },
  )
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(JSON.stringify(messages[1])).toContain('<interlingua-instructions>\\nBe brief.')
  expect(codes).toContain('instruction-folded')
  expect(codes).toContain('turns-joined')
})

test('JSON mode of a server that knows schemas alone is a schema that any object fits', () => {
  expect(send({ output: { format: { type: 'json' } } }, { dialect: dialects.lmstudio }).body['response_format']).toEqual({
    type: 'json_schema',
    json_schema: { name: 'response', schema: { type: 'object' }, strict: false },
  })
})

test('the result of a tool is one string where a server takes no lists there, and what stood beside its texts is told', () => {
  const result: Turn = {
    author: 'user',
    parts: [
      {
        type: 'tool-result',
        callId: 'c',
        at: '/r',
        parts: [says('a'), { ...says('b'), at: '/r/1', extensions: { messages: { rest: { odd: 1 } } } }],
      },
    ],
  }
  const turns = [user('q'), ...round('c').slice(0, 1), result]
  for (const dialect of [dialects.groq, dialects.llamacpp]) {
    const { messages, codes } = send({ turns }, { dialect })
    expect(messages[2]).toMatchObject({ role: 'tool', content: 'a\nb' })
    expect(codes).toEqual(['foreign-field'])
  }
  expect(send({ turns }).messages[2]).toMatchObject({ content: [{ text: 'a' }, { text: 'b' }] })
  const own = { model: 'm', messages: [{ role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'a' }] }] }
  const { context } = createTestContext({ dialect: dialects.groq })
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }]
  const body = {
    ...own,
    messages: [{ role: 'user', content: 'q' }, { role: 'assistant', content: null, tool_calls: calls }, ...own.messages],
  }
  const decoded = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  expect(chat.encodeRequest(chat.lowerRequest(decoded, context).request, context).body.messages[2]).toMatchObject({ content: 'a' })
})

test('instructions inside the conversation are said by the user where a server takes them at the beginning alone', () => {
  const instruction: Turn = { author: 'instruction', authority: 'system', parts: [says('Be brief.')] }
  for (const dialect of [dialects.mistral, dialects.minimax]) {
    const { messages, codes } = send({ turns: [instruction, user('a'), instruction] }, { dialect })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'user'])
    expect(JSON.stringify(messages[2])).toContain('<interlingua-instructions>\\nBe brief.')
    expect(codes).toEqual(['instruction-folded'])
  }
  expect(send({ turns: [user('a'), instruction] }).messages.map(({ role }) => role)).toEqual(['user', 'system'])
})

test('a temperature is fitted to the range of the server', () => {
  const sent = (temperature: number, dialect: Context['dialect']): unknown => {
    const { body, codes } = send({ sampling: { temperature } }, { dialect })
    return [body['temperature'], codes]
  }
  expect(sent(1.4, dialects.zai)).toEqual([1, ['temperature']])
  expect(sent(0, dialects.zai)).toEqual([0, []])
  expect(sent(0, dialects.minimax)).toEqual([0.01, ['temperature']])
  expect(sent(1.4, {})).toEqual([1.4, []])
})
