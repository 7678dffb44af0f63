import type { JsonObject } from '@interlingua/core'
import { requestTranslation, translateStreamText } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'

const stop = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 1 } }
const startedWith = (inside: JsonObject, beside: JsonObject): readonly (JsonObject & { readonly type: string })[] => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
      ...inside,
    },
    ...beside,
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
  { type: 'content_block_stop', index: 0 },
]
const frames = (around: JsonObject): string =>
  [
    ...startedWith({}, around),
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
    stop,
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

describe('keys around the message of a Messages stream', () => {
  test('stand where they stood in the same format', () => {
    const { text, notices } = translateStreamText(pairOf('messages', 'messages'), [frames({ new_key: 'zq' })])
    expect(text).toContain(JSON.stringify(stop))
    expect(text).toMatch(/"new_key":"zq"}\n\nevent: content_block_start/)
    expect(notices).toEqual([])
  })

  test.each(othersOf('messages'))('are named towards %s', (target) => {
    const { notices } = translateStreamText(pairOf('messages', target), [frames({ new_key: 'zq' })])
    const dropped = notices.filter(({ kind }) => kind === 'dropped').map(({ path }) => path)
    expect(dropped).toContain('/new_key')
    expect(dropped).toContainEqual(expect.stringMatching(/^\/amazon-bedrock-invocationMetrics/))
  })
})

describe('keys that a Messages stream says at several places', () => {
  const at = (text: string, type: string): unknown => JSON.parse(new RegExp(`^data: (\\{"type":"${type}".*)$`, 'm').exec(text)?.[1] ?? '')
  const told = [
    ...startedWith({ new_key: { inside: 1 } }, { new_key: { beside: 2 } }),
    { type: 'message_delta', delta: { stop_reason: 'end_turn', end_key: { delta: 3 }, only: 'delta' }, end_key: { event: 4 } },
    { type: 'message_stop', end_key: { stop: 5 } },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

  test('stand each at its own place in the same format', () => {
    const { text, notices } = translateStreamText(pairOf('messages', 'messages'), [told])
    expect(at(text, 'message_start')).toMatchObject({ message: { new_key: { inside: 1 } }, new_key: { beside: 2 } })
    expect(at(text, 'message_delta')).toMatchObject({ delta: { end_key: { delta: 3 }, only: 'delta' }, end_key: { event: 4 } })
    expect(at(text, 'message_delta')).not.toHaveProperty('only')
    expect(at(text, 'message_stop')).toEqual({ type: 'message_stop', end_key: { stop: 5 } })
    expect(notices).toEqual([])
  })

  test.each(othersOf('messages'))('are each named once towards %s', (target) => {
    const { notices } = translateStreamText(pairOf('messages', target), [told])
    const dropped = notices.filter(({ kind }) => kind === 'dropped').map(({ path }) => path)
    expect(dropped.sort()).toEqual(['/end_key/delta', '/end_key/event', '/end_key/stop', '/new_key/beside', '/new_key/inside', '/only'])
  })
})

describe.each(formatIds.filter((format) => format !== 'responses'))('a request that only continues what is kept elsewhere', (target) => {
  test.each([
    ['/previous_response_id', { previous_response_id: 'resp_1' }],
    ['/conversation', { conversation: 'conv_1' }],
    ['/prompt/id', { prompt: { id: 'pmpt_1' } }],
  ])(`is refused at %s towards ${target}`, (path, state) => {
    expect(requestTranslation(pairOf('responses', target))({ model: 'm', input: [], ...state })).toMatchObject({ type: 'refused', path })
  })
})
