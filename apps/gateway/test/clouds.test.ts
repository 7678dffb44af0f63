import AnthropicBedrock from '@anthropic-ai/bedrock-sdk'
import AnthropicVertex from '@anthropic-ai/vertex-sdk'
import type Anthropic from '@anthropic-ai/sdk'
import { APIError } from '@anthropic-ai/sdk'
import {
  BedrockRuntimeClient,
  CountTokensCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime'
import OpenAI from 'openai'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { beforeAll, describe, expect, test } from 'vitest'
import { png } from './media.ts'
import { type RunningGateway, startGateway } from './start-gateway.ts'

const models = ['demo-messages', 'demo-chat', 'demo-responses', 'demo-contents', 'demo-interactions', 'demo-converse'] as const

let gateway: RunningGateway
/** Gateway whose upstreams are the clouds' paths of the first one. */
let behind: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ demo: true })
  const upstream = 'demo-messages'
  behind = await startGateway({
    channels: [
      { name: 'bedrock', format: 'invoke', baseUrl: gateway.url, apiKey: 'any', models: [{ name: 'on-bedrock', upstream }] },
      {
        name: 'vertex',
        format: 'raw-predict',
        baseUrl: `${gateway.url}/v1/projects/p/locations/europe-west4`,
        apiKey: 'any',
        models: [{ name: 'on-vertex', upstream }],
      },
    ],
  })
})

interface Client {
  readonly messages: Pick<Anthropic['messages'], 'create' | 'stream'>
}

/** Authorization by a fixed token. */
const authClient = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer any' })),
} as unknown as NonNullable<NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>['authClient']> // the SDK asks it for headers alone

const clients: readonly (readonly [string, () => Client])[] = [
  [
    '@anthropic-ai/bedrock-sdk',
    () => new AnthropicBedrock({ baseURL: gateway.url, apiKey: 'any', awsRegion: 'eu-central-1', maxRetries: 0 }),
  ],
  [
    '@anthropic-ai/vertex-sdk',
    () =>
      new AnthropicVertex({
        baseURL: `${gateway.url}/v1`,
        region: 'europe-west4',
        projectId: 'p',
        authClient,
        maxRetries: 0,
      }),
  ],
]

const weather: Anthropic.Tool[] = ['get_weather', 'get_time'].map((name) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}))
const textOf = ({ content }: Anthropic.Message): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('')
const say = (content: Anthropic.MessageParam['content']): Anthropic.MessageParam => ({ role: 'user', content })

describe.each(clients)('%s', (name, open) => {
  describe.each(models)('onto %s', (model) => {
    const ask = async (params: Omit<Anthropic.MessageCreateParamsNonStreaming, 'model' | 'max_tokens'>): Promise<Anthropic.Message> => {
      const whole = { max_tokens: 20_000, ...params, model }
      const document = await open().messages.create(whole)
      const streamed = await open().messages.stream(whole).finalMessage()
      const shown = ({ content, stop_reason }: Anthropic.Message): unknown => [
        content.map((block) => ({ ...block, id: '', signature: '' })),
        stop_reason,
      ]
      expect(shown(streamed)).toEqual(shown(document))
      return streamed
    }

    test('text and usage, whole and streamed', async () => {
      const answer = await ask({ system: 'Be brief.', messages: [say('Hello there')] })
      expect(textOf(answer)).toContain('Hello there')
      expect(answer.stop_reason).toBe('end_turn')
      expect(answer.usage.input_tokens).toBeGreaterThan(0)
      expect(answer.usage.output_tokens).toBeGreaterThan(0)
    })

    test('two turns with parallel tools', async () => {
      const question = say('get_weather city=Oslo and get_time city=Rome')
      const first = await ask({ messages: [question], tools: weather })
      const calls = first.content.filter((block) => block.type === 'tool_use')
      expect(calls.map((call) => [call.name, call.input])).toEqual([
        ['get_weather', { city: 'Oslo' }],
        ['get_time', { city: 'Rome' }],
      ])
      const results = calls.map(({ id, name: tool }) => ({ type: 'tool_result' as const, tool_use_id: id, content: `${tool} is fine` }))
      const second = await ask({ messages: [question, { role: 'assistant', content: first.content }, say(results)], tools: weather })
      expect(textOf(second)).toContain('get_weather is fine')
    })

    test('an answer by a schema', async () => {
      const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false } as const
      const answer = await ask({ messages: [say('Plan a trip')], output_config: { format: { type: 'json_schema', schema } } })
      expect(JSON.parse(textOf(answer))).toEqual({ city: expect.any(String) as unknown })
    })

    test('an image, and reasoning that is sent back', async () => {
      const source = { type: 'base64', media_type: 'image/png', data: png } as const
      expect(
        textOf(
          await ask({
            messages: [
              say([
                { type: 'image', source },
                { type: 'text', text: 'What is it?' },
              ]),
            ],
          }),
        ),
      ).not.toBe('')
      const thinking = { type: 'enabled', budget_tokens: 4096 } as const
      const first = await open().messages.create({ model, max_tokens: 20_000, thinking, messages: [say('Think about it')] })
      const messages = [say('Think about it'), { role: 'assistant' as const, content: first.content }, say('Go on')]
      expect(textOf(await open().messages.create({ model, max_tokens: 20_000, thinking, messages }))).toContain('Go on')
    })
  })

  test('errors are those of the SDK, with status and message', async () => {
    const failed = open().messages.create({ model: 'nobody-has-it', max_tokens: 10, messages: [say('Hi')] })
    const error: unknown = await failed.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status: 404, message: expect.stringContaining('nobody-has-it') as unknown })
    const wrong = await open()
      .messages.create({ model: 'demo-chat', max_tokens: 10, messages: [{ role: 'user', content: 5 as never }] })
      .catch((reason: unknown) => reason)
    expect(wrong).toMatchObject({ status: 400, message: expect.stringContaining('messages') as unknown })
  })

  test('an abort ends the call', async () => {
    const stream = open().messages.stream({ model: 'demo-messages', max_tokens: 1000, messages: [say('A long story')] })
    stream.on('streamEvent', () => stream.abort())
    await expect(stream.finalMessage()).rejects.toThrow(/abort/i)
  })
})

describe("Bedrock's own client", () => {
  const open = (): BedrockRuntimeClient =>
    new BedrockRuntimeClient({
      endpoint: gateway.url,
      region: 'eu-central-1',
      token: { token: 'any' },
      authSchemePreference: ['httpBearerAuth'],
      requestHandler: new NodeHttpHandler(),
      maxAttempts: 1,
    })
  const body = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 100, messages: [say('Hello there')] }

  test('invokes a model whose id is encoded whole, and an ARN with slashes', async () => {
    const answer = await open().send(
      new InvokeModelCommand({ modelId: 'demo-chat', body: JSON.stringify(body), contentType: 'application/json' }),
    )
    expect(textOf(JSON.parse(new TextDecoder().decode(answer.body)) as Anthropic.Message)).toContain('Hello there')
    const arn = 'arn:aws:bedrock:eu-central-1:1:inference-profile/abc'
    const failed = open().send(new InvokeModelCommand({ modelId: arn, body: JSON.stringify(body) }))
    await expect(failed).rejects.toMatchObject({ name: 'ResourceNotFoundException', message: expect.stringContaining(arn) as unknown })
  })

  test.each(models)('invokes %s with a stream, whose events are those of Messages', async (modelId) => {
    const { body: events } = await open().send(new InvokeModelWithResponseStreamCommand({ modelId, body: JSON.stringify(body) }))
    const seen: Anthropic.RawMessageStreamEvent[] = []
    for await (const { chunk } of events ?? [])
      if (chunk?.bytes) seen.push(JSON.parse(new TextDecoder().decode(chunk.bytes)) as Anthropic.RawMessageStreamEvent)
    const text = seen.flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? [event.delta.text] : [],
    )
    expect(text.join('')).toContain('Hello there')
    expect([seen[0]?.type, seen.at(-1)?.type]).toEqual(['message_start', 'message_stop'])
  })

  test('is told of a failure before the stream by its status', async () => {
    const failed = open().send(new InvokeModelWithResponseStreamCommand({ modelId: 'nobody-has-it', body: JSON.stringify(body) }))
    await expect(failed).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  test('counts tokens', async () => {
    const counted = new TextEncoder().encode(JSON.stringify(body))
    const { inputTokens } = await open().send(
      new CountTokensCommand({ modelId: 'demo-messages', input: { invokeModel: { body: counted } } }),
    )
    expect(inputTokens).toBeGreaterThan(0)
  })

  test('is refused for a guardrail, which no other service looks at', async () => {
    const refused = open().send(
      new InvokeModelCommand({ modelId: 'demo-chat', body: JSON.stringify(body), guardrailIdentifier: 'g', guardrailVersion: '1' }),
    )
    await expect(refused).rejects.toMatchObject({ name: 'ValidationException', message: expect.stringContaining('guardrail') as unknown })
  })

  test('is refused, in its own words, for a body of another family and without a key', async () => {
    const titan = open().send(new InvokeModelCommand({ modelId: 'demo-chat', body: JSON.stringify({ inputText: 'Hi' }) }))
    await expect(titan).rejects.toMatchObject({ name: 'ValidationException', message: expect.stringContaining('/converse') as unknown })
    const { status, headers } = await fetch(`${gateway.url}/model/demo-chat/invoke`, { method: 'POST', body: JSON.stringify(body) })
    expect([status, headers.get('x-amzn-errortype')]).toEqual([401, 'UnrecognizedClientException'])
  })
})

describe.each(['on-bedrock', 'on-vertex'])('the upstream %s', (model) => {
  const openai = (): OpenAI => new OpenAI({ baseURL: `${behind.url}/v1`, apiKey: 'any', maxRetries: 0 })

  test('answers clients of other formats, whole and streamed', async () => {
    const messages = [{ role: 'user' as const, content: 'Hello there' }]
    const whole = await openai().chat.completions.create({ model, messages })
    expect(whole.choices[0]?.message.content).toContain('Hello there')
    const streamed = openai().chat.completions.stream({ model, messages })
    expect((await streamed.finalChatCompletion()).choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
    expect(whole.usage?.prompt_tokens).toBeGreaterThan(0)
  })

  test('gives its errors and counts to clients of Messages', async () => {
    const headers = { 'x-api-key': 'any', 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${behind.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const counted = await post('/v1/messages/count_tokens', { model, messages: [say('Hello there')] })
    expect(((await counted.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(0)
    const failed = await post('/v1/messages', {
      model,
      max_tokens: 1,
      messages: [say('Hi')],
      thinking: { type: 'enabled', budget_tokens: 5 },
    })
    expect([failed.status, await failed.json()]).toEqual([200, expect.anything()])
  })

  test('loses a beta that the cloud does not know with a notice, and no other', async () => {
    const headers = {
      'x-api-key': 'any',
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-1m-2025-08-07,fast-mode-2026-02-01',
      'interlingua-policy': 'report',
    }
    const body = JSON.stringify({ model, max_tokens: 10, messages: [say('Hi')], speed: 'fast' })
    const answer = await fetch(`${behind.url}/v1/messages`, { method: 'POST', headers, body })
    expect([answer.status, answer.headers.get('interlingua-notices')]).toEqual([
      200,
      expect.stringMatching(/cloud\/beta-refused.*cloud\/beta-field|cloud\/beta-field.*cloud\/beta-refused/),
    ])
  })
})
