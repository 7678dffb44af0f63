import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { openai } = await serve()
const model = 'demo-chat'
type Create = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming
type Tool = OpenAI.Chat.ChatCompletionTool

const weather: Tool = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
}
const clock: Tool = { type: 'function', function: { name: 'get_time', parameters: { type: 'object', properties: {} } } }
const note: Tool = { type: 'custom', custom: { name: 'note' } }

function say(content: string | OpenAI.Chat.ChatCompletionContentPart[], params: Partial<Create> = {}): Promise<OpenAI.Chat.ChatCompletion> {
  return openai.chat.completions.create({ model, messages: [{ role: 'user', content }], ...params })
}

function streamed(params: Omit<Create, 'model' | 'stream'>): Promise<OpenAI.Chat.ChatCompletion> {
  return openai.chat.completions.stream({ model, ...params, stream_options: { include_usage: true } }).finalChatCompletion()
}

async function chunks(params: Omit<Create, 'model' | 'stream'>): Promise<readonly OpenAI.Chat.ChatCompletionChunk[]> {
  const all: OpenAI.Chat.ChatCompletionChunk[] = []
  for await (const chunk of await openai.chat.completions.create({ model, stream: true, ...params })) all.push(chunk)
  return all
}

describe('the chat dialect, through the vendor’s SDK', () => {
  test('answers text', async () => {
    const completion = await say('Hello there')
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model,
      created: 1767225600,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Demo provider (no real model): You asked: "Hello there".' },
        },
      ],
    })
    expect(completion.usage?.total_tokens).toBe((completion.usage?.prompt_tokens ?? 0) + (completion.usage?.completion_tokens ?? 0))
  })

  test('streams what it answers', async () => {
    for (const params of [
      { messages: [{ role: 'user', content: 'Hello there' }] },
      { messages: [{ role: 'user', content: 'use get_weather and get_time' }], tools: [weather, clock] },
      { messages: [{ role: 'user', content: 'Hello' }], n: 3 },
      { messages: [{ role: 'user', content: 'Hello' }], logprobs: true, top_logprobs: 2 },
      { messages: [{ role: 'user', content: 'please refuse' }] },
    ] satisfies Omit<Create, 'model' | 'stream'>[]) {
      const document = await openai.chat.completions.create({ model, ...params })
      const folded = await streamed(params)
      expect(
        folded.choices.map(({ finish_reason, message }) => [finish_reason, message.content || null, message.refusal ?? null]),
      ).toStrictEqual(
        document.choices.map(({ finish_reason, message }) => [finish_reason, message.content || null, message.refusal ?? null]),
      )
      const calls = ({ choices }: OpenAI.Chat.ChatCompletion): unknown =>
        choices.map(({ message }) =>
          message.tool_calls?.map((call) => (call.type === 'function' ? [call.id, call.function.name, call.function.arguments] : call)),
        )
      expect(calls(folded)).toStrictEqual(calls(document))
      expect(folded.choices[0]?.logprobs?.content?.map(({ token }) => token)).toStrictEqual(
        document.choices[0]?.logprobs?.content?.map(({ token }) => token),
      )
      expect(folded.usage).toStrictEqual(document.usage)
    }
  })

  test('sends usage in a stream only when it is asked for', async () => {
    const messages: Create['messages'] = [{ role: 'user', content: 'Hello' }]
    expect((await chunks({ messages })).every((chunk) => !chunk.usage)).toBe(true)
    const last = (await chunks({ messages, stream_options: { include_usage: true } } as Omit<Create, 'model' | 'stream'>)).at(-1)
    expect(last).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) as number } })
  })

  test('calls tools in parallel, custom tools with text', async () => {
    const completion = await say('use get_weather city=Oslo and note: buy milk', { tools: [weather, note] })
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [
          { type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
          { type: 'custom', custom: { name: 'note', input: 'buy milk' } },
        ],
      },
    })
  })

  test('obeys forced choices, allowed subsets and single calls', async () => {
    const names = async (content: string, params: Partial<Create>): Promise<readonly string[]> =>
      ((await say(content, { tools: [weather, clock], ...params })).choices[0]?.message.tool_calls ?? []).map((call) =>
        call.type === 'function' ? call.function.name : '',
      )
    expect(await names('Hello', { tool_choice: 'required' })).toStrictEqual(['get_weather'])
    expect(await names('Hello', { tool_choice: { type: 'function', function: { name: 'get_time' } } })).toStrictEqual(['get_time'])
    expect(
      await names('get_weather get_time', {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_time' } }] },
        },
      }),
    ).toStrictEqual(['get_time'])
    expect(await names('get_weather get_time', { parallel_tool_calls: false })).toStrictEqual(['get_weather'])
    expect(await names('get_weather get_time', { tool_choice: 'none' })).toStrictEqual([])
  })

  test('uses the results in its answer', async () => {
    const question: Create['messages'][number] = { role: 'user', content: 'use get_weather and get_time' }
    const first = await streamed({ messages: [question], tools: [weather, clock] })
    const message = first.choices[0]?.message
    if (!message?.tool_calls) throw new Error('no calls')
    const results = message.tool_calls.map((call, i) => ({ role: 'tool', tool_call_id: call.id, content: `result ${i}` }) as const)
    const second = await openai.chat.completions.create({ model, tools: [weather, clock], messages: [question, message, ...results] })
    expect(second.choices[0]?.message.content).toContain('get_weather answered "result 0"; get_time answered "result 1".')
  })

  test('thinks where effort is asked for', async () => {
    const completion = await say('Hello', { reasoning_effort: 'high' })
    expect(completion.usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(5)
    expect(completion.choices[0]?.message).toMatchObject({ reasoning_content: expect.stringContaining('Demo reasoning') as string })
    expect((await say('Hello', { reasoning_effort: 'none' })).choices[0]?.message).not.toHaveProperty('reasoning_content')
  })

  test('obeys a JSON schema and JSON mode', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false }
    const structured = await say('data', { response_format: { type: 'json_schema', json_schema: { name: 'data', strict: true, schema } } })
    expect(structured.choices[0]?.message.content).toBe('{"n":1}')
    const free = await say('some json', { response_format: { type: 'json_object' } })
    expect(JSON.parse(free.choices[0]?.message.content ?? '')).toMatchObject({ provider: 'demo' })
  })

  test('describes images, files and audio', async () => {
    const completion = await say([
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'input_audio', input_audio: { data: 'aGVsbG8=', format: 'wav' } },
    ])
    expect(completion.choices[0]?.message.content).toContain(
      'image (image/png, 5 bytes); document (application/pdf, 5 bytes, a.pdf); audio (audio/wav, 5 bytes)',
    )
  })

  test('annotates a web search', async () => {
    const { message } = (await say('News?', { web_search_options: {} })).choices[0] ?? {}
    const [annotation] = message?.annotations ?? []
    expect(annotation).toMatchObject({
      type: 'url_citation',
      url_citation: { url: 'https://example.com/demo-one', title: 'Demo page one' },
    })
    expect(message?.content?.slice(annotation?.url_citation.start_index, annotation?.url_citation.end_index)).toContain('page one')
  })

  test('stops at stop sequences, at the cap, and refuses', async () => {
    expect((await say('one STOP two', { stop: 'STOP' })).choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'Demo provider (no real model): You asked: "one ' },
    })
    expect(await say('Hello', { max_completion_tokens: 3 })).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 3 },
    })
    expect((await say('Hi [demo:finish content-filter]')).choices[0]).toMatchObject({ finish_reason: 'content_filter' })
    expect((await say('please refuse')).choices[0]).toMatchObject({
      message: { content: null, refusal: expect.stringContaining('I refuse') as string },
    })
  })

  test('reads long prompts from its cache, unasked', async () => {
    const messages: Create['messages'] = [
      { role: 'system', content: 'rule '.repeat(2000) },
      { role: 'user', content: 'Hello' },
    ]
    const first = await openai.chat.completions.create({ model, messages })
    const second = await openai.chat.completions.create({ model, messages })
    expect(first.usage?.prompt_tokens_details?.cached_tokens).toBe(0)
    expect(second.usage?.prompt_tokens_details?.cached_tokens).toBeGreaterThan(1024)
  })

  test('has the vendor’s code for a prompt that is too long', async () => {
    await expect(say('[demo:context-length]')).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message: expect.stringContaining('Input tokens exceed the configured limit'),
    })
  })

  test('refuses what the vendor refuses, naming the field', async () => {
    const failed = await say('Hi', { temperature: 3 }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(OpenAI.BadRequestError)
    expect(failed).toMatchObject({ status: 400, type: 'invalid_request_error', param: 'temperature' })
    await expect(openai.chat.completions.create({ model, messages: [{ role: 'tool', tool_call_id: 'x', content: 'y' }] })).rejects.toThrow(
      /tool_calls/,
    )
  })
})

describe('compatible servers', () => {
  const call: Omit<Create, 'model' | 'stream'> = {
    messages: [{ role: 'user', content: 'use get_weather and get_time' }],
    tools: [weather, clock],
  }
  const asked = (words: string): Omit<Create, 'model' | 'stream'> => ({
    ...call,
    messages: [{ role: 'user', content: `use get_weather and get_time [demo:dialect ${words}]` }],
  })
  const fragments = (all: readonly OpenAI.Chat.ChatCompletionChunk[]): readonly OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall[] =>
    all.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])

  test('leave indexes out, or restart them', async () => {
    expect(fragments(await chunks(asked('missing-index'))).some((fragment) => 'index' in fragment)).toBe(false)
    expect(new Set(fragments(await chunks(asked('restarted-index'))).map(({ index }) => index))).toStrictEqual(new Set([0]))
    expect(new Set(fragments(await chunks(call)).map(({ index }) => index))).toStrictEqual(new Set([0, 1]))
  })

  test('leave ids out, or repeat them', async () => {
    expect(fragments(await chunks(asked('missing-id'))).some((fragment) => 'id' in fragment)).toBe(false)
    const repeated = fragments(await chunks(asked('repeat-id')))
    expect(repeated.every(({ id, function: called }) => id !== undefined && called?.name !== undefined)).toBe(true)
    expect(new Set(repeated.map(({ id }) => id)).size).toBe(2)
  })

  test('send calls whole', async () => {
    const whole = fragments(await chunks(asked('ollama')))
    expect(whole.map(({ function: called }) => [called?.name, called?.arguments])).toStrictEqual([
      ['get_weather', '{"city":"demo city"}'],
      ['get_time', '{}'],
    ])
  })

  test('put usage on the last content chunk', async () => {
    const all = await chunks(asked('usage-last'))
    expect(all.at(-1)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }], usage: { prompt_tokens: expect.any(Number) as number } })
  })

  test('say stop although they call', async () => {
    expect((await chunks(asked('stop-with-calls'))).flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toStrictEqual(['stop'])
  })

  test('name reasoning otherwise, detail it, or hide it', async () => {
    const message = async (words: string): Promise<unknown> =>
      (await say(`Hi [demo:dialect ${words}]`, { reasoning_effort: 'low' })).choices[0]?.message
    expect(await message('reasoning')).toMatchObject({ reasoning: expect.any(String) as string })
    expect(await message('reasoning-details')).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', signature: expect.any(String) as string }],
    })
    const hidden = await message('openai')
    for (const key of ['reasoning', 'reasoning_content', 'reasoning_details']) expect(hidden).not.toHaveProperty(key)
  })

  test('sign streamed reasoning behind its text, and check it when it comes back', async () => {
    const asked = {
      messages: [{ role: 'user', content: 'use get_time [demo:dialect openrouter]' }],
      tools: [clock],
      reasoning_effort: 'low',
    } satisfies Omit<Create, 'model'>
    const deltas = (await chunks(asked)).flatMap(({ choices }) => choices[0]?.delta ?? []) as {
      reasoning?: string
      reasoning_details?: { text?: string; signature?: string }[]
    }[]
    const details = deltas.flatMap(({ reasoning_details: details }) => details ?? [])
    const text = details.map((detail) => detail.text ?? '').join('')
    expect(text).toContain('Demo reasoning')
    expect(deltas.map(({ reasoning }) => reasoning ?? '').join('')).toBe(text)
    expect(details.map(({ signature }) => signature !== undefined)).toStrictEqual(details.map((_, i) => i === details.length - 1))
    const { message } = (await openai.chat.completions.create({ model, ...asked })).choices[0] ?? {}
    if (!message?.tool_calls?.[0]) throw new Error('no call')
    const again = (replayed: object): Promise<OpenAI.Chat.ChatCompletion> =>
      openai.chat.completions.create(
        {
          ...asked,
          model,
          messages: [
            ...asked.messages,
            { ...message, ...replayed },
            { role: 'tool', tool_call_id: message.tool_calls?.[0]?.id ?? '', content: 'noon' },
          ],
        },
        { headers: { 'x-demo-dialect': 'openrouter' } },
      )
    await expect(again({})).resolves.toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    await expect(
      again({ reasoning_details: [{ type: 'reasoning.text', text: 'edited', signature: details.at(-1)?.signature }] }),
    ).rejects.toThrow(/Invalid `signature` in `reasoning_details`/)
  })

  test('want reasoning back in a tool loop', async () => {
    const question: Create['messages'][number] = { role: 'user', content: 'use get_time' }
    const headers = { 'x-demo-dialect': 'deepseek' }
    const settings = { model, tools: [clock], reasoning_effort: 'low' } as const
    const { message } =
      (await openai.chat.completions.create({ ...settings, tools: [clock], messages: [question] }, { headers })).choices[0] ?? {}
    const call = message?.tool_calls?.[0]
    if (!call) throw new Error('no call')
    const result: Create['messages'][number] = { role: 'tool', tool_call_id: call.id, content: 'noon' }
    const again = (replayed: OpenAI.Chat.ChatCompletionMessageParam): Promise<OpenAI.Chat.ChatCompletion> =>
      openai.chat.completions.create({ ...settings, tools: [clock], messages: [question, replayed, result] }, { headers })
    await expect(again(message)).resolves.toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    await expect(again({ role: 'assistant', tool_calls: [call] })).rejects.toThrow(/Missing `reasoning_content`/)
  })
})

describe('log probabilities', () => {
  test('come in the chunk whose text they are about', async () => {
    const all = await chunks({ messages: [{ role: 'user', content: 'Hello' }], logprobs: true, n: 2 })
    const spoken = all.flatMap(({ choices }) => choices).filter(({ delta }) => delta.content)
    expect(spoken.length).toBeGreaterThan(6)
    for (const { delta, logprobs } of spoken) expect(logprobs?.content?.map(({ token }) => token).join('')).toBe(delta.content)
  })
})
