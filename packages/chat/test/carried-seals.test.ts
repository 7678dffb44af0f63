import { defaultPolicy, unfoldResponse } from '@interlingua/core'
import { attachSeals, detachSeals } from '@interlingua/core/adapter'
import type { GenerateResponse, Part, Seal, StreamEvent } from '@interlingua/core'
import { accumulateChatStream, createTestContext, writeStream } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { chat } from '../src/index.ts'

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

/** Parts of the assistant's message as a client of this format returns it, with the seals of native contents on their parts again. */
function replay(message: unknown): readonly Part[] {
  const { context } = createTestContext()
  const wire = chat.parseRequest({ path: '', query: {}, headers: {}, body: { model: 'm', messages: [message] } }, context)
  const turn = chat.decodeRequest(wire, context).turns[0]
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

test('seals of another format on text and calls ride on entries of reasoning_details', () => {
  const { context, notices } = createTestContext()
  const { choices } = chat.encodeResponse(answer, context).body as { choices: { message: Record<string, unknown> }[] } // an answer of ours
  const message = choices[0]?.message
  expect(message?.['reasoning_details']).toHaveLength(3)
  expect(message).not.toHaveProperty('reasoning_content')
  expect(replay(message)).toEqual(sealed)
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
  const document = accumulateChatStream(writeStream(chat, early, context)) as { choices: { message: Record<string, unknown> }[] } // an answer of ours
  expect(replay(document.choices[0]?.message)).toEqual(sealed)
  expect(notices.map(({ code }) => code)).toEqual([])
})

test('where envelopes are not wanted, such a seal is gone, and it is said', () => {
  const { context, notices } = createTestContext({ policy: { ...defaultPolicy, carryForeignSeals: false } })
  const { choices } = chat.encodeResponse(answer, context).body as { choices: { message: Record<string, unknown> }[] } // an answer of ours
  expect(choices[0]?.message).not.toHaveProperty('reasoning_details')
  expect(notices.map(({ code }) => code)).toEqual(['chat/foreign-seal', 'chat/foreign-seal', 'chat/foreign-seal'])
})

test('towards an upstream of this format they are dropped like other foreign reasoning', () => {
  const { context, notices } = createTestContext()
  const parts = detachSeals(answer.candidates[0]?.parts ?? [], 'chat')
  const results = ['call_1', 'call_2'].map((callId): Part => ({ type: 'tool-result', callId, parts: [{ type: 'text', text: 'ok' }] }))
  const turns = [
    { author: 'assistant', parts },
    { author: 'user', parts: results },
  ] as const
  const { request } = chat.lowerRequest({ model: 'm', turns }, context)
  expect(request.turns[0]?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call'])
  expect(notices.map(({ code }) => code)).toEqual(['chat/foreign-reasoning', 'chat/foreign-reasoning', 'chat/foreign-reasoning'])
})
