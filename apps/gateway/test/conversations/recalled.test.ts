import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, stepCountIs, streamText, tool, type ModelMessage } from 'ai'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const recorder = await startRecorder()
const gateway = await startGateway({ channels: recorder.channels })
const client = openaiClient(gateway.url)
const foreign = ['demo-messages', 'demo-chat', 'demo-contents'] as const
const all = [...foreign, 'stateless-responses', 'demo-responses'] as const

const image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const detailed = { role: 'user' as const, content: [{ type: 'input_image' as const, image_url: image, detail: 'low' as const }] }

describe('references to items of earlier answers, as the AI SDK sends them', () => {
  const provider = createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any' })
  const weather = tool({
    description: 'The weather of a city',
    inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
    execute: async ({ city }) => `sunny in ${city}`,
  })

  test.each(foreign)('%s: a tool loop and a second question', async (model) => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'use get_weather city=Oslo' }]
    const first = await generateText({
      model: provider.responses(model),
      messages,
      tools: { get_weather: weather },
      stopWhen: stepCountIs(3),
      providerOptions: { openai: { forceReasoning: true, reasoningEffort: 'medium', reasoningSummary: 'auto' } },
    })
    expect(first.text).toContain('sunny in Oslo')
    messages.push(...first.response.messages, { role: 'user', content: 'thank you' })
    const second = streamText({ model: provider.responses(model), messages, tools: { get_weather: weather } })
    expect(await second.text).toContain('thank you')
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('sunny in Oslo')
  })

  test('an item by its id, once, and another key cannot get at it', async () => {
    const first = await client.responses.create({ model: 'demo-messages', input: 'say pear' })
    const id = first.output[0]?.id ?? ''
    const input: OpenAI.Responses.ResponseInput = [
      { type: 'item_reference', id },
      { role: 'user', content: 'and?' },
    ]
    await client.responses.create({ model: 'demo-chat', input })
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('say pear')
    await client.responses.create({ model: 'demo-chat', input, previous_response_id: first.id })
    expect(recorder.seen.at(-1)?.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: 'and?' },
    ])
    const other = await statusOf(client.responses.create({ model: 'demo-chat', input: [{ type: 'item_reference', id: 'msg_unknown_0' }] }))
    expect(other).toMatchObject({ status: 400, param: 'input[0]' })
  })
})

describe('what is told of recalled items', () => {
  test('a loss in what came before is told at the field that named it, once', async () => {
    const rich = await client.responses.create({
      model: 'demo-messages',
      input: [
        detailed,
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: image, detail: 'low' },
            { type: 'input_text', text: 'what?' },
          ],
        },
      ],
    })
    const { response } = await client.responses
      .create({ model: 'demo-messages', input: [detailed], previous_response_id: rich.id }, { headers: { 'interlingua-explain': '1' } })
      .withResponse()
    const notices = decodeURIComponent(response.headers.get('interlingua-notices-full') ?? '')
    expect(notices).toContain('/previous_response_id')
    expect(notices).toContain('/input/0/content/0')
    expect(notices).not.toContain('/input/1')
    expect(notices.split('/previous_response_id').length).toBe(2)
  })

  test('what cannot be said of what came before is refused by the field that named it', async () => {
    const listed = { type: 'mcp_list_tools' as const, id: 'mcpl_1', server_label: 'files', tools: [] }
    const { id } = await client.conversations.create({ items: [listed, { role: 'user', content: 'hello' }] })
    const refused = client.responses.create(
      { model: 'demo-messages', input: 'go on', conversation: id },
      { headers: { 'interlingua-policy': 'reject-any' } },
    )
    expect(await statusOf(refused)).toMatchObject({ status: 400, param: 'conversation' })
  })
})

describe('counting', () => {
  test.each(all)('%s: what came before counts', async (model) => {
    const count = async (body: object): Promise<number> => (await client.responses.inputTokens.count({ model, ...body })).input_tokens
    const first = await client.responses.create({ model, input: `${'a long story '.repeat(50)}` })
    const alone = await count({ input: 'go on' })
    const after = await count({ input: 'go on', previous_response_id: first.id })
    expect(after).toBeGreaterThan(alone + 100)
    const { id } = await client.conversations.create({ items: [{ type: 'message', role: 'user', content: 'a long story '.repeat(50) }] })
    expect(await count({ input: 'go on', conversation: id })).toBeGreaterThan(alone + 100)
  })

  test('what is wrong in the count of a conversation is named by its own place', async () => {
    const first = await client.responses.create({ model: 'demo-messages', input: 'x' })
    const wrong = { model: 'demo-messages', input: [{ role: 'user', content: 5 as never }], previous_response_id: first.id } as const
    expect(await statusOf(client.responses.inputTokens.count({ ...wrong, input: [...wrong.input] }))).toMatchObject({
      status: 400,
      param: 'input[0].content',
    })
    expect(await statusOf(client.responses.create({ ...wrong, input: [...wrong.input] }))).toMatchObject({
      status: 400,
      param: 'input[0].content',
    })
  })
})

describe('nonsense in the fields of state', () => {
  const model = 'demo-chat'
  test.each([
    ['previous_response_id', 7, 'previous_response_id'],
    ['previous_response_id', '', 'previous_response_id'],
    ['previous_response_id', { id: 'resp_1' }, 'previous_response_id'],
    ['previous_response_id', `resp_${'x'.repeat(100_000)}`, 'previous_response_id'],
    ['previous_response_id', "resp_' OR 1=1 --", 'previous_response_id'],
    ['previous_response_id', '\u0000', 'previous_response_id'],
    ['conversation', 7, 'conversation'],
    ['conversation', {}, 'conversation'],
    ['conversation', { id: null }, 'conversation'],
    ['conversation', [], 'conversation'],
  ])('%s: %j', async (field, value, param) => {
    const body = { model, input: 'x', [field]: value } as never
    expect(await statusOf(client.responses.create(body))).toMatchObject({ status: 400, param })
    expect(await statusOf(client.responses.inputTokens.count(body))).toMatchObject({ status: 400, param })
  })

  test('null is absent', async () => {
    const answer = await client.responses.create({
      model,
      input: 'x',
      previous_response_id: null,
      conversation: null,
      store: null,
      background: null,
    })
    expect(answer).toMatchObject({ status: 'completed', store: true })
  })

  test.each(['/v1/responses/..%2fmodels', '/v1/responses/%2e%2e/input_items', '/v1/conversations/a%20b', '/v1/responses/a;b'])(
    '%s reaches no upstream',
    async (path) => {
      const before = recorder.seen.length
      const answer = await fetch(gateway.url + path, { headers: { authorization: 'Bearer any' } })
      expect(answer.status).toBe(404)
      expect(recorder.seen.length).toBe(before)
    },
  )
})

describe('an output that names its tool alone', () => {
  const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object', properties: {} }, strict: false }]
  // The SDK's types have the name; its older ones demand an id.
  const nameless = (name: string) => ({ type: 'function_call_output' as const, name, output: 'waves' }) as never

  test.each(foreign)('%s: is the output of the call that an earlier answer made', async (model) => {
    const first = await client.responses.create({ model, input: 'Look [demo:calls 1]', tools })
    const second = await client.responses.create({ model, input: [nameless('look')], tools, previous_response_id: first.id })
    expect(second.status).toBe('completed')
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('waves')
    const lost = statusOf(client.responses.create({ model, input: [nameless('see')], tools, previous_response_id: first.id }))
    expect(await lost).toMatchObject({ status: 400, param: 'input' })
    const two = await client.responses.create({ model, input: 'Look [demo:calls 2]', tools })
    const either = statusOf(client.responses.create({ model, input: [nameless('look')], tools, previous_response_id: two.id }))
    expect(await either).toMatchObject({ status: 400, param: 'input[0].call_id' })
  })
})
