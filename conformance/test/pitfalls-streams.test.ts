import { applyPolicy, chain, defaultPolicy, foldEvents, translateStream } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { createTestContext, readStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chatText, crossRequest, crossStream, messagesText } from '../src/cross.ts'
import { formats } from '../src/formats.ts'

const start: JsonObject & { type: string } = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'demo',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}
const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } }
const rest = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

function writerFor(client: 'messages' | 'chat') {
  const upstream = client === 'chat' ? 'messages' : 'chat'
  const { context } = createTestContext()
  return translateStream(formats[client].adapter, formats[upstream].adapter, { client: context, upstream: context }, {})
}

describe('keep-alive', () => {
  test('pitfall 45: a messages client gets pings, but not before its message has started', () => {
    const { writer } = writerFor('messages')
    expect(writer.push({ type: 'keep-alive' }).join('')).toBe('')
    writer.push({ type: 'response-start', id: 'msg_1', model: 'demo' })
    expect(writer.push({ type: 'keep-alive' }).join('')).toMatch(/^event: ping\ndata: \{"type": ?"ping"\}\n\n$/)
  })

  test('pitfall 45: a chat client gets blank lines: go-openai takes a comment for the beginning of an error', () => {
    expect(writerFor('chat').writer.push({ type: 'keep-alive' }).join('')).toBe('\n\n')
  })

  test('pitfall 45: keep-alives of the upstream pass through', () => {
    expect(crossStream('messages', 'chat', messagesText([start, { type: 'ping' }, open, said, ...rest]))).toMatch(/^\n\n/)
    expect(
      crossStream('chat', 'messages', `${chatText([{ role: 'assistant', content: 'Hi.' }], '')}: still here\n\n${chatText(['stop'])}`),
    ).toContain('event: ping')
  })
})

describe('failures in a stream', () => {
  const broken = { error: { message: 'Overloaded', type: 'server_error', param: null, code: null } }

  test('pitfall 46: an upstream error in mid-stream is the client\u2019s own error, with no clean end after it', () => {
    const toChat = crossStream(
      'messages',
      'chat',
      messagesText([start, open, said, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]),
    )
    expect(toChat).toMatch(/data: \{"error":/)
    expect(toChat).not.toContain('[DONE]')
    expect(toChat).not.toContain('"finish_reason":"stop"')
    const toMessages = crossStream(
      'chat',
      'messages',
      chatText([{ role: 'assistant', content: 'Hi.' }], `data: ${JSON.stringify(broken)}\n\n`),
    )
    expect(toMessages).toContain('event: error')
    expect(toMessages).not.toContain('message_stop')
  })

  test('pitfall 46: a stream that just stops is a failure in the client\u2019s dialect', () => {
    expect(crossStream('messages', 'chat', messagesText([start, open, said]))).toMatch(/data: \{"error":[^\n]+\n\n$/)
    expect(crossStream('chat', 'messages', chatText([{ role: 'assistant', content: 'Hi.' }], 'data: [DONE]\n\n'))).toContain('event: error')
  })

  test('pitfall 46: an error before anything else is an error and nothing else', () => {
    const toMessages = crossStream('chat', 'messages', `data: ${JSON.stringify(broken)}\n\n`)
    expect(toMessages).toContain('event: error')
    expect(toMessages).not.toContain('message_start')
  })

  test('pitfall 46: a failure that the gateway sees itself, a cut socket, ends the stream the same way', () => {
    const { reader, writer } = writerFor('messages')
    const before = reader.push(chatText([{ role: 'assistant', content: 'Hi.' }], '')).flatMap((event) => [...writer.push(event)])
    const after = [
      ...writer.push({ type: 'failure', failure: { code: 'server', message: 'the connection broke', retryable: true } }),
      ...writer.push({ type: 'response-end', status: 'failed' }),
      ...writer.end(),
    ]
    expect(before.join('')).toContain('text_delta')
    expect(after.join('').match(/event: /g)).toHaveLength(1)
    expect(after.join('')).toContain('event: error')
  })
})

describe('framing', () => {
  const spaced = (text: string): string => text.replace(/^data: /gm, 'data:')
  const wholeText = chatText([
    { role: 'assistant', content: 'Hé💡' },
    'stop',
    { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ])
  const fold = (text: string): unknown => foldEvents(readStream(formats.chat.adapter, [text], createTestContext().context))

  test.each([
    ['without the space after data:', spaced(wholeText)],
    ['with CRLF', wholeText.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${wholeText}`],
    ['with comments and unknown fields', `: hello\nretry: 10\nid: 1\n\n${wholeText}`],
    ['with chunks after [DONE]', `${wholeText}data: {"late":true}\n\n`],
    ['with data over several lines', wholeText.replace('{"id"', '{\ndata: "id"')],
    ['without [DONE]', wholeText.replace('data: [DONE]\n\n', '')],
  ])('pitfall 48: a stream is read the same %s', (_, text) => {
    expect(fold(text)).toEqual(fold(wholeText))
    expect(fold(text)).toMatchObject({ status: 'completed' })
  })

  test('pitfall 48: a chunk that is no JSON is a failure, not a silence', () => {
    expect(fold(wholeText.replace('{"id"', '{"id'))).toMatchObject({ status: 'failed', failure: { code: 'malformed-upstream' } })
  })
})

describe('what clients of a gateway send', () => {
  test('pitfall F5: unknown body fields and the version and beta headers survive within the format', () => {
    const { context } = createTestContext()
    const { adapter } = formats.messages
    const headers = { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'new-thing-2027-01-01,other' }
    const body = {
      model: 'demo',
      max_tokens: 1,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', new_field: { a: 1 } }] }],
      new_option: [1],
    }
    const encoded = adapter.encodeRequest(
      adapter.decodeRequest(adapter.parseRequest({ path: '', query: {}, headers, body }, context), context),
      context,
    )
    expect(encoded.body).toEqual(body)
    expect(encoded.headers).toMatchObject(headers)
  })

  test('pitfall 22: what is lost can be refused before it is sent, naming the field', () => {
    const { notices } = crossRequest('messages', 'chat', {
      model: 'demo',
      max_tokens: 100,
      top_k: 5,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect(applyPolicy(notices, defaultPolicy)).toBeUndefined()
    expect(applyPolicy(notices, { ...defaultPolicy, strictness: 'reject-dropped' })).toMatchObject({ status: 400, path: '/top_k' })
  })

  test('pitfall 46: a chained translation of an empty stream is a failure as well', () => {
    const { reader, writer } = writerFor('chat')
    expect(chain(reader, writer).end().join('')).toMatch(/data: \{"error":/)
  })
})
