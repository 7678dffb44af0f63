import AnthropicBedrock from '@anthropic-ai/bedrock-sdk'
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
  type ContentBlock,
  type ConverseCommandInput,
  type Message,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime'
import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from '../../../packages/upstreams/test/aws-server.ts'
import { fold } from './clients/converse-driver.ts'
import { png } from './media.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

const upstreams = ['messages', 'chat', 'responses', 'contents', 'interactions', 'converse'] as const

let provider: ScriptedProvider
let gateway: RunningGateway
beforeAll(async () => {
  provider = await startScriptedProvider()
  gateway = await startGateway({
    channels: upstreams.map((format) => ({
      name: format,
      format,
      baseUrl: provider.url,
      apiKey: 'any',
      models: [
        `demo-${format}`,
        ...(format === 'converse' ? [{ name: 'arn:aws:bedrock:eu-central-1:1:inference-profile/abc', upstream: 'demo-converse' }] : []),
      ],
    })),
  })
})
afterAll(() => provider.close())

function open(base = ''): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    endpoint: `${gateway.url}${base}`,
    region: 'eu-central-1',
    token: { token: 'any' },
    authSchemePreference: ['httpBearerAuth'],
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
  })
}

interface Said {
  readonly content: readonly ContentBlock[]
  readonly stopReason: string | undefined
  readonly usage: TokenUsage | undefined
}

const user = (...content: ContentBlock[]): Message => ({ role: 'user', content })
const textOf = ({ content }: Pick<Said, 'content'>): string => content.map(({ text = '' }) => text).join('')

async function converse(input: ConverseCommandInput): Promise<Said> {
  const { output, stopReason, usage, metrics } = await open().send(new ConverseCommand(input))
  expect(metrics?.latencyMs).toBeGreaterThanOrEqual(0)
  return { content: output?.message?.content ?? [], stopReason, usage }
}

async function stream(input: ConverseCommandInput): Promise<Said> {
  const { stream: events } = await open().send(new ConverseStreamCommand(input))
  return fold(events ?? expect.fail('no stream'))
}

const tools = ['get_weather', 'get_time'].map((name) => ({
  toolSpec: {
    name,
    description: name,
    inputSchema: { json: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  },
}))

/** Blocks without what differs from answer to answer. */
function shown({ content, stopReason }: Said): unknown {
  return [
    content.map(({ text, toolUse, reasoningContent }) => ({
      text,
      call: toolUse && [toolUse.name, toolUse.input],
      thought: reasoningContent?.reasoningText?.text,
    })),
    stopReason,
  ]
}

describe.each(upstreams)("Bedrock's own client, onto %s", (format) => {
  const modelId = `demo-${format}`
  const ask = async (input: Omit<ConverseCommandInput, 'modelId'>): Promise<Said> => {
    const document = await converse({ ...input, modelId })
    const streamed = await stream({ ...input, modelId })
    expect(shown(streamed)).toEqual(shown(document))
    return streamed
  }

  test('text and usage, whole and streamed', async () => {
    const answer = await ask({
      system: [{ text: 'Be brief.' }],
      messages: [user({ text: 'Hello there' })],
      inferenceConfig: { maxTokens: 500 },
    })
    expect(textOf(answer)).toContain('Hello there')
    expect(answer.stopReason).toBe('end_turn')
    expect(answer.usage?.inputTokens).toBeGreaterThan(0)
    expect(answer.usage?.totalTokens).toBe((answer.usage?.inputTokens ?? 0) + (answer.usage?.outputTokens ?? 0))
  })

  test('two turns with parallel tools', async () => {
    const question = user({ text: 'get_weather city=Oslo and get_time city=Rome' })
    const first = await ask({ messages: [question], toolConfig: { tools } })
    const calls = first.content.flatMap(({ toolUse }) => toolUse ?? [])
    expect(calls.map((call) => [call.name, call.input])).toEqual([
      ['get_weather', { city: 'Oslo' }],
      ['get_time', { city: 'Rome' }],
    ])
    expect(first.stopReason).toBe('tool_use')
    const results = calls.map(({ toolUseId, name }): ContentBlock => ({
      toolResult: { toolUseId, content: [{ text: `${name} is fine` }], status: 'success' },
    }))
    const second = await ask({
      messages: [question, { role: 'assistant', content: [...first.content] }, user(...results)],
      toolConfig: { tools },
    })
    expect(textOf(second)).toContain('get_weather is fine')
  })

  test('an image', async () => {
    const image: ContentBlock = { image: { format: 'png', source: { bytes: Buffer.from(png, 'base64') } } }
    expect(textOf(await ask({ messages: [user(image, { text: 'What is it?' })] }))).not.toBe('')
  })

  test('reasoning that is sent back', async () => {
    const thinking = {
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 4096 } },
      inferenceConfig: { maxTokens: 20_000 },
    }
    const messages = [user({ text: '[demo:think] Think about it' })]
    const first = await converse({ modelId, messages, ...thinking })
    const second = await converse({
      modelId,
      messages: [...messages, { role: 'assistant', content: [...first.content] }, user({ text: 'Go on' })],
      ...thinking,
    })
    expect(textOf(second)).toContain('Go on')
  })

  test('errors are those of the client, with status and message', async () => {
    const failed = converse({ modelId, messages: [user({ text: '[demo:rate-limit retry-after=1] Hi' })] })
    await expect(failed).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } })
    const cut = stream({ modelId, messages: [user({ text: '[demo:cut-clean] Tell me more.' })] })
    await expect(cut).rejects.toThrow()
    const broken = stream({ modelId, messages: [user({ text: '[demo:error-event] Tell me more.' })] })
    await expect(broken).rejects.toThrow()
  })

  test('an abort ends the call, at the upstream too', async () => {
    const { abandoned } = provider.stats()
    const abort = new AbortController()
    const { stream: events } = await open().send(
      new ConverseStreamCommand({ modelId, messages: [user({ text: '[demo:slow 200ms] A long story' })] }),
      { abortSignal: abort.signal },
    )
    for await (const event of events ?? []) {
      if (event.contentBlockDelta === undefined) continue
      abort.abort()
      break
    }
    await expect.poll(() => provider.stats().abandoned).toBeGreaterThan(abandoned)
  })
})

test('counts tokens, of every upstream', async () => {
  for (const format of upstreams) {
    const input = { converse: { messages: [user({ text: 'Hello there' })], system: [{ text: 'Be brief.' }] } }
    const { inputTokens } = await open().send(new CountTokensCommand({ modelId: `demo-${format}`, input }))
    expect(inputTokens).toBeGreaterThan(0)
  }
})

test('takes an ARN however it is escaped, and a path before that of the model', async () => {
  const arn = 'arn:aws:bedrock:eu-central-1:1:inference-profile/abc'
  expect(textOf(await converse({ modelId: arn, messages: [user({ text: 'Hello there' })] }))).toContain('Hello there')
  const { output } = await open('/bedrock').send(new ConverseCommand({ modelId: arn, messages: [user({ text: 'Hello there' })] }))
  expect(textOf({ content: output?.message?.content ?? [] })).toContain('Hello there')
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'Hello there' }] }] })
  for (const spelled of [arn, arn.replaceAll('/', '%2F'), encodeURIComponent(arn)]) {
    const { status } = await fetch(`${gateway.url}/model/${spelled}/converse`, { method: 'POST', headers, body })
    expect([spelled, status]).toEqual([spelled, 200])
  }
})

test('is refused in its own words: without a key, for an unknown model, for a body that is none, and for a guardrail elsewhere', async () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'Hi' }] }] })
  const { status, headers } = await fetch(`${gateway.url}/model/demo-chat/converse`, { method: 'POST', body })
  expect([status, headers.get('x-amzn-errortype')]).toEqual([403, 'UnrecognizedClientException'])
  const hi = [user({ text: 'Hi' })]
  await expect(converse({ modelId: 'nobody-has-it', messages: hi })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: expect.stringContaining('nobody-has-it') as unknown,
  })
  const wrong = converse({ modelId: 'demo-chat', messages: [{ role: 'user', content: [{ text: 5 as never }] }] })
  await expect(wrong).rejects.toMatchObject({ name: 'ValidationException', message: expect.stringContaining('messages') as unknown })
  const guardrailConfig = { guardrailIdentifier: 'g', guardrailVersion: '1' }
  await expect(converse({ modelId: 'demo-chat', messages: hi, guardrailConfig })).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('guardrail') as unknown,
  })
  expect(textOf(await converse({ modelId: 'demo-converse', messages: hi, guardrailConfig }))).toContain('Hi')
})

test('Bedrock answers clients of other formats, whole and streamed', async () => {
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: 'Hello there' }]
  const model = 'demo-converse'
  const whole = await openai.chat.completions.create({ model, messages })
  expect(whole.choices[0]?.message.content).toContain('Hello there')
  expect(whole.model).not.toBe('')
  expect(whole.usage?.prompt_tokens).toBeGreaterThan(0)
  const streamed = await openai.chat.completions.stream({ model, messages }).finalChatCompletion()
  expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
})

describe('a client that signs its calls', () => {
  const ask = { modelId: 'demo-messages', messages: [user({ text: 'Hello there' })] }

  /** `tamper`: changes the body on its way. */
  function signing(secretAccessKey: string, accessKeyId = 'any', tamper = false): BedrockRuntimeClient {
    const http = new NodeHttpHandler()
    const handle: typeof http.handle = (request, options) => {
      Object.assign(request, { body: String(request.body).replace('Hello', 'Howdy') })
      return http.handle(request, options)
    }
    return new BedrockRuntimeClient({
      endpoint: gateway.url,
      region: 'eu-central-1',
      credentials: { accessKeyId, secretAccessKey },
      authSchemePreference: ['sigv4'],
      requestHandler: !tamper ? http : Object.assign(Object.create(http) as NodeHttpHandler, { handle }), // the same handler with another method
      maxAttempts: 1,
    })
  }

  test('is answered, whole and streamed, with the gateway key as both parts of its credentials', async () => {
    const { output } = await signing('any').send(new ConverseCommand(ask))
    expect(output?.message?.content?.[0]?.text).toContain('Hello there')
    const { stream } = await signing('any').send(new ConverseStreamCommand(ask))
    expect(textOf(await fold(stream ?? (async function* () {})()))).toContain('Hello there')
  })

  test("is answered through Anthropic's own client of Bedrock, whole and streamed, and refused with another secret", async () => {
    const open = (awsSecretKey: string): AnthropicBedrock =>
      new AnthropicBedrock({ baseURL: gateway.url, awsAccessKey: 'any', awsSecretKey, awsRegion: 'eu-central-1', maxRetries: 0 })
    const body = { model: 'demo-chat', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello there' }] }
    const { content } = await open('any').messages.create(body)
    expect(content).toEqual([expect.objectContaining({ type: 'text', text: expect.stringContaining('Hello there') as unknown })])
    expect(await open('any').messages.stream(body).finalText()).toContain('Hello there')
    await expect(open('other').messages.create(body)).rejects.toThrow('The signature does not fit the request')
  })

  test('is refused with another secret, an unknown key, and a body that is not the signed one', async () => {
    await expect(signing('other').send(new ConverseCommand(ask))).rejects.toThrow('The signature does not fit the request')
    await expect(signing('other', 'other').send(new ConverseCommand(ask))).rejects.toThrow('This API key is not valid.')
    await expect(signing('any', 'any', true).send(new ConverseCommand(ask))).rejects.toThrow('The body is not the signed one.')
  })
})

describe('a channel that signs its calls', () => {
  const account = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    sessionToken: 'a/session+token=',
  }
  const region = 'eu-central-1'
  const models = [
    ['converse', 'us.anthropic.demo-v1:0', 'converse', 'converse-stream'],
    ['converse', 'arn:aws:bedrock:eu-central-1:1:application-inference-profile/abc', 'converse', 'converse-stream'],
    ['invoke', 'eu.anthropic.demo-v1:0', 'invoke', 'invoke-with-response-stream'],
    ['invoke', 'arn:aws:bedrock:eu-central-1:1:imported-model/a/b', 'invoke', 'invoke-with-response-stream'],
  ] as const
  const paths: string[] = []
  let server: Server
  let signing: RunningGateway

  beforeAll(async () => {
    // Bedrock, as far as it judges signatures; what is signed goes to the demo.
    server = createServer(async (request, response) => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: await buffer(request) }
      paths.push(call.path)
      if (!(await isSigned(call, account, region))) {
        response.writeHead(403, { 'x-amzn-errortype': 'InvalidSignatureException' }).end('{"message":"The signature does not match."}')
        return
      }
      const verb = call.path.split('/').at(-1) ?? ''
      const path = `/model/demo-${verb.startsWith('invoke') ? 'messages' : 'converse'}/${verb}`
      const headers = { 'content-type': 'application/json', authorization: 'Bearer any' }
      const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: call.body })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on TCP
    const files = mkdtempSync(join(tmpdir(), 'converse-'))
    const file = (name: string, text: string): string => {
      writeFileSync(join(files, name), text)
      return join(files, name)
    }
    const credentials = (secret: string) =>
      ({
        type: 'aws',
        region,
        accessKeyIdFile: file('id', account.accessKeyId),
        secretAccessKeyFile: file(`${secret.length}.key`, secret),
        sessionTokenFile: file('token', account.sessionToken),
      }) as const
    signing = await startGateway({
      channels: [
        ...models.map(([format, upstream], index) => ({
          name: `right-${index}`,
          format,
          baseUrl,
          credentials: credentials(account.secretAccessKey),
          models: [{ name: `model-${index}`, upstream }],
        })),
        {
          name: 'wrong',
          format: 'converse',
          baseUrl,
          credentials: credentials('another secret'),
          models: [{ name: 'refused', upstream: 'x' }],
        },
      ],
    })
  })
  afterAll(() => void server.close())

  test.each(models.map((model, index) => [...model, index] as const))(
    '%s is answered, whole and streamed, with the model %s',
    async (_, upstream, verb, streaming, index) => {
      const openai = new OpenAI({ baseURL: `${signing.url}/v1`, apiKey: 'any', maxRetries: 0 })
      const messages = [{ role: 'user' as const, content: 'Hello there' }]
      const model = `model-${index}`
      const before = paths.length
      const whole = await openai.chat.completions.create({ model, messages })
      expect(whole.choices[0]?.message.content).toContain('Hello there')
      const streamed = await openai.chat.completions.stream({ model, messages }).finalChatCompletion()
      expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
      const id = encodeURIComponent(upstream)
      expect(paths.slice(before)).toEqual([`/model/${id}/${verb}`, `/model/${id}/${streaming}`])
    },
  )

  test('is refused with a wrong key', async () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'Hi' }] }] })
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    const answer = await fetch(`${signing.url}/model/refused/converse`, { method: 'POST', headers, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.json()).toMatchObject({ message: expect.any(String) as unknown })
  })
})
