import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'

const { url } = await startGateway({ demo: true })
const client = openaiClient(url)

type Item = OpenAI.Responses.ResponseInputItem

/** Items without the fields that a request may omit. */
const items: Item[] = [
  { role: 'user', content: 'plain' },
  {
    role: 'user',
    content: [{ type: 'input_text', text: 'a' }, { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' } as never],
  },
  { role: 'assistant', content: [{ type: 'output_text', text: 'said' } as never] } as never,
  { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
  {
    type: 'function_call_output',
    call_id: 'c',
    output: [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }],
    status: null,
  },
  { type: 'custom_tool_call', call_id: 'd', name: 'g', input: 'x' },
  { type: 'custom_tool_call_output', call_id: 'd', output: 'y' },
]

/** Fields that the SDK's types require of each item, with the values that stand for absent ones. */
const required: readonly object[] = [
  { type: 'message', status: 'completed', content: [{ type: 'input_text', text: 'plain' }] },
  { type: 'message', status: 'completed', content: [{ type: 'input_text' }, { type: 'input_image', detail: 'auto' }] },
  { type: 'message', status: 'completed', content: [{ type: 'output_text', annotations: [] }] },
  { type: 'function_call', status: 'completed' },
  { type: 'function_call_output', status: 'completed', output: [{ type: 'input_image', detail: 'auto' }] },
  { type: 'custom_tool_call', status: 'completed' },
  { type: 'custom_tool_call_output', status: 'completed' },
].map((item) => ({ id: expect.any(String), ...item }))

test('items of a conversation have all that the types require, as they are added, listed and retrieved', async () => {
  const conversation = await client.conversations.create({ items })
  const listed = await client.conversations.items.list(conversation.id, { order: 'asc' })
  expect(listed.data).toMatchObject(required)
  for (const [index, item] of listed.data.entries())
    expect(await client.conversations.items.retrieve(item.id ?? '', { conversation_id: conversation.id })).toMatchObject(
      required[index] ?? {},
    )
  const added = await client.conversations.items.create(conversation.id, { items })
  expect(added.data).toMatchObject(required)
})

test.each(['demo-messages', 'demo-chat', 'demo-contents'])('input items of a response of %s likewise', async (model) => {
  const { id } = await client.responses.create({ model, input: items })
  const listed = await client.responses.inputItems.list(id, { order: 'asc' })
  expect(listed.data).toMatchObject(required)
})
