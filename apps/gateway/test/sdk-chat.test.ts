import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printMatrix, record } from './matrix.ts'
import { pdf, png } from './media.ts'
import { openaiClient } from './sdk-clients.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { waitFor } from './wait-for.ts'

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming
type Message = OpenAI.ChatCompletionMessageParam
type Result = OpenAI.ChatCompletion

let gateway: RunningGateway
let narrow: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
  narrow = await startGateway({ limits: { bodyBytes: 50_000 } })
})
afterAll(() => printMatrix())

const name = 'openai 7.57.0'
const say = (content: string | OpenAI.ChatCompletionContentPart[]): Message => ({ role: 'user', content })
const textOf = (result: Result): string => result.choices[0]?.message.content ?? ''

const weather: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
  {
    type: 'function',
    function: {
      name: 'get_time',
      description: 'Time',
      parameters: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
    },
  },
]

for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents']) {
  describe(`${name} to ${model}`, () => {
    const cell = (title: string, run: (client: OpenAI) => Promise<void>): void => {
      test(title, async () => {
        record(`${name} > ${model}`, title, name, false)
        await run(openaiClient(gateway.url))
        record(`${name} > ${model}`, title, name, true)
      })
    }
    /** The same request as a document and as a stream that the SDK's own accumulator folds: both must say the same. */
    const ask = async (client: OpenAI, params: Omit<Params, 'model' | 'stream'>): Promise<Result> => {
      const document = await client.chat.completions.create({ ...params, model })
      const streamed = await client.chat.completions.stream(streamParams({ ...params, model })).finalChatCompletion()
      expect(strip(streamed)).toEqual(strip(document))
      return document
    }

    cell('plain', async (client) => {
      const result = await client.chat.completions.create({ model, messages: [say('Hello there')] })
      expect(result).toMatchObject({
        object: 'chat.completion',
        model,
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant' } }],
      })
      expect(textOf(result)).toContain('Hello there')
      expect(result.usage?.prompt_tokens).toBeGreaterThan(0)
      expect(result._request_id).toMatch(/./)
    })

    cell('streamed', async (client) => {
      const messages: Message[] = [
        { role: 'developer', content: 'Be brief.' },
        say('Hello there'),
        { role: 'assistant', content: 'Yes?' },
        say('Go on'),
      ]
      expect(textOf(await ask(client, { messages }))).toContain('Go on')
    })

    cell('streamed without usage: none comes unasked', async (client) => {
      for await (const chunk of await client.chat.completions.create({ model, messages: [say('Hello')], stream: true })) {
        expect(chunk.choices).toHaveLength(1)
        expect(chunk.usage ?? null).toBeNull()
      }
    })

    cell('cap and stop sequence', async (client) => {
      expect((await ask(client, { max_completion_tokens: 3, messages: [say('A long story')] })).choices[0]?.finish_reason).toBe('length')
      expect((await ask(client, { stop: ['asked'], messages: [say('A story')] })).choices[0]?.finish_reason).toBe('stop')
    })

    cell('tool loop with parallel calls', async (client) => {
      const messages = [say('get_weather city=Oslo and get_time zone=CET')]
      const first = await ask(client, { messages, tools: weather })
      const message = first.choices[0]?.message
      const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function')
      expect(first.choices[0]?.finish_reason).toBe('tool_calls')
      expect(calls.map(({ function: { name, arguments: text } }) => [name, JSON.parse(text) as unknown])).toEqual([
        ['get_weather', { city: 'Oslo' }],
        ['get_time', { zone: 'CET' }],
      ])
      const results = calls.map(({ id, function: { name } }): Message => ({ role: 'tool', tool_call_id: id, content: `${name} is fine` }))
      if (!message) throw new Error('no message')
      const second = await ask(client, { messages: [...messages, message, ...results], tools: weather })
      expect(second.choices[0]?.finish_reason).toBe('stop')
      expect(textOf(second)).toContain('get_weather is fine')
      expect(textOf(second)).toContain('get_time is fine')
    })

    cell('forced tool', async (client) => {
      const result = await ask(client, {
        messages: [say('Hello')],
        tools: weather,
        tool_choice: { type: 'function', function: { name: 'get_time' } },
      })
      expect(result.choices[0]?.message.tool_calls?.map((call) => (call.type === 'function' ? call.function.name : call.type))).toEqual([
        'get_time',
      ])
    })

    cell('thinking with replay', async (client) => {
      const messages = [say('get_weather city=Oslo')]
      const first = await client.chat.completions.create({
        model,
        messages,
        tools: weather,
        reasoning_effort: 'medium',
        max_completion_tokens: 20_000,
      })
      // The extension fields of reasoning are not in the SDK's types.
      const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage & { reasoning_content?: string }
      expect(message.reasoning_content).toContain('Demo reasoning')
      const id = message.tool_calls?.[0]?.id ?? ''
      const second = await client.chat.completions.create({
        model,
        messages: [...messages, message, { role: 'tool', tool_call_id: id, content: 'sunny' }],
        tools: weather,
        reasoning_effort: 'medium',
        max_completion_tokens: 20_000,
      })
      expect(textOf(second)).toContain('sunny')
    })

    cell('image', async (client) => {
      const image: OpenAI.ChatCompletionContentPart = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }
      const result = await ask(client, { messages: [say([image, { type: 'text', text: 'What is this?' }])] })
      expect(textOf(result)).toContain(`image (image/png, ${Buffer.from(png, 'base64').length} bytes`)
    })

    cell('PDF', async (client) => {
      const file: OpenAI.ChatCompletionContentPart = {
        type: 'file',
        file: { filename: 'paper.pdf', file_data: `data:application/pdf;base64,${pdf}` },
      }
      const result = await ask(client, { messages: [say([file, { type: 'text', text: 'Sum up' }])] })
      expect(textOf(result)).toContain(`application/pdf, ${Buffer.from(pdf, 'base64').length} bytes`)
    })

    cell('structured output', async (client) => {
      const schema = {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city', 'days'],
        additionalProperties: false,
      }
      const result = await ask(client, {
        messages: [say('Plan a trip')],
        response_format: { type: 'json_schema', json_schema: { name: 'trip', strict: true, schema } },
      })
      expect(JSON.parse(textOf(result))).toEqual({ city: expect.any(String) as unknown, days: expect.any(Number) as unknown })
    })

    const failing: readonly [string, number, new (...values: never[]) => Error, Partial<Params>, object?][] = [
      ['400', 400, OpenAI.BadRequestError, { messages: 'hi' as unknown as Message[] }], // wrong on purpose
      ['401', 401, OpenAI.AuthenticationError, {}, { defaultHeaders: { authorization: null } }],
      ['404 unknown model', 404, OpenAI.NotFoundError, { model: 'no-such-model' }],
      ['422', 422, OpenAI.UnprocessableEntityError, { messages: [say('[demo:status 422]')] }],
      ['429', 429, OpenAI.RateLimitError, { messages: [say('[demo:rate-limit retry-after=3]')] }],
      ['500', 500, OpenAI.InternalServerError, { messages: [say('[demo:status 500]')] }],
      ['overloaded', 503, OpenAI.InternalServerError, { messages: [say('[demo:overloaded]')] }],
      ['HTML 502', 502, OpenAI.InternalServerError, { messages: [say('[demo:html-502]')] }],
    ]
    for (const [title, status, type, params, options] of failing) {
      cell(`error ${title}`, async () => {
        const client = openaiClient(gateway.url, options)
        for (const stream of [false, true]) {
          const error: unknown = await client.chat.completions
            .create({ model, messages: [say('hi')], ...params, stream } as Params)
            .catch((thrown: unknown) => thrown) // stream is a boolean here
          expect(error).toBeInstanceOf(type)
          expect(error).toMatchObject({
            status,
            requestID: expect.stringMatching(/./) as unknown,
            error: { message: expect.any(String) as unknown, type: expect.any(String) as unknown },
          })
          if (status === 429) expect((error as { headers: Headers }).headers.get('retry-after')).toBe('3')
        }
      })
    }

    cell('error 413', async () => {
      const error: unknown = await openaiClient(narrow.url)
        .chat.completions.create({ model, messages: [say('x'.repeat(200_000))] })
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status: 413, error: { message: expect.stringContaining('50000') as unknown } })
    })

    cell('retry after a rate limit', async () => {
      const client = openaiClient(gateway.url, { maxRetries: 2 })
      expect(
        textOf(await client.chat.completions.create({ model, messages: [say('[demo:rate-limit retry-after=0.1 times=1] chat')] })),
      ).toContain('Demo provider')
    })

    for (const trouble of ['error-event', 'cut', 'cut-clean', 'malformed']) {
      cell(`stream: ${trouble}`, async (client) => {
        const read = async (): Promise<string> => {
          let text = ''
          for await (const chunk of await client.chat.completions.create({
            model,
            messages: [say(`Tell me a story [demo:${trouble}]`)],
            stream: true,
          }))
            text += chunk.choices[0]?.delta.content ?? ''
          return text
        }
        const error: unknown = await read().catch((thrown: unknown) => thrown)
        if (trouble === 'malformed' && model === 'demo-chat') return expect(error).toBeInstanceOf(Error)
        expect(error).toBeInstanceOf(OpenAI.APIError)
        expect(error).toMatchObject({ error: { message: expect.any(String) as unknown } })
      })
    }

    cell('cancel', async (client) => {
      const stream = await client.chat.completions.create({ model, messages: [say('Slowly now [demo:slow 100ms]')], stream: true })
      const before = gateway.log().filter((line) => line['outcome'] === 'cancelled').length
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
      stream.controller.abort()
      await waitFor(() => gateway.log().filter((line) => line['outcome'] === 'cancelled').length > before)
    })

    test('the model list has it', async () => {
      const client = openaiClient(gateway.url)
      const listed = (await client.models.list()).data.find(({ id }) => id === model)
      expect(listed).toEqual({ id: model, object: 'model', created: expect.any(Number) as unknown, owned_by: 'interlingua-demo' })
      expect(Number.isInteger(listed?.created)).toBe(true)
      expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: 'model' })
      await expect(client.models.retrieve('no-such-model')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    })
  })
}

/** The SDK's types of streams leave no room for its own optional fields under strict rules about `undefined`. */
function streamParams(params: object): Parameters<OpenAI['chat']['completions']['stream']>[0] {
  return { ...params, stream_options: { include_usage: true } } as Parameters<OpenAI['chat']['completions']['stream']>[0]
}

/** Parts that a document and its stream must have in common. */
function strip({ model, choices, usage }: Result): unknown {
  return {
    model,
    input: usage?.prompt_tokens,
    output: usage?.completion_tokens,
    choices: choices.map(({ index, finish_reason, message }) => ({
      index,
      finish_reason,
      // The accumulator makes an empty text of the role's chunk.
      content: message.content || null,
      calls: (message.tool_calls ?? []).map((call) =>
        call.type === 'function' ? [call.id, call.function.name, JSON.parse(call.function.arguments) as unknown] : call,
      ),
    })),
  }
}
