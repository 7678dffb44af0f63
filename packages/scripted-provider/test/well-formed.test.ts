import {
  checkChatResponse,
  checkChatStream,
  checkContentsResponse,
  checkContentsStream,
  checkMessagesResponse,
  checkMessagesStream,
  checkResponsesResponse,
  checkResponsesStream,
} from '@interlingua/testkit'
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
  responses: {
    path: '/v1/responses',
    body: {
      model: 'demo-responses',
      tools: [
        { type: 'function', name: 'get_weather', parameters: schema },
        { type: 'namespace', name: 'clocks', description: 'Clocks', tools: [{ type: 'function', name: 'get_time' }] },
        { type: 'custom', name: 'note' },
        { type: 'web_search' },
        { type: 'image_generation' },
        { type: 'code_interpreter', container: { type: 'auto' } },
      ],
    },
    thinking: {
      reasoning: { effort: 'high', summary: 'auto' },
      top_logprobs: 2,
      include: ['reasoning.encrypted_content', 'code_interpreter_call.outputs'],
    },
    checkDocument: checkResponsesResponse,
    checkStream: checkResponsesStream,
  },
  contents: {
    path: '/v1beta/models/demo-contents:generateContent',
    body: { tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }, { name: 'get_time' }] }] },
    thinking: { generationConfig: { thinkingConfig: { includeThoughts: true }, candidateCount: 2, responseLogprobs: true, logprobs: 2 } },
    checkDocument: checkContentsResponse,
    checkStream: checkContentsStream,
  },
} as const
type Format = keyof typeof doors
const formats = ['messages', 'chat', 'responses', 'contents'] as const satisfies readonly Format[]

/** A body with a user's prompt in the format's own field. */
function asked(format: Format, prompt: string): object {
  if (format === 'responses') return { input: prompt }
  if (format === 'contents') return { contents: [{ role: 'user', parts: [{ text: prompt }] }] }
  return { messages: [{ role: 'user', content: prompt }] }
}

const prompts = [
  'Hello',
  'use get_weather, get_time and note: milk',
  'get_weather x4',
  'search the web, redacted',
  'please refuse',
  '[demo:pause]',
  '[demo:calls 4]',
  '[demo:think max]',
  '[demo:block]',
  '[demo:finish content-filter]',
  'draw a cat',
  'run some code',
  '[demo:words 300]',
  '🙂 "quotes" \\ and\nlines',
  '',
]

describe.each(formats)('every %s answer', (format) => {
  const { path, body, thinking, checkDocument, checkStream } = doors[format]
  const post = async (prompt: string, stream: boolean, more: object = {}): Promise<string> => {
    const response = await fetch(provider.url + (stream && format === 'contents' ? `${path.replace(':g', ':streamG')}?alt=sse` : path), {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...body, ...asked(format, prompt), ...(format !== 'contents' && { stream }), ...more }),
    })
    return response.text()
  }

  // Messages and contents refuse an empty text, and all formats but contents a blocked prompt.
  const legal = prompts.filter(
    (prompt) => (prompt !== '' || format === 'chat' || format === 'responses') && (prompt !== '[demo:block]' || format === 'contents'),
  )
  test.each(legal)('to %j is what a strict reader expects', async (prompt) => {
    for (const settings of [{}, thinking]) {
      const { stream_options: _, ...plain } = settings as { stream_options?: object }
      expect(checkDocument(JSON.parse(await post(prompt, false, plain)))).toStrictEqual([])
      expect(checkStream(await post(prompt, true, settings))).toStrictEqual([])
    }
  })

  test('that fails in the middle of its stream ends there', async () => {
    const text = await post('[demo:error-event]', true)
    // The strict reader of responses accepts the demo's error frame only as a union of the vendor's two forms.
    if (format !== 'responses') expect(checkStream(text)).toStrictEqual([])
    else expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name).slice(-2)).toStrictEqual(['error', 'response.failed'])
  })
})
