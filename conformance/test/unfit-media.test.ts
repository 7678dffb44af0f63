import type { JsonObject, Notice, Policy } from '@interlingua/core'
import { applyPolicy, defaultPolicy, findModelProfile } from '@interlingua/core'
import { modelProfiles as contents } from '@interlingua/contents'
import { modelProfiles as chat } from '@interlingua/chat'
import { modelProfiles as messages } from '@interlingua/messages'
import { modelProfiles as responses } from '@interlingua/responses'
import { describe, expect, test } from 'vitest'
import { crossRequest, type CrossSettings } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'

/** Header of a PNG. */
function png(width: number, height: number): string {
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
  const size = [width, height].flatMap((side) => [side >>> 24, (side >>> 16) & 255, (side >>> 8) & 255, side & 255])
  return Buffer.from([...head, ...size, 8, 6, 0, 0, 0]).toString('base64')
}
const gif = Buffer.from('GIF89a\x05\x00\x05\x00').toString('base64')
const wav = Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ').toString('base64')
const zip = Buffer.from('PK\x03\x04').toString('base64')

interface Media {
  readonly mime: string
  readonly data: string
}

/** Conversation of a client: words and media for each turn of the user, the model's responses between, and the place of a turn's media. */
interface Client {
  readonly body: (turns: readonly (readonly (string | Media)[])[]) => JsonObject
  /** Loop whose result holds the media. */
  readonly loop: (media: Media) => JsonObject
  readonly at: (turn: number, part: number) => string
}

const url = ({ mime, data }: Media): string => `data:${mime};base64,${data}`
const woven = (turns: readonly JsonObject[], answer: JsonObject): readonly JsonObject[] =>
  turns.flatMap((turn, index) => (index === 0 ? [turn] : [answer, turn]))
const tool = { name: 'shot', parameters: { type: 'object', properties: {} } }

const clients: Readonly<Record<FormatId, Client>> = {
  messages: {
    body: (turns) => ({
      model: 'm',
      max_tokens: 99,
      messages: woven(
        turns.map((parts) => ({ role: 'user', content: parts.map(messagesBlock) })),
        { role: 'assistant', content: 'Yes.' },
      ),
    }),
    loop: (media) => ({
      model: 'm',
      max_tokens: 99,
      tools: [{ name: 'shot', input_schema: tool.parameters }],
      messages: [
        { role: 'user', content: 'look' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'shot', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [messagesBlock(media)] }] },
      ],
    }),
    at: (turn, part) => `/messages/${turn * 2}/content/${part}`,
  },
  chat: {
    body: (turns) => ({
      model: 'm',
      max_tokens: 99,
      messages: woven(
        turns.map((parts) => ({ role: 'user', content: parts.map(chatPart) })),
        { role: 'assistant', content: 'Yes.' },
      ),
    }),
    loop: (media) => ({
      model: 'm',
      max_tokens: 99,
      tools: [{ type: 'function', function: tool }],
      messages: [
        { role: 'user', content: 'look' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'shot', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: [chatPart(media)] },
      ],
    }),
    at: (turn, part) => `/messages/${turn * 2}/content/${part}`,
  },
  responses: {
    body: (turns) => ({
      model: 'm',
      store: false,
      input: woven(
        turns.map((parts) => ({ type: 'message', role: 'user', content: parts.map(responsesPart) })),
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] },
      ),
    }),
    loop: (media) => ({
      model: 'm',
      store: false,
      tools: [{ type: 'function', ...tool }],
      input: [
        { type: 'message', role: 'user', content: 'look' },
        { type: 'function_call', call_id: 'call_1', name: 'shot', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: [responsesPart(media)] },
      ],
    }),
    at: (turn, part) => `/input/${turn * 2}/content/${part}`,
  },
  contents: {
    body: (turns) => ({
      model: 'm',
      contents: woven(
        turns.map((parts) => ({ role: 'user', parts: parts.map(nativePart) })),
        { role: 'model', parts: [{ text: 'Yes.' }] },
      ),
    }),
    loop: (media) => ({
      model: 'm',
      tools: [{ functionDeclarations: [tool] }],
      contents: [
        { role: 'user', parts: [{ text: 'look' }] },
        { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'shot', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'call_1', name: 'shot', response: { output: 'taken' }, parts: [nativePart(media)] } }],
        },
      ],
    }),
    at: (turn, part) => `/contents/${turn * 2}/parts/${part}`,
  },
}

function messagesBlock(part: string | Media): JsonObject {
  if (typeof part === 'string') return { type: 'text', text: part }
  const type = part.mime.startsWith('image/') ? 'image' : 'document'
  return { type, source: { type: 'base64', media_type: part.mime, data: part.data } }
}
function chatPart(part: string | Media): JsonObject {
  if (typeof part === 'string') return { type: 'text', text: part }
  if (part.mime.startsWith('image/')) return { type: 'image_url', image_url: { url: url(part) } }
  if (part.mime.startsWith('audio/')) return { type: 'input_audio', input_audio: { format: part.mime.slice(6), data: part.data } }
  return { type: 'file', file: { filename: 'a.bin', file_data: url(part) } }
}
function responsesPart(part: string | Media): JsonObject {
  if (typeof part === 'string') return { type: 'input_text', text: part }
  if (part.mime.startsWith('image/')) return { type: 'input_image', detail: 'auto', image_url: url(part) }
  return { type: 'input_file', filename: 'a.bin', file_data: url(part) }
}
function nativePart(part: string | Media): JsonObject {
  return typeof part === 'string' ? { text: part } : { inlineData: { mimeType: part.mime, data: part.data } }
}

const profiles = {
  chat: findModelProfile(chat, 'gpt-4.1'),
  messages: findModelProfile(messages, 'claude-opus-5-5'),
  responses: findModelProfile(responses, 'gpt-5.6'),
  contents: findModelProfile(contents, 'gemini-3.8-flash'),
}
const settingsOf = (target: FormatId, policy: CrossSettings['policy'] = {}): CrossSettings => {
  const model = profiles[target]
  return { policy, ...(model !== undefined && { targetContext: { model } }) }
}

/** Media that a target does not take, as far as a client can send them. */
const unfit: readonly (readonly [FormatId, FormatId, string, Media])[] = (
  [
    ['contents', 'image/gif', { mime: 'image/gif', data: gif }],
    ['contents', 'zip', { mime: 'application/zip', data: zip }],
    ['messages', 'zip', { mime: 'application/zip', data: zip }],
    ['messages', 'svg', { mime: 'image/svg+xml', data: 'PHN2Zy8+' }],
    ['messages', 'audio', { mime: 'audio/wav', data: wav }],
    ['messages', 'a large image', { mime: 'image/png', data: png(9000, 10) }],
    ['responses', 'audio', { mime: 'audio/wav', data: wav }],
    ['responses', 'svg', { mime: 'image/svg+xml', data: 'PHN2Zy8+' }],
    ['chat', 'svg', { mime: 'image/svg+xml', data: 'PHN2Zy8+' }],
  ] as const
).flatMap(([target, name, media]) =>
  (['messages', 'chat', 'responses', 'contents'] as const)
    .filter((source) => source !== target && (name !== 'audio' || source === 'chat' || source === 'contents'))
    .map((source) => [source, target, name, media] as const),
)

const codes = (notices: readonly Notice[]): readonly string[] => notices.map(({ code }) => code.slice(code.indexOf('/') + 1))
/** Message for the caller of a refused request. */
const refusal = (source: FormatId, target: FormatId, body: JsonObject, policy: Partial<Policy> = {}): string =>
  applyPolicy(crossRequest(source, target, body, settingsOf(target, policy)).notices, { ...defaultPolicy, ...policy })?.message ?? ''

describe.each(unfit)('%s to %s: %s', (source, target, _, media) => {
  const client = clients[source]

  test('is refused at its own place in the last turn of the user', () => {
    const body = client.body([['What is it?', media]])
    expect(refusal(source, target, body).startsWith(`${client.at(0, 1)}: `)).toBe(true)
    expect(refusal(source, target, body)).not.toContain('policy')
    expect(refusal(source, target, body, { unfitMedia: 'replace' })).toBe('')
    const replaced = crossRequest(source, target, body, settingsOf(target, { unfitMedia: 'replace' }))
    expect(JSON.stringify(replaced.body)).toContain(' left out: ')
    expect(codes(replaced.notices)).toContain('media-left-out')
  })

  test('is a text in older turns, with a notice, and the beginning stays the same', () => {
    const turns = [['What is it?', media], ['And now?']]
    const { body, notices } = crossRequest(source, target, client.body(turns), settingsOf(target))
    expect(JSON.stringify(body)).toContain(' left out: ')
    expect(JSON.stringify(body)).not.toContain(media.data)
    expect(notices.filter(({ code }) => code.endsWith('/media-left-out')).map(({ path }) => path)).toStrictEqual([client.at(0, 1)])
    const later = crossRequest(source, target, client.body([...turns, ['And then?']]), settingsOf(target)).body
    const list = (wire: JsonObject): string =>
      JSON.stringify(wire[target === 'contents' ? 'contents' : target === 'responses' ? 'input' : 'messages'])
    expect(list(later).startsWith(list(body).slice(0, -1))).toBe(true)
    expect(refusal(source, target, client.body(turns))).toBe('')
    expect(refusal(source, target, client.body(turns), { unfitMedia: 'reject' })).toContain(client.at(0, 1))
  })

  test('is a text in the result of a tool', () => {
    const { body, notices } = crossRequest(source, target, client.loop(media), settingsOf(target))
    expect(JSON.stringify(body)).toContain(' left out: ')
    expect(codes(notices)).toContain('media-left-out')
  })
})

describe('images in results', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png(5, 5) } }
  const loop = (result: JsonObject): JsonObject => ({
    contents: [
      { role: 'user', parts: [{ text: 'look' }] },
      { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'shot', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'shot', ...result } }] },
    ],
    tools: [{ functionDeclarations: [tool] }],
  })
  const inline = { inlineData: { mimeType: 'image/png', data: png(5, 5) } }

  test('A25: a result that failed holds text alone for Messages', () => {
    const { body, notices } = crossRequest('contents', 'messages', { model: 'm', ...loop({ response: { error: 'no' }, parts: [inline] }) })
    expect((body['messages'] as readonly JsonObject[])[2]).toMatchObject({
      content: [{ type: 'tool_result', is_error: true, content: expect.not.arrayContaining([image]) }, image],
    })
    expect(codes(notices)).toContain('result-media')
  })

  test('G26: Gemini 2.5 gets them behind the results', () => {
    const body = clients.messages.loop({ mime: 'image/png', data: png(5, 5) })
    const model = findModelProfile(contents, 'gemini-2.5-pro')
    const crossed = crossRequest('messages', 'contents', body, { ...(model && { targetContext: { model } }) })
    const turns = crossed.body['contents'] as readonly JsonObject[]
    expect(JSON.stringify(turns[2])).not.toContain('inlineData')
    expect(turns[3]).toMatchObject({ role: 'user', parts: [inline] })
    expect(codes(crossed.notices)).toContain('result-media')
  })

  test.each(['messages', 'chat', 'responses'] as const)('F3: what a native result says beside media reaches %s', (target) => {
    const { body } = crossRequest('contents', target, { model: 'm', ...loop({ response: { text: 'MARK' }, parts: [inline] }) })
    expect(JSON.stringify(body)).toContain('MARK')
    expect(JSON.stringify(body)).toContain(png(5, 5))
  })
})
