import { foldEvents, unfoldResponse } from '@interlingua/core'
import type { GenerateResponse, ReasoningPart } from '@interlingua/core'
import { createTestContext, readStream, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const { context, notices } = createTestContext()
const thoughts: readonly ReasoningPart[] = [
  { type: 'reasoning', segments: [{ type: 'full', text: 'First.' }], seal: { format: 'messages', model: 'demo', data: 'c2lnMQ==' } },
  { type: 'reasoning', segments: [], seal: { format: 'messages', model: 'demo', data: 'ZW1wdHk=' } },
  { type: 'reasoning', segments: [], redacted: true, seal: { format: 'messages', model: 'demo', data: 'aGlkZGVu' } },
]
const response: GenerateResponse = {
  id: 'msg_1',
  model: 'demo',
  createdAt: 1000,
  status: 'completed',
  candidates: [
    {
      index: 0,
      parts: [...thoughts, { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{}' }],
      finish: { unified: 'tool-calls' },
    },
  ],
}

/** Reasoning that an upstream would get back if the client returned this message unchanged. */
function returned(message: object): unknown {
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }, message, { role: 'tool', tool_call_id: 'c', content: 'r' }] }
  const request = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  return request.turns[1]?.parts.filter((part) => part.type === 'reasoning').map(({ at: _, extensions: __, ...part }) => part)
}

function messageOf(body: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  return (body['choices'] as { message: { [key: string]: unknown } }[])[0]?.message ?? {}
}

describe('reasoning with a foreign seal goes through a chat client and comes back whole', () => {
  test('pitfall 1 and 7: as a document', () => {
    const message = messageOf(chat.encodeResponse(response, context).body)
    expect(message['reasoning_content']).toBe('First.')
    expect(message['reasoning_details']).toMatchObject([
      { type: 'reasoning.text', text: 'First.', format: 'interlingua-1', index: 0 },
      { type: 'reasoning.text', text: '', index: 1 },
      { type: 'reasoning.encrypted', index: 2 },
    ])
    expect(returned(message)).toEqual(thoughts)
  })

  test('pitfall 1 and 7: as a stream', () => {
    const text = writeStream(chat, unfoldResponse(response), context)
    const again = foldEvents(readStream(chat, [text], context))
    expect(again.candidates[0]?.parts.slice(0, 3).map(({ at: _, extensions: __, ...part }) => part)).toEqual(thoughts)
  })

  test('pitfall 2: reasoning without text, signed or redacted, is a part', () => {
    const message = {
      role: 'assistant',
      content: null,
      reasoning_details: [
        { type: 'reasoning.text', text: '', signature: 's' },
        { type: 'reasoning.encrypted', data: 'd' },
      ],
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    }
    expect(returned(message)).toEqual([
      { type: 'reasoning', segments: [], seal: { format: 'chat', data: 's' } },
      { type: 'reasoning', segments: [], redacted: true, seal: { format: 'chat', data: 'd' } },
    ])
  })

  test('the same message gives the same envelopes every time', () => {
    expect(chat.encodeResponse(response, context).body).toEqual(chat.encodeResponse(response, context).body)
  })

  test('without envelopes the seal is dropped, and said so', () => {
    const quiet = createTestContext({ policy: { ...context.policy, carryForeignSeals: false } })
    expect(messageOf(chat.encodeResponse(response, quiet.context).body)).not.toHaveProperty('reasoning_details')
    expect(quiet.notices.map(({ code }) => code)).toEqual(['chat/foreign-seal', 'chat/foreign-seal', 'chat/foreign-seal'])
  })
})

test('pitfall 11: reasoning is always a string', () => {
  const message = messageOf(
    chat.encodeResponse(
      {
        ...response,
        candidates: [
          {
            index: 0,
            parts: [
              {
                type: 'reasoning',
                segments: [
                  { type: 'summary', text: 'a' },
                  { type: 'full', text: 'b' },
                ],
              },
            ],
            finish: { unified: 'stop' },
          },
        ],
      },
      context,
    ).body,
  )
  expect(message['reasoning_content']).toBe('a\n\nb')
  expect(notices).toEqual([])
})

test('the segments of one thought are paragraphs, in documents and streams', () => {
  const segments = [
    { type: 'summary', text: 'One.' },
    { type: 'summary', text: 'Two.' },
  ] as const
  const parts = [{ type: 'reasoning', segments }] as const
  const summed: GenerateResponse = { ...response, candidates: [{ index: 0, parts, finish: { unified: 'stop' } }] }
  const document = messageOf(chat.encodeResponse(summed, context).body)
  expect(document['reasoning_content']).toBe('One.\n\nTwo.')
  const streamed = foldEvents(readStream(chat, [writeStream(chat, unfoldResponse(summed), context)], context))
  expect(streamed.candidates[0]?.parts).toMatchObject([{ segments: [{ text: 'One.\n\nTwo.' }] }])
})
