import { deriveId, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import { accumulateChatStream, accumulateMessagesStream, checkMessagesStream, readSse } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chatText, crossAnswer, crossRequest, crossStream, messagesText } from '../src/cross.ts'
import { foldWithAnthropic } from '../src/fold-with-anthropic.ts'

const tool = { type: 'function', function: { name: 'get_time', parameters: { type: 'object', properties: {} } } }
const answer = (content: readonly JsonObject[], stop = 'tool_use'): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
})
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmF0dXJl' }
const redacted = { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' }
const use = { type: 'tool_use', id: 'toolu_1', name: 'get_time', input: {} }

/** History of a chat client that returns the assistant message unchanged, with the result of its call. */
function chatHistory(completion: JsonObject): JsonObject {
  const [choice] = completion['choices'] as readonly { readonly message: JsonObject }[]
  return {
    model: 'claude-sonnet-4-5',
    max_completion_tokens: 100,
    tools: [tool],
    messages: [{ role: 'user', content: 'Time?' }, choice?.message ?? {}, { role: 'tool', tool_call_id: 'toolu_1', content: 'Noon.' }],
  }
}

const contentOf = (body: JsonObject, position: number): unknown => (body['messages'] as readonly JsonObject[])[position]?.['content']
const messageOf = (completion: JsonObject): JsonObject =>
  (completion['choices'] as readonly { readonly message: JsonObject }[])[0]?.message ?? {}
const frames = (text: string): readonly JsonObject[] => readSse(text).map(({ data }) => JSON.parse(data) as JsonObject)

describe('reasoning through a chat client', () => {
  test('pitfall 1: thinking blocks come back through chat history, first, complete and in order', () => {
    const completion = crossAnswer('messages', 'chat', answer([thinking, redacted, use])).body
    const back = crossRequest('chat', 'messages', chatHistory(completion))
    expect(contentOf(back.body, 1)).toEqual([thinking, redacted, use])
  })

  test('pitfall 1: a stream brings the same thinking blocks back as the document', () => {
    const events = [
      { type: 'message_start', message: { ...answer([]), stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmF0dXJl' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: redacted },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: use },
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ]
    const completion = accumulateChatStream(crossStream('messages', 'chat', messagesText(events))) as JsonObject
    expect(contentOf(crossRequest('chat', 'messages', chatHistory(completion)).body, 1)).toEqual([thinking, redacted, use])
  })

  test('pitfall 2: an empty thinking block with a signature is not dropped on its way to a chat client and back', () => {
    const empty = { type: 'thinking', thinking: '', signature: 'ZW1wdHk=' }
    const completion = crossAnswer('messages', 'chat', answer([empty, use])).body
    expect(contentOf(crossRequest('chat', 'messages', chatHistory(completion)).body, 1)).toEqual([empty, use])
  })

  test('pitfall 7: the carrier is the documented extension field, and it is stateless', () => {
    const message = messageOf(crossAnswer('messages', 'chat', answer([thinking, use])).body)
    expect(message).toMatchObject({
      reasoning_content: 'Hm.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', format: 'interlingua-1' }],
    })
    const [detail] = message['reasoning_details'] as readonly { readonly signature: string }[]
    expect(unwrapSeal(detail?.signature ?? '')).toMatchObject({ format: 'messages', data: 'c2lnbmF0dXJl' })
  })

  test('pitfall 11: reasoning_content is always text for a chat client, and three spellings are read', () => {
    expect(messageOf(crossAnswer('messages', 'chat', answer([thinking], 'end_turn')).body)['reasoning_content']).toBe('Hm.')
    const spellings: readonly JsonObject[] = [
      { reasoning_content: 'Hm.' },
      { reasoning: 'Hm.' },
      { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
    ]
    for (const spelling of spellings) {
      const completion = {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'demo',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Done.', ...spelling }, finish_reason: 'stop' }],
      }
      expect(crossAnswer('chat', 'messages', completion).body['content']).toMatchObject([
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Done.' },
      ])
    }
  })
})

describe('reasoning through a messages client', () => {
  const steps = [
    { role: 'assistant', content: null, reasoning_content: 'One.' },
    { reasoning_content: ' Two.' },
    { content: 'Text.' },
    { reasoning_content: 'Three.' },
    { content: ' More.' },
    'stop',
  ]

  test('pitfall 3: the signature is a delta of its own, last in its block, and the SDK folds it', async () => {
    const text = crossStream('chat', 'messages', chatText(steps))
    const folded = (await foldWithAnthropic(text)) as { readonly content: readonly JsonObject[] }
    const thoughts = folded.content.filter(({ type }) => type === 'thinking')
    expect(thoughts.length).toBeGreaterThan(0)
    for (const block of thoughts) expect(block['signature']).not.toBe('')
    const deltas = frames(text).flatMap((frame) =>
      frame['type'] === 'content_block_delta' ? [(frame['delta'] as JsonObject)['type']] : [],
    )
    expect(deltas.lastIndexOf('thinking_delta')).toBeLessThan(deltas.lastIndexOf('signature_delta'))
    expect(checkMessagesStream(text)).toEqual([])
  })

  test('pitfall 9: a second stretch of reasoning never lands in a closed block or in another one', () => {
    const text = crossStream('chat', 'messages', chatText(steps))
    expect(checkMessagesStream(text)).toEqual([])
    const { content } = accumulateMessagesStream(text) as { readonly content: readonly JsonObject[] }
    expect(content.map(({ thinking: thought, text: said }) => thought ?? said).join('')).toBe('One. Two.Text.Three. More.')
  })

  test('pitfall 10: no block opens before its kind is known', () => {
    const calling = chatText([
      { role: 'assistant', content: '' },
      { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      'tool_calls',
    ])
    const starts = frames(crossStream('chat', 'messages', calling)).filter(({ type }) => type === 'content_block_start')
    expect(starts.map((start) => (start['content_block'] as JsonObject)['type'])).toEqual(['tool_use'])
  })
})

describe('the origin of opaque data', () => {
  const history = (signature: string): JsonObject => ({
    model: 'demo',
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature },
          { type: 'text', text: 'Hi.' },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ],
  })

  test('pitfall 6: a seal of one format is never sent as if it were another one\u2019s, and its loss is reported', () => {
    const toChat = crossRequest('messages', 'chat', history('c2lnbmF0dXJl'))
    expect(JSON.stringify(toChat.body)).not.toContain('c2lnbmF0dXJl')
    expect(toChat.reported.some((line) => line.endsWith('/messages/1/content/0'))).toBe(true)
    const foreign = wrapSeal({ format: 'contents', data: 'Zm9yZWlnbg==' })
    const chat = {
      model: 'claude-sonnet-4-5',
      max_completion_tokens: 100,
      messages: [
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: 'Hi.',
          reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: foreign, format: 'interlingua-1', index: 0 }],
        },
        { role: 'user', content: 'Go on.' },
      ],
    }
    const toMessages = crossRequest('chat', 'messages', chat)
    expect(JSON.stringify(toMessages.body)).not.toContain('thinking')
    expect(toMessages.reported.length).toBeGreaterThan(0)
  })

  test('pitfall 6: the origin is written beside the data, not guessed from it', () => {
    const own = deriveId('sig_', 'x')
    expect(unwrapSeal(own)).toBeUndefined()
    expect(unwrapSeal(wrapSeal({ format: 'messages', model: 'm', data: own }))).toEqual({ format: 'messages', model: 'm', data: own })
  })
})
