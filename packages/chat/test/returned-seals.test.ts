import { unfoldResponse } from '@interlingua/core'
import { wrapBundle, wrapSeal } from '@interlingua/core/adapter'
import type { GenerateResponse, JsonObject, Part, Seal } from '@interlingua/core'
import { restoreSeals } from '@interlingua/core/lower'
import { accumulateChatStream, createTestContext, readStream, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const seal: Seal = { format: 'messages', model: 'claude-opus-5', data: 'c2ln' }
const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }], seal }
const call: Part = { type: 'tool-call', callId: 'c1', name: 'look', kind: 'function', arguments: '{}' }
const answer: GenerateResponse = {
  id: 'm',
  model: 'claude-opus-5',
  createdAt: 0,
  status: 'completed',
  candidates: [
    { index: 0, parts: [thought, { type: 'text', text: 'I look.' }, call, { ...call, callId: 'c2' }], finish: { unified: 'tool-calls' } },
  ],
}
const { context } = createTestContext()
type Message = Readonly<Record<string, unknown>>
const messageOf = (body: unknown): Message => (body as { choices: { message: Message }[] }).choices[0]?.message ?? {} // an answer of ours

/** Parts of a message that a client returns, and the message as it is printed again. */
function returned(message: Message) {
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }, message] } as unknown as JsonObject // made of JSON
  const request = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  const parts = restoreSeals(request).turns[1]?.parts ?? []
  return {
    brief: parts.map((part) => [
      part.type,
      part.type === 'reasoning' ? part.segments.map(({ text }) => text).join('') : '',
      part.seal?.data,
    ]),
    again: (chat.encodeRequest(request, context).body as unknown as { messages: unknown[] }).messages[1], // the encoder's shape
  }
}

const whole = [
  ['reasoning', 'Hm.', 'c2ln'],
  ['text', '', undefined],
  ['tool-call', '', undefined],
  ['tool-call', '', undefined],
]

describe('what clients bring back of reasoning', () => {
  const document = messageOf(chat.encodeResponse(answer, context).body)
  const streamed = messageOf(accumulateChatStream(writeStream(chat, unfoldResponse(answer), context)))
  test.each([
    ['all of it', (message: Message) => message],
    ['no entries of reasoning', ({ reasoning_details: _, ...message }: Message) => message],
    ['nothing but calls', ({ reasoning_details: _, reasoning_content: __, ...message }: Message) => message],
    [
      'calls without signatures',
      ({ tool_calls: calls, ...message }: Message) => ({
        ...message,
        tool_calls: (calls as Message[]).map(({ extra_content: _, ...bare }) => bare),
      }),
    ],
    [
      'what LiteLLM does not know',
      ({ reasoning_details, tool_calls: calls, ...message }: Message) => ({
        ...message,
        provider_specific_fields: { reasoning_details, other: 1 },
        tool_calls: (calls as Message[]).map(({ extra_content: _, ...bare }) => bare),
      }),
    ],
    [
      'signatures as LiteLLM has them',
      ({ reasoning_details: _, tool_calls: calls, ...message }: Message) => ({
        ...message,
        tool_calls: (calls as Message[]).map(({ extra_content: extra, ...bare }) =>
          extra === undefined ? bare : { ...bare, provider_specific_fields: (extra as { google: unknown }).google },
        ),
      }),
    ],
  ])('%s', (_, change) => {
    for (const message of [document, streamed]) {
      const { brief, again } = returned(change(message))
      expect(brief).toEqual(whole)
      expect(again).toEqual(change(message))
    }
  })

  test('in the id of a call, where the policy says so, for clients that return nothing else', () => {
    const { context: asked } = createTestContext({ policy: { ...context.policy, sealsInIds: true } })
    for (const message of [
      messageOf(chat.encodeResponse(answer, asked).body),
      messageOf(accumulateChatStream(writeStream(chat, unfoldResponse(answer), asked))),
    ]) {
      const calls = (message['tool_calls'] as Message[]).map(({ extra_content: _, ...bare }) => bare)
      expect(calls.map(({ id }) => String(id))).toEqual([expect.stringMatching(/^c1__sig__SUwB[\w-]+$/), 'c2'])
      const body = {
        model: 'm',
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: message['content'], tool_calls: calls },
          ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
        ],
      } as unknown as JsonObject // made of JSON
      const request = restoreSeals(chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context))
      expect(request.turns[1]?.parts).toMatchObject([{ type: 'reasoning', seal }, { type: 'text' }, { callId: 'c1' }, { callId: 'c2' }])
      expect(request.turns.slice(2).map(({ parts }) => parts[0])).toMatchObject([{ callId: 'c1' }, { callId: 'c2' }])
      // Another upstream gets the ids alone.
      const sent = JSON.stringify(chat.encodeRequest(chat.lowerRequest(request, context).request, context).body)
      expect(sent).not.toContain('SUwB')
      expect(sent).toContain('"tool_call_id":"c1"')
    }
    const long: Part = { ...thought, seal: { ...seal, data: 'x'.repeat(5000) } }
    const big = { ...answer, candidates: [{ index: 0, parts: [long, call], finish: { unified: 'tool-calls' } }] } as const
    expect((messageOf(chat.encodeResponse(big, asked).body)['tool_calls'] as Message[])[0]?.['id']).toBe('c1')
  })

  test('the first call has the seals of the thoughts before it', () => {
    expect((document['tool_calls'] as Message[]).map(({ extra_content: extra }) => extra)).toEqual([
      {
        google: {
          thought_signature: wrapBundle([{ thought: { segments: [{ type: 'full', text: 'Hm.' }], seal }, shown: true, first: true }]),
        },
      },
      undefined,
    ])
    expect(streamed['tool_calls']).toEqual(document['tool_calls'])
  })

  test('thinking_blocks: the blocks of Claude, and those of a client that moved', () => {
    const blocks = [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'redacted_thinking', data: wrapSeal({ format: 'responses', data: 'gAAA' }) },
    ]
    const message = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm.', thinking_blocks: blocks }
    const { brief, again } = returned(message)
    expect(brief).toEqual([
      ['reasoning', 'Hm.', 'c2ln'],
      ['reasoning', '', 'gAAA'],
      ['text', '', undefined],
    ])
    expect(again).toEqual(message)
    const { thinking_blocks: _, ...others } = message
    const inside = { ...others, provider_specific_fields: { thinking_blocks: blocks } }
    expect(returned(inside)).toEqual({ brief, again: inside })
  })
})

describe('the chat endpoint of Gemini', () => {
  const signed = {
    id: 'c1',
    type: 'function',
    function: { name: 'look', arguments: '{}' },
    extra_content: { google: { thought_signature: 'c2ln' } },
  }
  const body = {
    id: 'r',
    object: 'chat.completion',
    created: 1,
    model: 'gemini-3-pro',
    choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [signed] }, finish_reason: 'tool_calls' }],
  }
  test('a signature in extra_content is the seal of its call, in documents and streams, and goes back', () => {
    const read = chat.decodeResponse(chat.parseResponse({ status: 200, headers: {}, body }, context), context)
    expect(read.candidates[0]?.parts).toMatchObject([{ type: 'tool-call', seal: { format: 'chat', data: 'c2ln' } }])
    expect(messageOf(chat.encodeResponse(read, context).body)['tool_calls']).toEqual([signed])
    const chunk = (delta: unknown, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    const text = `${chunk({ role: 'assistant', tool_calls: [{ index: 0, ...signed }] }, null)}${chunk({}, 'tool_calls')}data: [DONE]\n\n`
    const events = readStream(chat, [text], context)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'part-start', value: expect.objectContaining({ seal: { format: 'chat', data: 'c2ln' } }) }),
    )
    const { seal: _, ...plain } = { ...call, seal: undefined }
    const sealed: Part = { ...(plain as Part), seal: { format: 'chat', data: 'c2ln' } } // the call above
    const { request } = chat.lowerRequest(
      {
        model: 'm',
        turns: [
          { author: 'assistant', parts: [sealed] },
          { author: 'user', parts: [{ type: 'tool-result', callId: 'c1', parts: [] }] },
        ],
      },
      context,
    )
    expect(request.turns[0]?.parts[0]?.seal?.data).toBe('c2ln')
    const elsewhere = chat.lowerRequest(
      {
        model: 'm',
        turns: [
          { author: 'assistant', parts: [{ ...sealed, seal }] },
          { author: 'user', parts: [] },
        ],
      },
      context,
    )
    expect(elsewhere.request.turns[0]?.parts[0]).not.toHaveProperty('seal')
  })
})
