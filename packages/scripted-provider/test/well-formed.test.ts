import { checkChatResponse, checkChatStream, checkMessagesResponse, checkMessagesStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { provider } = await serve()
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const doors = {
  messages: {
    path: '/v1/messages',
    body: {
      model: 'demo-messages',
      max_tokens: 4000,
      tools: [
        { name: 'get_weather', input_schema: schema },
        { name: 'get_time', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
    },
    thinking: { thinking: { type: 'adaptive' } },
    checkDocument: checkMessagesResponse,
    checkStream: checkMessagesStream,
  },
  chat: {
    path: '/v1/chat/completions',
    body: {
      model: 'demo-chat',
      tools: [
        { type: 'function', function: { name: 'get_weather', parameters: schema } },
        { type: 'function', function: { name: 'get_time' } },
        { type: 'custom', custom: { name: 'note' } },
      ],
    },
    thinking: { reasoning_effort: 'high', logprobs: true, stream_options: { include_usage: true } },
    checkDocument: checkChatResponse,
    checkStream: checkChatStream,
  },
} as const

const prompts = [
  'Hello',
  'use get_weather, get_time and note: milk',
  'get_weather x4',
  'search the web, redacted',
  'please refuse',
  '[demo:pause]',
  '[demo:words 300]',
  '🙂 "quotes" \\ and\nlines',
  '',
]

describe.each(['messages', 'chat'] as const)('every %s answer', (format) => {
  const { path, body, thinking, checkDocument, checkStream } = doors[format]
  const post = async (more: object): Promise<string> => {
    const response = await fetch(provider.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...body, ...more }),
    })
    return response.text()
  }

  // The messages vendor refuses an empty text.
  test.each(prompts.filter((prompt) => prompt !== '' || format === 'chat'))('to %j is what a strict reader expects', async (prompt) => {
    for (const settings of [{}, thinking]) {
      const { stream_options: _, ...plain } = settings as { stream_options?: object }
      const messages = [{ role: 'user', content: prompt }]
      expect(checkDocument(JSON.parse(await post({ messages, ...plain })))).toStrictEqual([])
      expect(checkStream(await post({ messages, ...settings, stream: true }))).toStrictEqual([])
    }
  })

  test('that fails in the middle of its stream ends there', async () => {
    expect(checkStream(await post({ messages: [{ role: 'user', content: '[demo:error-event]' }], stream: true }))).toStrictEqual([])
  })
})
