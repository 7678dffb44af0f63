import { createFormats } from '@interlingua/gateway-kernel'
import { chat } from '@interlingua/chat/edge'
import { messages } from '@interlingua/messages/edge'
import { type Context, defaultLimits, defaultPolicy } from '@interlingua/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TranslatedDocument, TranslatedStream } from '@interlingua/console/api'
import { valueAt } from '../src/translate/canonical-places.ts'
import { translateClientRequest, type TranslationWay } from '../src/translate/translate-document.ts'
import { send, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
beforeAll(async () => {
  started = await startConsole()
})
afterAll(() => started.close())

const translate = (body: unknown) =>
  send(`${started.url}/admin/api/translate`, 'POST', { authorization: `Bearer ${started.secrets.admin}` }, body)

const request = {
  model: 'gpt-5',
  max_tokens: 200,
  top_k: 5,
  system: 'Be brief.',
  metadata: { user_id: 'u-1' },
  tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: { place: { type: 'string' } } } }],
  messages: [
    { role: 'user', content: 'Where?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: { place: 'here' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Nothing.' }] },
  ],
}

function targetOf({ links }: TranslatedDocument, source: string): string | undefined {
  return links.find(([from]) => from === source)?.[2]
}

describe('a request', () => {
  test('is linked part by part, and each loss has its place in all three documents', async () => {
    const { status, json } = await translate({ direction: 'request', from: 'messages', to: 'chat', body: request })
    expect(status).toBe(200)
    const document = json as TranslatedDocument
    expect(document.target).toMatchObject({ model: 'gpt-5', messages: [{}, {}, { tool_calls: [{ id: 'toolu_1' }] }, { role: 'tool' }] })
    expect(targetOf(document, '/messages/0')).toBe('/messages/1')
    expect(targetOf(document, '/messages/1')).toBe('/messages/2')
    expect(targetOf(document, '/messages/1/content/1')).toBe('/messages/2/tool_calls/0')
    expect(targetOf(document, '/messages/1/content/1/input')).toBe('/messages/2/tool_calls/0/function/arguments')
    expect(targetOf(document, '/messages/2/content/0')).toBe('/messages/3')
    expect(targetOf(document, '/tools/0/name')).toBe('/tools/0/function/name')
    expect(targetOf(document, '/tools/0/input_schema')).toBe('/tools/0/function/parameters')
    expect(targetOf(document, '/max_tokens')).toBe('/max_completion_tokens')
    const lost = document.notices.find(({ code }) => code === 'chat/top-k')
    expect(lost).toMatchObject({ kind: 'dropped', source: '/top_k', canonical: '/sampling/topK', target: '' })
  })

  test('that the policy refuses is translated all the same, with the refusal', async () => {
    const { json } = await translate({ direction: 'request', from: 'messages', to: 'chat', strictness: 'reject-dropped', body: request })
    expect(json).toMatchObject({ refusal: { source: '/top_k' }, target: { model: 'gpt-5' } })
  })

  test('every pointer of a link exists in its document', () => {
    const document = translateClientRequest(request, plainWay('messages', 'chat'))
    expect(document.links.length).toBeGreaterThan(20)
    for (const [source, canonical, target] of document.links) {
      expect([source, valueAt(request, source)]).not.toEqual([source, undefined])
      expect([canonical, valueAt(document.canonical, canonical)]).not.toEqual([canonical, undefined])
      expect([target, valueAt(document.target, target)]).not.toEqual([target, undefined])
    }
  })
})

test('an answer is linked, and its losses have their places in the upstream’s document', async () => {
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-5',
    system_fingerprint: 'fp_1',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Good day.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"place":"here"}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
  }
  const { json } = await translate({ direction: 'answer', from: 'messages', to: 'chat', body })
  const document = json as TranslatedDocument
  expect(document.target).toMatchObject({ type: 'message', content: [{ type: 'text' }, { type: 'tool_use', id: 'call_1' }] })
  expect(targetOf(document, '/choices/0/message/tool_calls/0')).toBe('/content/1')
  expect(document.notices.every(({ source }) => valueAt(body, source) !== undefined)).toBe(true)
})

describe('a stream', () => {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-5', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const whole = `${chunk({ role: 'assistant', content: 'Good' })}${chunk({ content: ' day.' })}${chunk({}, 'stop')}data: [DONE]\n\n`
  const run = async (body: string) =>
    (await translate({ direction: 'stream', from: 'messages', to: 'chat', body })).json as TranslatedStream

  test('is translated event by event', async () => {
    const { rows } = await run(whole)
    expect(rows.map(({ read }) => read?.slice(0, 11))).toEqual(['data: {"id"', 'data: {"id"', 'data: {"id"', 'data: [DONE', undefined])
    expect(rows[0]?.wrote.join('')).toContain('event: message_start')
    expect(rows[1]?.wrote.join('')).toContain('"text":" day."')
    expect(rows.flatMap(({ wrote }) => wrote).join('')).toContain('event: message_stop')
  })

  test('that is cut ends with an error, never with a good end, wherever it is cut', async () => {
    for (const end of [0, whole.indexOf('\n\n') + 2, whole.indexOf(' day') + 3, whole.indexOf('"stop"')]) {
      const { rows } = await run(whole.slice(0, end))
      const wrote = rows.flatMap((row) => row.wrote).join('')
      expect([end, wrote.includes('message_stop')]).toEqual([end, false])
      expect(wrote).toContain('event: error')
    }
  })
})

test('the formats are listed with the channels that speak them', async () => {
  const { json } = await send(`${started.url}/admin/api/formats`, 'GET', { authorization: `Bearer ${started.secrets.admin}` })
  expect(json).toEqual({
    rows: [
      { id: 'chat', channels: ['broken', 'local'] },
      { id: 'messages', channels: [] },
    ],
  })
})

test.each([
  [{}, '/direction'],
  [{ direction: 'request', from: 'tongue', to: 'chat', body: {} }, '/from'],
  [{ direction: 'request', from: 'chat', to: 'chat', body: [] }, '/body'],
  [{ direction: 'stream', from: 'chat', to: 'chat', body: {} }, '/body'],
  [{ direction: 'request', from: 'chat', to: 'messages', channel: 'nobody', body: {} }, '/channel'],
  [{ direction: 'request', from: 'chat', to: 'messages', channel: 'local', body: {} }, '/channel'],
  [
    { direction: 'request', from: 'chat', to: 'messages', body: { model: 'm', messages: [{ role: 'user', content: 5 }] } },
    '/body/messages/0/content',
  ],
  [{ direction: 'request', from: 'chat', to: 'messages', body: {}, more: 1 }, ''],
])('%j is refused at %s', async (body, field) => {
  const { status, json } = await translate(body)
  expect([status, (json as { error: { field: string } }).error.field]).toEqual([400, field])
})

function plainWay(from: string, to: string): TranslationWay {
  const { find } = createFormats([chat, messages])
  const [one, other] = [find(from), find(to)]
  if (!one || !other) throw new Error('there is no such format')
  return {
    from: one,
    to: other,
    contextOf: (_, onNotice): Context => ({
      onNotice,
      newId: (prefix) => `${prefix}1`,
      now: () => 0,
      limits: defaultLimits,
      policy: defaultPolicy,
      dialect: {},
    }),
  }
}
