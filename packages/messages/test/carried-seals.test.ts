import { defaultPolicy, unfoldResponse } from '@interlingua/core'
import { attachSeals, detachSeals } from '@interlingua/core/adapter'
import type { GenerateResponse, Part, Seal, StreamEvent } from '@interlingua/core'
import { accumulateMessagesStream, createTestContext, writeStream } from '@interlingua/testkit'
import { restoreSeals } from '@interlingua/core/lower'
import { expect, test } from 'vitest'
import { messages } from '../src/index.ts'

const seal = (data: string): Seal => ({ format: 'contents', vendor: 'google', model: 'gemini-3-pro', data })
const call = (callId: string): Part => ({ type: 'tool-call', callId, name: 'f', kind: 'function', arguments: '{}', seal: seal(callId) })
const answer: GenerateResponse = {
  id: 'r1',
  model: 'gemini-3-pro',
  status: 'completed',
  candidates: [
    {
      index: 0,
      parts: [{ type: 'text', text: 'Let me see.', seal: seal('text') }, call('call_1'), { ...call('call_2') }],
      finish: { unified: 'tool-calls' },
    },
  ],
  usage: { input: { total: 1, fresh: 1 }, output: { total: 1 } },
}

/** Parts of the assistant's turn as a client of this format returns it, with the seals of native contents on their parts again. */
function replay(content: unknown): readonly Part[] {
  const { context } = createTestContext()
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content }] }
  const wire = messages.parseRequest({ path: '/v1/messages', query: {}, headers: {}, body }, context)
  const turn = restoreSeals(messages.decodeRequest(wire, context)).turns[0]
  return attachSeals(turn?.parts ?? [], 'contents').map(({ type, seal: found, ...rest }) => {
    const text = 'text' in rest ? { text: rest.text } : {}
    return { type, ...text, ...('callId' in rest && { callId: rest.callId }), ...(found && { seal: found }) } as Part // for the comparison
  })
}

const sealed = [
  { type: 'text', text: 'Let me see.', seal: seal('text') },
  { type: 'tool-call', callId: 'call_1', seal: seal('call_1') },
  { type: 'tool-call', callId: 'call_2', seal: seal('call_2') },
]

test('seals of another format on text and calls ride on redacted thinking before the next call', () => {
  const { context, notices } = createTestContext()
  const { content } = messages.encodeResponse(answer, context).body
  expect(content.map(({ type }) => type)).toEqual(['text', 'redacted_thinking', 'tool_use', 'redacted_thinking', 'tool_use'])
  expect(content[1]).toEqual({ type: 'redacted_thinking', data: expect.stringMatching(/^SUwB/) })
  expect(replay(content)).toEqual(sealed)
  expect(notices.map(({ code }) => code)).toEqual([])
})

test('in a stream a seal that is known at once stands before its call, a late one behind it, and all come back', () => {
  const { context, notices } = createTestContext()
  const early: StreamEvent[] = []
  // Native contents sends its calls whole.
  for (const event of unfoldResponse(answer)) {
    const part = event.type === 'part-start' ? answer.candidates[0]?.parts[event.part] : undefined
    if (event.type === 'part-start' && part?.type === 'tool-call' && part.callId === 'call_1') early.push({ ...event, value: part })
    else if (event.type !== 'part-delta' || event.part !== 1) early.push(event)
  }
  const document = accumulateMessagesStream(writeStream(messages, early, context)) as { content: { type: string }[] } // an answer of ours
  expect(document.content.map(({ type }) => type)).toEqual(['text', 'redacted_thinking', 'tool_use', 'tool_use', 'redacted_thinking'])
  expect(replay(document.content)).toEqual(sealed)
  expect(notices.map(({ code }) => code)).toEqual([])
})

test('the thinking right before a call takes its seal: no block shows nothing', () => {
  const thought: Part = { type: 'reasoning', segments: [{ type: 'summary', text: 'Hm.' }] }
  const textless: Part = { type: 'reasoning', segments: [], seal: { format: 'responses', data: 'encrypted' } }
  const told: GenerateResponse = {
    ...answer,
    candidates: [{ index: 0, parts: [thought, textless, call('call_1'), textless, call('call_2')], finish: { unified: 'tool-calls' } }],
  }
  const { context } = createTestContext()
  const { content } = messages.encodeResponse(told, context).body
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Hm.', signature: expect.stringMatching(/^SUwB/) },
    { type: 'tool_use' },
    { type: 'redacted_thinking' },
    { type: 'tool_use' },
  ])
  const streamed = accumulateMessagesStream(writeStream(messages, unfoldResponse(told), context)) as { content: unknown[] } // an answer of ours
  // The seal of a call comes last in a stream, and stands before the next block.
  expect(streamed.content[0]).toMatchObject({ type: 'thinking', thinking: 'Hm.' })
  expect(replay(content).map(({ type, seal: found }) => [type, found?.data])).toEqual([
    ['reasoning', undefined],
    ['reasoning', 'encrypted'],
    ['tool-call', 'call_1'],
    ['reasoning', 'encrypted'],
    ['tool-call', 'call_2'],
  ])
})

test('where envelopes are not wanted, such a seal is gone, and it is said', () => {
  const { context, notices } = createTestContext({ policy: { ...defaultPolicy, carryForeignSeals: false } })
  const { content } = messages.encodeResponse(answer, context).body
  expect(content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_use'])
  expect(notices.map(({ code }) => code)).toEqual(['messages/foreign-seal', 'messages/foreign-seal', 'messages/foreign-seal'])
})

test('towards an upstream of this format they are dropped like other foreign reasoning', () => {
  const { context, notices } = createTestContext()
  const parts = detachSeals(answer.candidates[0]?.parts ?? [], 'messages')
  const asked = { model: 'm', output: { maxTokens: 9 }, tools: [{ type: 'function', name: 'f', schema: { type: 'object' } }] } as const
  const results = ['call_1', 'call_2'].map((callId): Part => ({ type: 'tool-result', callId, parts: [{ type: 'text', text: 'ok' }] }))
  const turns = [
    { author: 'user', parts: [{ type: 'text', text: 'q' }] },
    { author: 'assistant', parts },
    { author: 'user', parts: results },
  ] as const
  const { request } = messages.lowerRequest({ ...asked, turns }, context)
  expect(request.turns[1]?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call'])
  expect(new Set(notices.map(({ code }) => code))).toEqual(new Set(['messages/foreign-reasoning']))
})

test('the seal of what is said last is left out, for clients take the last block for the answer, and it is said', () => {
  const told: GenerateResponse = {
    ...answer,
    candidates: [
      {
        index: 0,
        parts: [
          { type: 'text', text: 'One.', seal: seal('one') },
          { type: 'text', text: 'Two.', seal: seal('two') },
        ],
        finish: { unified: 'stop' },
      },
    ],
  }
  const whole = createTestContext()
  const { content } = messages.encodeResponse(told, whole.context).body
  expect(content.map(({ type }) => type)).toEqual(['text', 'redacted_thinking', 'text'])
  const streamed = createTestContext()
  const document = accumulateMessagesStream(writeStream(messages, unfoldResponse(told), streamed.context)) as { content: unknown } // an answer of ours
  expect(document.content).toEqual(content)
  for (const { notices } of [whole, streamed])
    expect(notices).toMatchObject([{ code: 'messages/last-seal', kind: 'dropped', benign: true }])
})

test('a text that ends after its calls have begun keeps its seal, in a stream', () => {
  const { context, notices } = createTestContext()
  const [text, first] = answer.candidates[0]?.parts ?? []
  if (text?.type !== 'text' || first === undefined) throw new TypeError('the answer above has both')
  const { seal: late, ...bare } = text
  const at = { candidate: 0, part: 0 } as const
  const events: StreamEvent[] = [
    { type: 'response-start', id: 'r', model: 'm' },
    { type: 'part-start', ...at, value: bare },
    { type: 'part-start', candidate: 0, part: 1, value: first },
    { type: 'part-end', candidate: 0, part: 1 },
    ...(late ? [{ type: 'part-delta', ...at, delta: { type: 'seal', seal: late } } as const] : []),
    { type: 'part-end', ...at },
    { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
    { type: 'response-end', status: 'completed' },
  ]
  const document = accumulateMessagesStream(writeStream(messages, events, context)) as { content: unknown } // an answer of ours
  expect(replay(document.content)).toEqual(sealed.slice(0, 2))
  expect(notices.map(({ code }) => code)).toEqual(['messages/usage'])
})
