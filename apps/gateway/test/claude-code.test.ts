import Anthropic from '@anthropic-ai/sdk'
import { beforeAll, expect, test } from 'vitest'
import { png } from './media.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

/** Request in the shape of Claude Code's, for any model name that it does not know as an old one. */
const turn = (model: string, messages: readonly unknown[]): object => ({
  model,
  max_tokens: 32_000,
  stream: true,
  system: [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.330; cc_entrypoint=cli; cch=0000' },
    { type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } },
  ],
  messages,
  tools: [
    {
      name: 'Bash',
      description: 'Runs a command',
      input_schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { command: { type: 'string' } },
        required: ['command'],
        additionalProperties: false,
      },
    },
    { name: 'ToolSearch', description: 'Finds tools', input_schema: { type: 'object', properties: { query: { type: 'string' } } } },
    { name: 'Deferred', description: 'Later', input_schema: { type: 'object' }, defer_loading: true },
  ],
  thinking: { type: 'adaptive', display: 'omitted' },
  output_config: { effort: 'high' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  metadata: { user_id: '{"device_id":"d","session_id":"s"}' },
})

const betas =
  'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,per-turn-control-2026-07-01,effort-2025-11-24,advanced-tool-use-2025-11-20'

async function run(model: string, messages: readonly unknown[]): Promise<Anthropic.Message> {
  const answer = await post(`${gateway.url}/v1/messages?beta=true`, turn(model, messages), {
    'anthropic-beta': betas,
    'x-app': 'cli',
    'anthropic-dangerous-direct-browser-access': 'true',
  })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  // Folded by the SDK's own accumulator, from the very bytes.
  const stream = new ReadableStream({
    start(controller) {
      for (const event of answer.text.split('\n\n')) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined && /^event: (?!ping)/m.test(event)) controller.enqueue(new TextEncoder().encode(`${data}\n`))
      }
      controller.close()
    },
  })
  const { MessageStream } = await import('@anthropic-ai/sdk/lib/MessageStream')
  return MessageStream.fromReadableStream(stream).finalMessage()
}

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const

test.each(models)('client 1.5: a session of Claude Code runs on %s', async (model) => {
  const opening = [
    { role: 'user', content: [{ type: 'text', text: 'Use Bash command=ls', cache_control: { type: 'ephemeral' } }] },
    { role: 'system', content: 'The working directory is empty.' },
  ]
  const first = await run(model, opening)
  expect(first.stop_reason).toBe('tool_use')
  const call = first.content.find((block) => block.type === 'tool_use')
  expect(call).toMatchObject({ name: 'Bash', input: { command: 'ls' } })
  const second = await run(model, [
    ...opening,
    { role: 'assistant', content: first.content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id, content: 'README.md' }] },
  ])
  expect(second.stop_reason).toBe('end_turn')
  expect(second.content.map((block) => (block.type === 'text' ? block.text : '')).join('')).toContain('README.md')
})

test.each(models)(
  'client 1.5: what a tool search brought, and a change of effort within the conversation, are understood by %s',
  async (model) => {
    const messages = [
      { role: 'user', content: 'find a tool' },
      { role: 'system', content: [{ type: 'text', text: 'Think harder.' }], output_config: { effort: 'high' } },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'ToolSearch', input: { query: 'later' } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'tool_reference', tool_name: 'Deferred' }] }],
      },
    ]
    const moved = model === 'demo-messages' ? messages.filter(({ role }) => role !== 'system') : messages
    expect((await run(model, moved)).stop_reason).toBe('end_turn')
  },
)

test.each(models)('client 1.5: an image inside a tool result arrives at %s', async (model) => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
  const answer = await run(model, [
    { role: 'user', content: 'Read the picture' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'cat a.png' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'here' }, image] }] },
  ])
  expect(answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')).toContain('image/png')
})

test.each(models)(
  'client 1.7: a message thread is refused for %s in the words upon which the SDK sends the whole history',
  async (model) => {
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
    for (const [thread, status, code] of [
      [{ type: 'create' }, 400, 'thread_unsupported_request'],
      [{ type: 'continue', previous_message_id: 'msg_1' }, 404, 'thread_not_found'],
    ] as const) {
      const error: unknown = await client.beta.messages
        .create({
          model,
          max_tokens: 100,
          messages: [{ role: 'user', content: 'hi' }],
          betas: ['message-threads-2026-08-12'],
          thread,
        } as never) // newer than the types
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status, error: { error: { details: { error_code: code } } } })
    }
  },
)

test('client 2: the twenty-five counts that it sends at once are all answered', async () => {
  const counts = await Promise.all(
    Array.from({ length: 25 }, () => {
      const { max_tokens: _max, stream: _stream, ...body } = turn('demo-chat', [{ role: 'user', content: 'hi' }]) as Record<string, unknown> // an object literal
      return post(`${gateway.url}/v1/messages/count_tokens?beta=true`, body, { 'anthropic-beta': `${betas},token-counting-2024-11-01` })
    }),
  )
  for (const { status, text } of counts) expect([status, text]).toEqual([200, expect.stringMatching(/^\{"input_tokens":\d+\}$/)])
})

test('client 2: it asks with HEAD whether anybody is there', async () => {
  expect((await fetch(gateway.url, { method: 'HEAD' })).status).toBe(200)
})
