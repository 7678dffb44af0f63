import Anthropic from '@anthropic-ai/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { anthropic } = await serve()
const model = 'demo-messages'
type Create = Anthropic.MessageCreateParamsNonStreaming
type Messages = Anthropic.MessageParam[]

const weather: Anthropic.Tool = {
  name: 'get_weather',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
    required: ['city', 'days'],
    additionalProperties: false,
  },
}
const clock: Anthropic.Tool = {
  name: 'get_time',
  input_schema: { type: 'object', properties: { zone: { enum: ['UTC', 'CET'] } }, required: ['zone'] },
}

function create(params: Partial<Create> & { messages: Messages }): Promise<Anthropic.Message> {
  return anthropic.messages.create({ model, max_tokens: 4000, ...params })
}

function say(content: Anthropic.MessageParam['content'], params: Partial<Create> = {}): Promise<Anthropic.Message> {
  return create({ messages: [{ role: 'user', content }], ...params })
}

/** Streams the request and folds it by the SDK's own accumulator. */
function streamed(params: Partial<Create> & { messages: Messages }): Promise<Anthropic.Message> {
  const { stream: _, ...rest } = params
  return anthropic.messages.stream({ model, max_tokens: 4000, ...rest }).finalMessage()
}

function textOf(message: Anthropic.Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

describe('the messages dialect, through the vendor’s SDK', () => {
  test('answers text', async () => {
    const message = await say('Hello there', { system: 'Be brief' })
    expect(message).toMatchObject({ type: 'message', role: 'assistant', model, stop_reason: 'end_turn', stop_sequence: null })
    expect(message.id).toMatch(/^msg_/)
    expect(textOf(message)).toBe('Demo provider (no real model): You asked: "Hello there". My instructions: "Be brief".')
    expect(message.usage.input_tokens).toBeGreaterThan(5)
    expect(message.usage.output_tokens).toBeGreaterThan(10)
  })

  test('streams what it answers', async () => {
    for (const params of [
      { messages: [{ role: 'user', content: 'Hello there' }] },
      { messages: [{ role: 'user', content: 'use get_weather and get_time' }], tools: [weather, clock] },
      { messages: [{ role: 'user', content: 'think, redacted, and use get_time' }], tools: [clock], thinking: { type: 'adaptive' } },
      {
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'document',
                citations: { enabled: true },
                source: { type: 'text', media_type: 'text/plain', data: 'Water boils. Often.' },
              },
            ],
          },
        ],
      },
      { messages: [{ role: 'user', content: 'search the web' }], tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    ] satisfies (Partial<Create> & { messages: Messages })[]) {
      const document = await create(params)
      const folded = await streamed(params)
      expect(JSON.parse(JSON.stringify(folded))).toMatchObject(JSON.parse(JSON.stringify(document)) as object)
    }
  })

  test('streams in small deltas, with a ping', async () => {
    const types: string[] = []
    for await (const event of await anthropic.messages.create({
      model,
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }))
      types.push(event.type)
    expect(types.filter((type) => type === 'content_block_delta').length).toBeGreaterThan(3)
    expect([types[0], types.at(-1)]).toStrictEqual(['message_start', 'message_stop'])
  })

  test('calls the tools that the prompt names, in parallel, with arguments that fit their schemas', async () => {
    const message = await say('use get_weather and get_time', { tools: [weather, clock] })
    expect(message.stop_reason).toBe('tool_use')
    const calls = message.content.filter((block) => block.type === 'tool_use')
    expect(calls.map(({ name }) => name)).toStrictEqual(['get_weather', 'get_time'])
    const ajv = new Ajv2020({ strict: false })
    for (const [i, tool] of [weather, clock].entries())
      expect(ajv.validate(tool.input_schema, calls[i]?.input), ajv.errorsText()).toBe(true)
  })

  test('obeys forced choices, disabled parallel use and none', async () => {
    const names = async (prompt: string, tool_choice: Anthropic.ToolChoice): Promise<readonly string[]> =>
      (await say(prompt, { tools: [weather, clock], tool_choice })).content.flatMap((block) =>
        block.type === 'tool_use' ? [block.name] : [],
      )
    expect(await names('Hello', { type: 'any' })).toStrictEqual(['get_weather'])
    expect(await names('Hello', { type: 'tool', name: 'get_time' })).toStrictEqual(['get_time'])
    expect(await names('get_weather get_time', { type: 'auto', disable_parallel_tool_use: true })).toStrictEqual(['get_weather'])
    expect(await names('get_weather get_time', { type: 'none' })).toStrictEqual([])
  })

  test('uses the results of a two-turn loop with thinking, parallel calls, media and errors', async () => {
    const question: Messages[number] = { role: 'user', content: 'use get_weather and get_time' }
    const settings = { tools: [weather, clock], thinking: { type: 'enabled', budget_tokens: 1024 } } as const
    const first = await streamed({ messages: [question], ...settings, tools: [...settings.tools] })
    expect(first.content.map(({ type }) => type)).toStrictEqual(['thinking', 'text', 'tool_use', 'tool_use'])
    const [one, two] = first.content.filter((block) => block.type === 'tool_use')
    if (!one || !two) throw new Error('no calls')
    const second = await create({
      ...settings,
      tools: [...settings.tools],
      messages: [
        question,
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: two.id, is_error: true, content: 'no such zone' },
            {
              type: 'tool_result',
              tool_use_id: one.id,
              content: [
                { type: 'text', text: '21 degrees' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } },
              ],
            },
          ],
        },
      ],
    })
    expect(textOf(second)).toContain('get_time failed with "no such zone"; get_weather answered "21 degrees", image (image/png, 5 bytes).')
    expect(second.stop_reason).toBe('end_turn')
  })

  test('refuses thinking that comes back edited, and takes it back as it was', async () => {
    const question: Messages[number] = { role: 'user', content: 'use get_time, redacted' }
    const first = await say(question.content, { tools: [clock], thinking: { type: 'adaptive' } })
    expect(first.content.map(({ type }) => type)).toStrictEqual(['thinking', 'redacted_thinking', 'text', 'tool_use'])
    const [thinking, ...rest] = first.content
    const call = rest.find((block) => block.type === 'tool_use')
    if (thinking?.type !== 'thinking' || !call) throw new Error('no thinking')
    const answer: Messages[number] = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'noon' }] }
    const again = (content: Anthropic.ContentBlockParam[]): Promise<Anthropic.Message> =>
      create({ messages: [question, { role: 'assistant', content }, answer], tools: [clock], thinking: { type: 'adaptive' } })
    await expect(again([thinking, ...rest])).resolves.toMatchObject({ stop_reason: 'end_turn' })
    await expect(again([{ ...thinking, thinking: 'something else' }, ...rest])).rejects.toThrow(/Invalid `signature` in `thinking` block/)
    await expect(again([{ ...thinking, signature: 'AAAA' }, ...rest])).rejects.toBeInstanceOf(Anthropic.BadRequestError)
  })

  test('shows no thinking where it is omitted, none where it is disabled', async () => {
    const omitted = await say('Hi', { thinking: { type: 'adaptive', display: 'omitted' } })
    expect(omitted.content[0]).toMatchObject({ type: 'thinking', thinking: '' })
    expect((await say('Hi', { thinking: { type: 'disabled' } })).content.map(({ type }) => type)).toStrictEqual(['text'])
  })

  test('obeys a JSON schema', async () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['n', 'tags'],
      additionalProperties: false,
    }
    const message = await say('Give me data', { output_config: { format: { type: 'json_schema', schema } } })
    expect(JSON.parse(textOf(message))).toStrictEqual({ n: 1, tags: ['demo tags'] })
  })

  test('describes images and documents', async () => {
    const message = await say([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' } },
      { type: 'document', title: 'Paper', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
      { type: 'text', text: 'Look' },
    ])
    expect(textOf(message)).toContain(
      'image (image/png, 5 bytes); image (https://example.com/a.jpg); document "Paper" (application/pdf, 5 bytes)',
    )
  })

  test('cites citable documents and search results', async () => {
    const data = 'Water boils. It also freezes.'
    const message = await say([
      { type: 'document', title: 'Water', citations: { enabled: true }, source: { type: 'text', media_type: 'text/plain', data } },
      {
        type: 'search_result',
        source: 'https://example.com/w',
        title: 'More',
        content: [{ type: 'text', text: 'Ice floats.' }],
        citations: { enabled: true },
      },
    ])
    const citations = message.content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []))
    expect(citations).toMatchObject([
      {
        type: 'char_location',
        cited_text: 'Water boils.',
        document_index: 0,
        document_title: 'Water',
        start_char_index: 0,
        end_char_index: 12,
      },
      {
        type: 'search_result_location',
        cited_text: 'Ice floats.',
        source: 'https://example.com/w',
        title: 'More',
        search_result_index: 0,
        start_block_index: 0,
        end_block_index: 1,
      },
    ])
  })

  test('searches the web with its own tool', async () => {
    const message = await say('Please use web_search for news', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] })
    expect(message.content.map(({ type }) => type)).toStrictEqual(['server_tool_use', 'web_search_tool_result', 'text', 'text', 'text'])
    expect(message.content[1]).toMatchObject({
      content: [{ type: 'web_search_result', url: 'https://example.com/demo-one', title: 'Demo page one' }, { type: 'web_search_result' }],
    })
    expect(message.content[3]).toMatchObject({ citations: [{ type: 'web_search_result_location', url: 'https://example.com/demo-one' }] })
    expect(message.usage.server_tool_use).toMatchObject({ web_search_requests: 1 })
  })

  test('stops at stop sequences, at the cap, on refusal and for a pause', async () => {
    expect(await say('one STOP two', { stop_sequences: ['STOP'] })).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'STOP' })
    expect(await say('Hello', { max_tokens: 3 })).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 3 } })
    expect(await say('please refuse')).toMatchObject({
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'general_harms' },
    })
    expect(await say('Hi [demo:finish context-window]')).toMatchObject({ stop_reason: 'model_context_window_exceeded' })
    const paused = await say('go [demo:pause]')
    expect(paused.stop_reason).toBe('pause_turn')
    const resumed = await create({
      messages: [
        { role: 'user', content: 'go [demo:pause]' },
        { role: 'assistant', content: paused.content },
      ],
    })
    expect(resumed.stop_reason).toBe('end_turn')
  })

  test('reports cache writes and reads of marked prefixes of 1,024 tokens and more', async () => {
    const system: Anthropic.TextBlockParam[] = [
      { type: 'text', text: 'rule '.repeat(2000), cache_control: { type: 'ephemeral', ttl: '1h' } },
    ]
    const first = await say('a', { system })
    const second = await say('b', { system })
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(1024)
    expect(first.usage).toMatchObject({
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_1h_input_tokens: first.usage.cache_creation_input_tokens },
    })
    expect(second.usage).toMatchObject({ cache_creation_input_tokens: 0, cache_read_input_tokens: first.usage.cache_creation_input_tokens })
  })

  test('counts the tokens that it then charges', async () => {
    const params = {
      model,
      system: 'Be brief',
      tools: [weather],
      messages: [{ role: 'user', content: 'Hello there' }],
    } satisfies Anthropic.MessageCountTokensParams
    const { input_tokens } = await anthropic.messages.countTokens(params)
    expect((await anthropic.messages.create({ ...params, max_tokens: 100 })).usage.input_tokens).toBe(input_tokens)
  })

  test('fails to count on request', async () => {
    await expect(
      anthropic.messages.countTokens({ model, messages: [{ role: 'user', content: '[demo:status 404]' }] }),
    ).rejects.toBeInstanceOf(Anthropic.NotFoundError)
  })

  test('searches when its own tool is forced', async () => {
    const message = await say('Hello', {
      tools: [weather, { type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'tool', name: 'web_search' },
    })
    expect(message.content[0]).toMatchObject({ type: 'server_tool_use', name: 'web_search' })
  })

  test('refuses threads in the words that make the SDK go on without', async () => {
    const failed = await say('Hi', { thread: { type: 'create' } } as Partial<Create>).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Anthropic.BadRequestError)
    expect(failed).toMatchObject({ error: { error: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } } })
  })
})
