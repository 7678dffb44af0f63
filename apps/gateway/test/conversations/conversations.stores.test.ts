import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const { kinds } = await openStores()
const recorder = await startRecorder()
const foreign = ['demo-messages', 'demo-chat', 'demo-contents', 'stateless-responses'] as const
const all = [...foreign, 'demo-responses'] as const

async function textsOf(client: OpenAI, id: string): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const item of client.conversations.items.list(id, { order: 'asc', limit: 2 })) {
    if (item.type === 'message') for (const part of item.content) if ('text' in part) texts.push(part.text)
  }
  return texts
}

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => startGateway({ channels: recorder.channels, ...dropAbsent(await create()) }))()
  const clientOf = async (options = {}): Promise<OpenAI> => openaiClient((await started).url, options)

  test.each(all)('%s: a conversation grows by what is asked and answered in it, streamed or not', async (model) => {
    const client = await clientOf()
    const { id } = await client.conversations.create({
      items: [{ type: 'message', role: 'developer', content: 'be brief about figs' }],
      metadata: { topic: 'figs' },
    })
    const first = await client.responses.create({ model, input: 'question one', conversation: id })
    expect(first.conversation).toEqual({ id })
    for await (const event of await client.responses.create({ model, input: 'question two', conversation: { id }, stream: true }))
      if (event.type === 'response.completed') expect(event.response.conversation).toEqual({ id })
    const told = JSON.stringify(recorder.seen.at(-1)?.body)
    for (const text of ['be brief about figs', 'question one', 'question two']) expect(told).toContain(text)
    expect(told).not.toContain(id)
    const texts = await textsOf(client, id)
    expect(texts.length).toBe(5)
    expect(texts[0]).toBe('be brief about figs')
    expect([texts[1], texts[3]]).toEqual(['question one', 'question two'])
  })

  test('a tool loop in a conversation', async () => {
    const client = await clientOf()
    const model = 'demo-messages'
    const tools: OpenAI.Responses.FunctionTool[] = [
      { type: 'function', name: 'get_weather', strict: false, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    ]
    const { id } = await client.conversations.create()
    const first = await client.responses.create({ model, tools, input: 'use get_weather city=Oslo', conversation: id })
    const call = first.output.find((item) => item.type === 'function_call')
    const output = { type: 'function_call_output', call_id: call?.call_id ?? '', output: '12 degrees' } as const
    const second = await client.responses.create({ model, tools, input: [output], conversation: id })
    expect(second.output_text).toContain('12 degrees')
    const types: string[] = []
    for await (const item of client.conversations.items.list(id, { order: 'asc' })) types.push(item.type)
    expect(types).toEqual(['message', 'message', 'function_call', 'function_call_output', 'message'])
  })

  test('a conversation is shown, changed, and deleted with all that was in it', async () => {
    const client = await clientOf()
    const made = await client.conversations.create({ metadata: { a: '1' } })
    expect(made).toMatchObject({ object: 'conversation', metadata: { a: '1' } })
    expect(made.id).toMatch(/^conv_/)
    expect(await client.conversations.retrieve(made.id)).toEqual(made)
    expect(await client.conversations.update(made.id, { metadata: { b: '2' } })).toEqual({ ...made, metadata: { b: '2' } })
    await client.responses.create({ model: 'demo-chat', input: 'hi', conversation: made.id })
    expect(await client.conversations.delete(made.id)).toEqual({ id: made.id, object: 'conversation.deleted', deleted: true })
    const gone = { status: 404, code: null, message: `404 Conversation with id '${made.id}' not found.` }
    expect(await statusOf(client.conversations.items.list(made.id))).toMatchObject({ status: 404 })
    expect(await statusOf(client.responses.create({ model: 'demo-chat', input: 'x', conversation: made.id }))).toMatchObject(gone)
  })

  test('items are put in, read, listed and deleted one by one, and the next answer knows of it', async () => {
    const client = await clientOf()
    const { id } = await client.conversations.create()
    const items = ['red', 'green', 'blue'].map((content) => ({ type: 'message', role: 'user', content }) as const)
    const added = await client.conversations.items.create(id, { items })
    expect(added.data.length).toBe(3)
    const [first, second] = added.data
    expect(await client.conversations.items.retrieve(first?.id ?? '', { conversation_id: id })).toMatchObject({
      role: 'user',
      content: [{ type: 'input_text', text: 'red' }],
    })
    expect(await client.conversations.items.delete(second?.id ?? '', { conversation_id: id })).toMatchObject({ id, object: 'conversation' })
    expect(await textsOf(client, id)).toEqual(['red', 'blue'])
    await client.responses.create({ model: 'demo-chat', input: 'which?', conversation: id })
    const told = JSON.stringify(recorder.seen.at(-1)?.body)
    expect(told).toContain('red')
    expect(told).not.toContain('green')
    expect(await statusOf(client.conversations.items.retrieve(second?.id ?? '', { conversation_id: id }))).toMatchObject({ status: 404 })
    const newest = await client.conversations.items.list(id, { limit: 1 })
    expect(newest.data[0]).toMatchObject({ role: 'assistant' })
  })

  test('answers that end at the same time are appended one after the other, and none is lost', async () => {
    const client = await clientOf()
    const { id } = await client.conversations.create()
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    await Promise.all(
      numbers.map((number) => client.responses.create({ model: 'demo-chat', input: `number ${number}.`, conversation: id })),
    )
    const texts = await textsOf(client, id)
    expect(texts.length).toBe(24)
    // Input and answer of one request stand together.
    for (let at = 0; at < texts.length; at += 2) expect(texts[at + 1]).toContain(texts[at])
    expect(new Set(texts).size).toBe(24)
  })

  test("another key's conversation looks like one that never was", async () => {
    const mine = await clientOf()
    const { id } = await mine.conversations.create({ items: [{ type: 'message', role: 'user', content: 'mine' }] })
    const other = await clientOf({ apiKey: await (await started).issue() })
    for (const attempt of [
      () => other.conversations.retrieve(id),
      () => other.conversations.update(id, { metadata: {} }),
      () => other.conversations.items.list(id),
      () => other.conversations.items.create(id, { items: [] }),
      () => other.conversations.delete(id),
      () => other.responses.create({ model: 'demo-messages', input: 'x', conversation: id }),
    ])
      expect(await statusOf(attempt())).toMatchObject({ status: 404, message: `404 Conversation with id '${id}' not found.` })
    expect((await mine.conversations.retrieve(id)).id).toBe(id)
  })

  test('what is wrong is named', async () => {
    const client = await clientOf()
    const metadata = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v']))
    expect(await statusOf(client.conversations.create({ metadata }))).toMatchObject({ status: 400, param: 'metadata' })
    const items = [{ type: 'message', role: 'user', content: 7 as never }] as const
    expect(await statusOf(client.conversations.create({ items: [...items] }))).toMatchObject({ status: 400, param: 'items[0].content' })
    const { id } = await client.conversations.create()
    expect(await statusOf(client.conversations.items.list(id, { limit: 101 }))).toMatchObject({ status: 400, param: 'limit' })
    expect(await statusOf(client.conversations.items.list(id, { after: 'nothing' }))).toMatchObject({ status: 400, param: 'after' })
    const both = { model: 'demo-chat', input: 'x', conversation: id, previous_response_id: 'resp_1' }
    expect(await statusOf(client.responses.create(both))).toMatchObject({ status: 400, param: 'conversation' })
  })

  test('what nobody here knows is asked of the one upstream that keeps conversations', async () => {
    const client = await clientOf()
    expect(await statusOf(client.conversations.retrieve('conv_elsewhere'))).toMatchObject({ status: 404 })
    expect(recorder.seen.at(-1)).toMatchObject({ method: 'GET', path: '/v1/conversations/conv_elsewhere' })
    await statusOf(client.responses.create({ model: 'demo-responses', input: 'x', conversation: 'conv_elsewhere' }))
    expect(recorder.seen.at(-1)?.body).toMatchObject({ conversation: 'conv_elsewhere' })
  })
})
