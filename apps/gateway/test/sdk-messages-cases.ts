import type Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, png } from './media.ts'
import { printMatrix, record } from './matrix.ts'
import { messagesClients } from './sdk-clients.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { waitFor } from './wait-for.ts'

type Params = Anthropic.MessageCreateParamsNonStreaming
type Result = Anthropic.Message

let gateway: RunningGateway
let narrow: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
  narrow = await startGateway({ limits: { bodyBytes: 50_000 } })
})
afterAll(() => printMatrix())

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const
const say = (content: Anthropic.MessageParam['content']): Anthropic.MessageParam => ({ role: 'user', content })
const textOf = ({ content }: Result): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const weather: Anthropic.Tool[] = [
  {
    name: 'get_weather',
    description: 'Weather',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'get_time', description: 'Time', input_schema: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] } },
]

/** Tests what people do with an official client, onto the upstreams of all formats. */
export function describeMessagesClient(name: keyof typeof messagesClients): void {
  const create = messagesClients[name]
  for (const model of models) {
    describe(`${name} to ${model}`, () => {
      const cell = (title: string, run: (client: Anthropic) => Promise<void>): void => {
        test(title, async () => {
          record(`${name} > ${model}`, title, name, false)
          await run(create(gateway.url))
          record(`${name} > ${model}`, title, name, true)
        })
      }
      /** The same request as a document and as a stream that the SDK's own accumulator folds: both must say the same. */
      const ask = async (client: Anthropic, params: Omit<Params, 'model' | 'max_tokens'> & { max_tokens?: number }): Promise<Result> => {
        const whole = { max_tokens: 4096, ...params, model }
        const document = await client.messages.create(whole)
        const streamed = await client.messages.stream(whole).finalMessage()
        expect(strip(streamed)).toEqual(strip(document))
        return streamed
      }

      cell('plain', async (client) => {
        const result = await client.messages.create({ model, max_tokens: 100, messages: [say('Hello there')] })
        expect(result).toMatchObject({ type: 'message', role: 'assistant', model, stop_reason: 'end_turn' })
        expect(textOf(result)).toContain('Hello there')
        expect(result.usage.input_tokens).toBeGreaterThan(0)
        expect(result.usage.output_tokens).toBeGreaterThan(0)
        expect(result._request_id).toMatch(/./)
      })

      cell('streamed', async (client) => {
        const result = await ask(client, {
          system: 'Be brief.',
          messages: [say('Hello there'), { role: 'assistant', content: 'Yes?' }, say('Go on')],
        })
        expect(textOf(result)).toContain('Go on')
        expect(result.usage.input_tokens).toBeGreaterThan(0)
      })

      cell('cap and stop sequence', async (client) => {
        expect((await ask(client, { max_tokens: 3, messages: [say('A long story')] })).stop_reason).toBe('max_tokens')
        const stopped = await ask(client, { stop_sequences: ['asked'], messages: [say('A story')] })
        // The upstreams of two formats do not tell a stop sequence from an end. Responses has none: the gateway cuts, and knows.
        const knows = model === 'demo-messages' || model === 'demo-responses'
        expect([stopped.stop_reason, stopped.stop_sequence]).toEqual(knows ? ['stop_sequence', 'asked'] : ['end_turn', null])
        expect(textOf(stopped)).not.toContain('asked')
      })

      cell('tool loop with parallel calls', async (client) => {
        const messages = [say('get_weather city=Oslo and get_time zone=CET')]
        const first = await ask(client, { messages, tools: weather })
        const calls = first.content.filter((block) => block.type === 'tool_use')
        expect(first.stop_reason).toBe('tool_use')
        expect(calls.map(({ name, input }) => [name, input])).toEqual([
          ['get_weather', { city: 'Oslo' }],
          ['get_time', { zone: 'CET' }],
        ])
        const results = calls.map(({ id, name }) => ({ type: 'tool_result' as const, tool_use_id: id, content: `${name} is fine` }))
        const second = await ask(client, {
          messages: [...messages, { role: 'assistant', content: first.content }, say(results)],
          tools: weather,
        })
        expect(second.stop_reason).toBe('end_turn')
        expect(textOf(second)).toContain('get_weather is fine')
        expect(textOf(second)).toContain('get_time is fine')
      })

      cell('forced tool', async (client) => {
        const result = await ask(client, { messages: [say('Hello')], tools: weather, tool_choice: { type: 'tool', name: 'get_time' } })
        // The seal of a call that no thinking stands before is on redacted thinking (docs/model/signatures.md).
        const sealed = model === 'demo-contents' ? ['redacted_thinking'] : []
        expect(result.content.map((block) => (block.type === 'tool_use' ? block.name : block.type))).toEqual([...sealed, 'get_time'])
      })

      cell('thinking with replay', async (client) => {
        const thinking = { type: 'enabled', budget_tokens: 2048 } as const
        const messages = [say('get_weather city=Oslo')]
        const first = await ask(client, { messages, tools: weather, thinking })
        const thought = first.content[0]
        expect(thought?.type).toBe('thinking')
        if (thought?.type !== 'thinking') return
        expect(thought.thinking).toContain('Demo reasoning')
        expect(thought.signature).not.toBe('')
        const call = first.content.find((block) => block.type === 'tool_use')
        const result = say([{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'sunny' }])
        const second = await ask(client, {
          messages: [...messages, { role: 'assistant', content: first.content }, result],
          tools: weather,
          thinking,
        })
        expect(textOf(second)).toContain('sunny')
      })

      cell('image', async (client) => {
        const source = { type: 'base64', media_type: 'image/png', data: png } as const
        const result = await ask(client, {
          messages: [
            say([
              { type: 'image', source },
              { type: 'text', text: 'What is this?' },
            ]),
          ],
        })
        expect(textOf(result)).toContain(`image (image/png, ${Buffer.from(png, 'base64').length} bytes`)
      })

      cell('PDF', async (client) => {
        const source = { type: 'base64', media_type: 'application/pdf', data: pdf } as const
        const result = await ask(client, {
          messages: [
            say([
              { type: 'document', source, title: 'paper.pdf' },
              { type: 'text', text: 'Sum up' },
            ]),
          ],
        })
        expect(textOf(result)).toContain(`application/pdf, ${Buffer.from(pdf, 'base64').length} bytes`)
      })

      cell('image in a tool result', async (client) => {
        const source = { type: 'base64', media_type: 'image/png', data: png } as const
        const messages: Anthropic.MessageParam[] = [
          say('get_weather city=Oslo'),
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } }] },
          say([
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [
                { type: 'text', text: 'map' },
                { type: 'image', source },
              ],
            },
          ]),
        ]
        expect(textOf(await ask(client, { messages, tools: weather }))).toContain('image/png')
      })

      cell('structured output', async (client) => {
        const schema = {
          type: 'object',
          properties: { city: { type: 'string' }, days: { type: 'integer' } },
          required: ['city', 'days'],
          additionalProperties: false,
        }
        const params: Pick<Params, 'messages' | 'output_config'> = {
          messages: [say('Plan a trip')],
          output_config: { format: { type: 'json_schema', schema } },
        }
        const result = JSON.parse(textOf(await ask(client, params))) as unknown
        expect(result).toEqual({ city: expect.any(String) as unknown, days: expect.any(Number) as unknown })
      })

      cell('token count', async (client) => {
        const count = async (content: Anthropic.MessageParam['content']): Promise<number> =>
          (await client.messages.countTokens({ model, messages: [say(content)], system: 'Be brief.', tools: weather })).input_tokens
        const small = await count('Hello')
        const large = await count('Hello '.repeat(500))
        expect(small).toBeGreaterThan(10)
        expect(large).toBeGreaterThan(small + 400)
        const source = { type: 'base64', media_type: 'image/png', data: png } as const
        expect(await count([{ type: 'image', source }])).toBeGreaterThan(900)
      })

      cell('message threads: refused so that the SDK goes on without', async (client) => {
        const thread = async (value: object): Promise<unknown> =>
          client.messages.create({ model, max_tokens: 10, messages: [say('hi')], thread: value } as Params).catch((error: unknown) => error) // not in all types
        expect(await thread({ type: 'create' })).toMatchObject({
          status: 400,
          error: { error: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } },
        })
        expect(await thread({ type: 'continue', previous_message_id: 'm' })).toMatchObject({
          status: 404,
          error: { error: { details: { error_code: 'thread_not_found' } } },
        })
      })

      const failing: readonly [string, number, string, Partial<Params>, object?][] = [
        ['400', 400, 'BadRequestError', { max_tokens: 0 }],
        ['401', 401, 'AuthenticationError', {}, { defaultHeaders: { 'x-api-key': null, authorization: null } }],
        ['404 unknown model', 404, 'NotFoundError', { model: 'no-such-model' }],
        ['422', 422, 'UnprocessableEntityError', { messages: [say('[demo:status 422]')] }],
        ['429', 429, 'RateLimitError', { messages: [say('[demo:rate-limit retry-after=3]')] }],
        ['500', 500, 'InternalServerError', { messages: [say('[demo:status 500]')] }],
        ['overloaded', 529, overloadedError(name), { messages: [say('[demo:overloaded]')] }],
        ['HTML 502', 502, 'InternalServerError', { messages: [say('[demo:html-502]')] }],
      ]
      for (const [title, status, type, params, options] of failing) {
        cell(`error ${title}`, async () => {
          const client = create(gateway.url, options)
          for (const stream of [false, true]) {
            const error: unknown = await client.messages
              .create({ model, max_tokens: 10, messages: [say('hi')], ...params, stream } as Params)
              .catch((thrown: unknown) => thrown) // stream is a boolean here
            expect(error).toMatchObject({
              status,
              requestID: expect.stringMatching(/./) as unknown,
              error: { type: 'error', error: { type: expect.any(String) as unknown } },
            })
            expect((error as Error).constructor.name).toBe(type)
            if (status === 429) expect((error as { headers: Headers }).headers.get('retry-after')).toBe('3')
          }
        })
      }

      cell('error 413', async () => {
        const error: unknown = await create(narrow.url)
          .messages.create({ model, max_tokens: 10, messages: [say('x'.repeat(200_000))] })
          .catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ status: 413, error: { type: 'error', error: { type: 'request_too_large' } } })
      })

      cell('retry after a rate limit', async () => {
        const result = await create(gateway.url, { maxRetries: 2 }).messages.create({
          model,
          max_tokens: 100,
          messages: [say(`[demo:rate-limit retry-after=0.1 times=1] ${name}`)],
        })
        expect(textOf(result)).toContain('Demo provider')
      })

      for (const trouble of ['error-event', 'cut', 'cut-clean', 'malformed']) {
        cell(`stream: ${trouble}`, async (client) => {
          const stream = client.messages.stream({ model, max_tokens: 100, messages: [say(`Tell me a story [demo:${trouble}]`)] })
          const error: unknown = await stream.finalMessage().catch((thrown: unknown) => thrown)
          // Passed bytes are not parsed, so the SDK itself finds that an event is no JSON.
          if (trouble === 'malformed' && model === 'demo-messages') return expect(error).toBeInstanceOf(Error)
          expect((error as Error).constructor.name).toBe('APIError')
          expect(error).toMatchObject({
            error: { type: 'error', error: { type: expect.any(String) as unknown, message: expect.any(String) as unknown } },
          })
        })
      }

      cell('cancel', async (client) => {
        const stream = client.messages.stream({ model, max_tokens: 100, messages: [say(`Slowly now [demo:slow 100ms] ${name}`)] })
        await new Promise<void>((done) => stream.on('text', () => done()))
        const before = gateway.log().filter((line) => line['outcome'] === 'cancelled').length
        stream.abort()
        await stream.done().catch(() => undefined)
        await waitFor(() => gateway.log().filter((line) => line['outcome'] === 'cancelled').length > before)
      })
    })
  }
}

/** Name of the error's class: the newest SDK has one for an overload, the one before calls it an internal error. */
function overloadedError(client: string): string {
  return client === 'anthropic 0.137.0' ? 'InternalServerError' : 'OverloadedError'
}

/** Parts that a document and its stream have in common: without ids of requests, and without usage that a stream cannot tell. */
function strip({ content, stop_reason, stop_sequence, usage }: Result): unknown {
  // The second of two equal requests may read the first one's prefix from the cache.
  const input = usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0)
  return { content, stop_reason, stop_sequence, input, output: usage.output_tokens }
}
