import type { Context, GenerateRequest, JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const bodyOf = (part: JsonObject): JsonObject => ({ model: 'm', messages: [{ role: 'user', content: [part] }] })
function decode(body: JsonObject, { context } = createTestContext()): GenerateRequest {
  return chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
}

describe('audio as servers spell it', () => {
  test.each([
    [
      { data: 'AAAA', format: 'wav' },
      { type: 'inline', mime: 'audio/wav', base64: 'AAAA' },
    ],
    [{ data: 'AAAA' }, { type: 'inline', mime: 'audio/*', base64: 'AAAA' }],
    [
      { data: 'data:;base64,AAAA', format: 'mp3' },
      { type: 'inline', mime: 'audio/mpeg', base64: 'AAAA' },
    ],
    [{ data: 'data:audio/ogg;base64,AAAA' }, { type: 'inline', mime: 'audio/ogg', base64: 'AAAA' }],
    [{ data: 'data:;base64,AAAA' }, { type: 'inline', mime: 'audio/*', base64: 'AAAA' }],
    [
      { data: 'https://a.example/1.wav', format: 'wav' },
      { type: 'url', url: 'https://a.example/1.wav', mime: 'audio/wav' },
    ],
    ['AAAA', { type: 'inline', mime: 'audio/*', base64: 'AAAA' }],
    ['data:audio/wav;base64,AAAA', { type: 'inline', mime: 'audio/wav', base64: 'AAAA' }],
    ['https://a.example/1.wav', { type: 'url', url: 'https://a.example/1.wav' }],
  ])('%j', (slot, source) => {
    const body = bodyOf({ type: 'input_audio', input_audio: slot })
    const { context, notices } = createTestContext()
    const request = decode(body)
    expect(request.turns[0]?.parts).toMatchObject([{ type: 'media', kind: 'audio', source }])
    expect(chat.encodeRequest(request, context).body).toEqual(body)
    expect(chat.encodeRequest(chat.lowerRequest(request, context).request, context).body).toEqual(body)
    expect(notices).toEqual([])
  })
})

test('options of a stream that a server takes none of are named', () => {
  const dialect: Context['dialect'] = { streamUsage: false }
  const { context, notices } = createTestContext({ dialect })
  const asked = { model: 'm', messages: [{ role: 'user', content: 'x' }], stream: true }
  const sent = (body: JsonObject) => chat.encodeRequest(chat.lowerRequest(decode(body), context).request, context).body
  expect(sent(asked)).not.toHaveProperty('stream_options')
  expect(notices).toEqual([])
  expect(sent({ ...asked, stream_options: { include_usage: true } })).not.toHaveProperty('stream_options')
  expect(notices).toMatchObject([{ code: 'chat/stream-options', path: '/stream_options', kind: 'dropped' }])
})
