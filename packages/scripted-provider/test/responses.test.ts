import { Ajv2020 } from 'ajv/dist/2020.js'
import OpenAI from 'openai'
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { openai, provider } = await serve()
const model = 'demo-responses'

type Create = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Answer = OpenAI.Responses.Response
type Item = OpenAI.Responses.ResponseInputItem

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
  required: ['city', 'days'],
  additionalProperties: false,
}
const weather: OpenAI.Responses.FunctionTool = { type: 'function', name: 'get_weather', parameters, strict: true }
const clock: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_time',
  parameters: { type: 'object', properties: { zone: { enum: ['UTC', 'CET'] } }, required: ['zone'] },
  strict: false,
}
const note: OpenAI.Responses.CustomTool = { type: 'custom', name: 'note' }
const thinking = { reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] } satisfies Create

function create(params: Create): Promise<Answer> {
  return openai.responses.create({ model, ...params })
}

/** Streams the request and folds it by the SDK's own accumulator. */
async function streamed(params: Create): Promise<Answer> {
  const { stream: _, ...rest } = params
  return openai.responses.stream({ model, ...rest }).finalResponse()
}

/** The error of a request that the vendor refuses. */
async function refusal(params: object): Promise<{ status: number; message: string; param: string | null; code: string | null }> {
  const response = await fetch(`${provider.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer k' },
    body: JSON.stringify({ model, ...params }),
  })
  const { error } = (await response.json()) as { error: { message: string; type: string; param: string | null; code: string | null } }
  if (!error) throw new Error('not refused')
  const { type, ...rest } = error
  expect(type).toBe('invalid_request_error')
  return { status: response.status, ...rest }
}

function callsOf({ output }: Answer): readonly OpenAI.Responses.ResponseFunctionToolCall[] {
  return output.filter((item) => item.type === 'function_call')
}

describe('the responses dialect, through the vendor’s SDK', () => {
  test('answers text, a string or a list of items', async () => {
    const answer = await create({ input: 'Hello there', instructions: 'Be brief' })
    expect(answer).toMatchObject({ object: 'response', status: 'completed', model, error: null, incomplete_details: null })
    expect(answer.id).toMatch(/^resp_/)
    expect(answer.output_text).toBe('Demo provider (no real model): You asked: "Hello there". My instructions: "Be brief".')
    expect(answer.output).toMatchObject([{ type: 'message', role: 'assistant', status: 'completed', phase: 'final_answer' }])
    expect(answer.usage?.total_tokens).toBe((answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0))
    const list = await create({
      input: [
        { role: 'developer', content: 'Be brief' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello there' }] },
      ],
    })
    expect(list.output_text).toBe(answer.output_text)
  })

  test('streams what it answers', async () => {
    const requests: Create[] = [
      { input: 'Hello there' },
      { input: 'use get_weather, get_time and note: milk', tools: [weather, clock, note], ...thinking },
      { input: 'search the web', tools: [{ type: 'web_search' }] },
      { input: 'draw a cat', tools: [{ type: 'image_generation' }] },
      {
        input: 'run some code',
        tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
        include: ['code_interpreter_call.outputs'],
      },
      { input: 'please refuse' },
      { input: 'shell, local_shell and apply_patch', tools: [{ type: 'shell' }, { type: 'local_shell' }, { type: 'apply_patch' }] },
      { input: 'Hello', top_logprobs: 2, include: ['message.output_text.logprobs'] },
      { input: '[demo:words 100]', max_output_tokens: 20 },
    ]
    for (const params of requests) {
      const document = await create(params)
      const folded = await streamed(params)
      expect(JSON.parse(JSON.stringify(folded))).toMatchObject(JSON.parse(JSON.stringify(document)) as object)
    }
  })

  test('numbers and names its events, ends with the whole answer and pads its deltas only where that is not declined', async () => {
    const seen: { type: string; sequence_number: number }[] = []
    for await (const event of await openai.responses.create({ model, input: 'Hello', stream: true })) seen.push(event)
    expect(seen.map(({ sequence_number }) => sequence_number)).toStrictEqual([...seen.keys()])
    expect(seen.slice(0, 2).map(({ type }) => type)).toStrictEqual(['response.created', 'response.in_progress'])
    expect(seen.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [{ type: 'message' }] } })
    const text = async (include_obfuscation: boolean): Promise<string> => {
      const body = JSON.stringify({ model, input: 'Hello', stream: true, stream_options: { include_obfuscation } })
      return (await fetch(`${provider.url}/v1/responses`, { method: 'POST', headers: { authorization: 'Bearer k' }, body })).text()
    }
    expect(await text(false)).not.toContain('obfuscation')
    expect(await text(true)).toMatch(/event: response\.output_text\.delta\ndata: .*"obfuscation":"/)
  })

  test('calls the tools that the prompt names, with arguments that fit their schemas', async () => {
    const answer = await create({ input: 'use get_weather and get_time', tools: [weather, clock] })
    const calls = callsOf(answer)
    expect(calls.map(({ name }) => name)).toStrictEqual(['get_weather', 'get_time'])
    const ajv = new Ajv2020({ strict: false })
    for (const [i, tool] of [weather, clock].entries())
      expect(ajv.validate(tool.parameters ?? {}, JSON.parse(calls[i]?.arguments ?? '')), ajv.errorsText()).toBe(true)
  })

  test('calls custom tools with text, and namespaced tools with their namespace', async () => {
    const answer = await create({
      input: 'use note: buy milk and get_time and lookup',
      tools: [
        note,
        { type: 'namespace', name: 'clocks', description: 'Clocks', tools: [{ type: 'function', name: 'get_time' }] },
        { type: 'namespace', name: 'books', description: 'Books', tools: [{ type: 'custom', name: 'lookup' }] },
      ],
    })
    expect(answer.output.slice(1)).toMatchObject([
      { type: 'custom_tool_call', name: 'note', input: 'buy milk and' },
      { type: 'function_call', name: 'get_time', namespace: 'clocks' },
      { type: 'custom_tool_call', name: 'lookup', namespace: 'books' },
    ])
  })

  test('client 1.6: calls tools that come as additional_tools', async () => {
    const tools: OpenAI.Responses.Tool[] = [
      {
        type: 'namespace',
        name: 'functions',
        description: '',
        tools: [{ type: 'custom', name: 'exec', format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' } }],
      },
    ]
    const answer = await create({
      input: [
        { type: 'additional_tools', role: 'developer', tools },
        { role: 'user', content: 'call exec: ls -l' },
      ],
    })
    expect(answer.output.at(-1)).toMatchObject({ type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: 'ls -l' })
  })

  test('calls the vendor’s own tools that the client runs', async () => {
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'apply_patch' },
      { type: 'shell' },
      { type: 'local_shell' },
      { type: 'tool_search', execution: 'client' },
    ]
    const answer = await create({ input: 'apply_patch, shell, local_shell, tool_search', tools })
    expect(answer.output.slice(1)).toMatchObject([
      { type: 'apply_patch_call', operation: { type: 'create_file', path: 'demo.txt' } },
      { type: 'shell_call', action: { commands: ['echo demo'] } },
      { type: 'local_shell_call', action: { type: 'exec', command: ['echo', 'demo'] } },
      { type: 'tool_search_call', execution: 'client' },
    ])
  })

  test('obeys forced and allowed choices, none and no parallel calls', async () => {
    const names = async (input: string, more: Partial<Create>): Promise<readonly string[]> =>
      callsOf(await create({ input, tools: [weather, clock], ...more })).map(({ name }) => name)
    expect(await names('Hello', { tool_choice: 'required' })).toStrictEqual(['get_weather'])
    expect(await names('Hello', { tool_choice: { type: 'function', name: 'get_time' } })).toStrictEqual(['get_time'])
    const allowed: OpenAI.Responses.ToolChoiceAllowed = {
      type: 'allowed_tools',
      mode: 'auto',
      tools: [{ type: 'function', name: 'get_time' }],
    }
    expect(await names('get_weather get_time', { tool_choice: allowed })).toStrictEqual(['get_time'])
    expect(await names('get_weather get_time', { parallel_tool_calls: false })).toStrictEqual(['get_weather'])
    expect(await names('get_weather get_time', { tool_choice: 'none' })).toStrictEqual([])
  })

  test('makes as many calls as the directive says', async () => {
    const answer = await create({ input: '[demo:calls 4]', tools: [weather, clock] })
    expect(callsOf(answer).map(({ name }) => name)).toStrictEqual(['get_weather', 'get_time', 'get_weather', 'get_time'])
  })

  test.each([false, true])('goes through three tool turns with encrypted reasoning, stored: %s', async (store) => {
    const settings: Create = { tools: [weather, clock], store, ...thinking }
    const input: Item[] = [{ role: 'user', content: 'use get_weather and get_time, then call get_time, then call get_weather' }]
    let answer = await streamed({ ...settings, input })
    for (let turn = 0; turn < 3; turn++) {
      expect(answer.output[0]).toMatchObject({ type: 'reasoning', encrypted_content: expect.stringMatching(/^gAAAA/) as string })
      const calls = callsOf(answer)
      expect(calls.length).toBeGreaterThan(0)
      input.push(...toResponseInputItems(answer.output))
      for (const { call_id, name } of calls.toReversed()) input.push({ type: 'function_call_output', call_id, output: `${name} ${turn}` })
      answer = await streamed({ ...settings, input })
    }
    expect(answer.output_text).toContain('get_weather answered "get_weather 2"')
  })

  test('goes on from a stored answer, whose instructions it forgets', async () => {
    const first = await create({ input: 'use get_time', instructions: 'Be brief', tools: [clock], reasoning: { effort: 'low' } })
    const [call] = callsOf(first)
    const second = await create({
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: [{ type: 'input_text', text: 'noon' }] }],
      tools: [clock],
    })
    expect(second).toMatchObject({ previous_response_id: first.id, status: 'completed' })
    expect(second.output_text).toBe('Demo provider (no real model): get_time answered "noon". You had asked: "use get_time".')
    expect(await openai.responses.retrieve(first.id)).toMatchObject({ id: first.id, output: [{ type: 'reasoning' }, {}, {}] })
    await openai.responses.delete(first.id)
    await expect(openai.responses.retrieve(first.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })

  test('describes media of messages and results', async () => {
    const answer = await create({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'data:image/png;base64,aGVsbG8=', detail: 'auto' },
            { type: 'input_image', image_url: 'https://example.com/a.jpg', detail: 'high' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
            { type: 'input_text', text: 'Look' },
          ],
        },
      ],
    })
    expect(answer.output_text).toContain(
      'image (image/png, 5 bytes); image (https://example.com/a.jpg); document "a.pdf" (application/pdf, 5 bytes, a.pdf)',
    )
  })

  test('searches the web, cites what it found, and tells its sources only when asked', async () => {
    const answer = await create({ input: 'search the web', tools: [{ type: 'web_search' }] })
    expect(answer.output).toMatchObject([{ type: 'web_search_call', status: 'completed', action: { type: 'search' } }, { type: 'message' }])
    expect(answer.output[0]).not.toMatchObject({ action: { sources: expect.anything() as unknown } })
    const [part] = answer.output[1]?.type === 'message' ? answer.output[1].content : []
    if (part?.type !== 'output_text') throw new Error('no text')
    const cited = part.annotations.map((annotation) =>
      annotation.type === 'url_citation' ? part.text.slice(annotation.start_index, annotation.end_index) : '',
    )
    expect(cited[0]).toBe('The demo found this on page one (https://example.com/demo-one).')
    const told = await create({ input: 'search the web', tools: [{ type: 'web_search' }], include: ['web_search_call.action.sources'] })
    expect(told.output[0]).toMatchObject({ action: { sources: [{ type: 'url', url: 'https://example.com/demo-one' }, {}] } })
  })

  test('obeys a JSON schema and JSON mode', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false }
    const answer = await create({ input: 'Data', text: { format: { type: 'json_schema', name: 'data', strict: true, schema } } })
    expect(JSON.parse(answer.output_text)).toStrictEqual({ n: 1 })
    const json = await create({ input: 'Give me JSON', text: { format: { type: 'json_object' } } })
    expect(JSON.parse(json.output_text)).toMatchObject({ provider: 'demo' })
  })

  test('stops at the cap, for a filter, on refusal and as asked', async () => {
    expect(await create({ input: '[demo:words 100]', max_output_tokens: 20 })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: { output_tokens: 20 },
    })
    expect(await streamed({ input: '[demo:finish content-filter]' })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    })
    expect(await create({ input: '[demo:finish steered]' })).toMatchObject({ incomplete_details: { reason: 'steered' } })
    const refused = await create({ input: 'please refuse' })
    expect(refused).toMatchObject({ status: 'completed', output: [{ content: [{ type: 'refusal' }] }] })
  })

  test('reports cached tokens of a prefix that it has seen', async () => {
    const input = 'rule '.repeat(2000)
    const first = await create({ input })
    const second = await create({ input })
    expect(first.usage?.input_tokens_details.cached_tokens).toBe(0)
    expect(second.usage?.input_tokens_details.cached_tokens).toBeGreaterThan(1024)
  })

  test('counts the tokens that it then charges', async () => {
    const { input_tokens, object } = await openai.responses.inputTokens.count({
      model,
      input: 'Hello there',
      instructions: 'Brief',
      tools: [clock],
    })
    expect(object).toBe('response.input_tokens')
    expect((await openai.responses.inputTokens.count({ input: 'Hi' })).input_tokens).toBeGreaterThan(0)
    await expect(openai.responses.inputTokens.count({ model, input: 'Hi', stream: true } as object)).rejects.toThrow(
      /Unknown parameter: 'stream'/,
    )
    expect((await create({ input: 'Hello there', instructions: 'Brief', tools: [clock] })).usage?.input_tokens).toBe(input_tokens)
  })

  test('shows partial images where it may, and answers in the background', async () => {
    const types: string[] = []
    const tools: OpenAI.Responses.Tool[] = [{ type: 'image_generation', partial_images: 2 }]
    for await (const { type } of await openai.responses.create({ model, input: 'Draw a cat', tools, stream: true })) types.push(type)
    expect(types.filter((type) => type.endsWith('partial_image'))).toHaveLength(2)
    const queued = await create({ input: 'Later', background: true })
    expect(queued).toMatchObject({ status: 'queued', output: [] })
    expect(await openai.responses.retrieve(queued.id)).toMatchObject({ status: 'completed', output: [{ type: 'message' }] })
  })

  test('cancels what runs in the background until somebody has found it done, and nothing else', async () => {
    const queued = await create({ input: 'Later', background: true })
    expect(await openai.responses.cancel(queued.id)).toMatchObject({ id: queued.id, status: 'cancelled', output: [] })
    expect(await openai.responses.retrieve(queued.id)).toMatchObject({ status: 'cancelled' })
    const done = await create({ input: 'Later still', background: true })
    await openai.responses.retrieve(done.id)
    expect(await openai.responses.cancel(done.id)).toMatchObject({ status: 'completed' })
    const { id } = await create({ input: 'Now' })
    await expect(openai.responses.cancel(id)).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  })

  test('shows no encrypted reasoning unasked, no summary unasked and reasons on the directive alone', async () => {
    const bare = await create({ input: 'Hi', reasoning: { effort: 'low' } })
    expect(bare.output[0]).toStrictEqual({ id: expect.stringMatching(/^rs_/) as string, type: 'reasoning', summary: [] })
    expect((await create({ input: 'Hi', reasoning: { effort: 'none' } })).output).toHaveLength(1)
    expect((await create({ input: 'Hi [demo:think]' })).output[0]).toMatchObject({ type: 'reasoning', summary: [{ type: 'summary_text' }] })
  })
})

const reasoningTurn = await create({ input: 'use get_time', tools: [clock], store: false, tool_choice: 'required', ...thinking })
const [reasoningItem, callItem] = reasoningTurn.output as unknown as [Record<string, unknown>, Record<string, unknown>]
const outputItem = { type: 'function_call_output', call_id: callItem['call_id'], output: 'noon' }
const ask = { role: 'user', content: 'use get_time' }

describe('the responses vendor refuses', () => {
  const image = (image_url: string): object => ({ input: [{ role: 'user', content: [{ type: 'input_image', image_url }] }] })
  const stateless = (...input: object[]): object => ({ store: false, input })

  test.each<[string, object, { status?: number; message: string | RegExp; param?: string | null; code?: string | null }]>([
    [
      'no model',
      { model: undefined, input: 'Hi' },
      { message: "Missing required parameter: 'model'.", param: 'model', code: 'missing_required_parameter' },
    ],
    ['no input', {}, { message: "Missing required parameter: 'input'.", param: 'input' }],
    [
      'an unknown parameter',
      { input: 'Hi', stop: ['x'] },
      { message: "Unknown parameter: 'stop'.", param: 'stop', code: 'unknown_parameter' },
    ],
    [
      'an unknown key of an item',
      { input: [{ ...ask, name: 'x' }] },
      { message: "Unknown parameter: 'input[0].name'.", param: 'input[0].name' },
    ],
    [
      'a wrong type',
      { input: 'Hi', temperature: 'hot' },
      { message: "Invalid type for 'temperature': expected a decimal, but got a string instead.", code: 'invalid_type' },
    ],
    ['a value out of range', { input: 'Hi', temperature: 3 }, { message: /decimal above maximum value/, code: 'decimal_above_max_value' }],
    [
      'edge 32: a cap under 16',
      { input: 'Hi', max_output_tokens: 15 },
      { message: /integer below minimum value.*>= 16/, code: 'integer_below_min_value' },
    ],
    [
      'an unknown item',
      { input: [{ type: 'thought' }] },
      { message: /Invalid value: 'thought'/, param: 'input[0].type', code: 'invalid_value' },
    ],
    [
      'edge 28: input_text of an assistant',
      { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] },
      { message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", param: 'input[0].content[0].type' },
    ],
    [
      'edge 28: output_text of a user',
      { input: [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }] },
      { message: /Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'/ },
    ],
    [
      'edge 22: a foreign id',
      { input: [{ ...callItem, id: 'toolu_1' }, outputItem] },
      { message: "Invalid 'input[0].id': 'toolu_1'. Expected an ID that begins with 'fc'." },
    ],
    [
      'edge 22: a long id',
      { input: [{ ...callItem, id: `fc_${'x'.repeat(64)}` }, outputItem] },
      { message: /maximum length 64/, code: 'string_above_max_length' },
    ],
    [
      'edge 24: a call without output',
      stateless(ask, reasoningItem, callItem),
      { message: `No tool output found for function call ${String(callItem['call_id'])}.`, param: 'input' },
    ],
    [
      'edge 24: an output without call',
      stateless(ask, outputItem),
      { message: /^No tool call found for function call output with call_id call_/ },
    ],
    [
      'an output of the wrong kind',
      stateless(ask, reasoningItem, callItem, { ...outputItem, type: 'custom_tool_call_output' }),
      { message: /^No tool call found for custom tool call output/ },
    ],
    [
      'edge 20: reasoning without what it made',
      stateless(ask, reasoningItem),
      { message: /of type 'reasoning' was provided without its required following item/ },
    ],
    [
      'edge 20: what reasoning made without it',
      stateless(ask, callItem, outputItem),
      { message: /of type 'function_call' was provided without its required 'reasoning' item: 'rs_/ },
    ],
    [
      'edge 20: something in between',
      stateless(ask, reasoningItem, ask, callItem, outputItem),
      { message: /without its required following item/ },
    ],
    [
      'edge 21: reasoning without a summary',
      stateless(ask, { ...reasoningItem, summary: undefined }, callItem, outputItem),
      { message: "Missing required parameter: 'input[1].summary'." },
    ],
    [
      'edge 25: encrypted content of somebody else',
      stateless(ask, { ...reasoningItem, encrypted_content: 'gAAAAABsomething' }, callItem, outputItem),
      { message: /could not be verified/, code: 'invalid_encrypted_content' },
    ],
    [
      'edge 23: reasoning that nobody remembers',
      stateless(ask, { ...reasoningItem, encrypted_content: undefined }, callItem, outputItem),
      { status: 404, message: /^Item with id 'rs_.*' not found\. Items are not persisted when `store` is set to false/ },
    ],
    [
      'a reference to nothing',
      { input: [{ type: 'item_reference', id: 'msg_1' }] },
      { status: 404, message: "Item with id 'msg_1' not found." },
    ],
    [
      'an id twice',
      stateless(ask, reasoningItem, callItem, outputItem, reasoningItem, callItem),
      { message: /^Duplicate item found with id rs_/ },
    ],
    [
      'an unknown previous response',
      { input: 'Hi', previous_response_id: 'resp_1' },
      { status: 404, message: "Previous response with id 'resp_1' not found.", code: 'previous_response_not_found' },
    ],
    [
      'an unknown conversation',
      { input: 'Hi', conversation: 'conv_1' },
      { status: 404, message: "Conversation with id 'conv_1' not found." },
    ],
    [
      'edge 27: a compaction trigger in the middle',
      { input: [{ type: 'compaction_trigger' }, ask] },
      { message: /must be the last input item/ },
    ],
    [
      'edge 30: JSON mode without the word',
      { input: 'Hi', text: { format: { type: 'json_object' } } },
      { message: /must contain the word 'json'/ },
    ],
    [
      'a strict schema that is none',
      { input: 'Hi', tools: [{ ...clock, strict: true }] },
      {
        message: /Invalid schema for function 'get_time': .*additionalProperties/,
        param: 'tools[0].parameters',
        code: 'invalid_function_parameters',
      },
    ],
    [
      'a strict format that is none',
      { input: 'Hi', text: { format: { type: 'json_schema', name: 'x', strict: true, schema: { type: 'object', properties: {} } } } },
      { message: /response_format 'x'/, code: 'invalid_json_schema' },
    ],
    [
      'parameters that are no object',
      { input: 'Hi', tools: [{ type: 'function', name: 'x', parameters: { type: 'array' } }] },
      { message: /got 'type: "array"'/ },
    ],
    [
      'the nesting of chat',
      { input: 'Hi', tools: [{ type: 'function', function: { name: 'x' } }] },
      { message: "Unknown parameter: 'tools[0].function'." },
    ],
    [
      'a tool name with a dot',
      { input: 'Hi', tools: [{ ...clock, name: 'a.b' }] },
      { message: /does not match pattern/, param: 'tools[0].name' },
    ],
    ['a long tool name', { input: 'Hi', tools: [{ ...clock, name: 'x'.repeat(65) }] }, { message: /maximum length 64/ }],
    ['a tool twice', { input: 'Hi', tools: [clock, clock] }, { message: /duplicate tool name/ }],
    [
      'a choice that is not offered',
      { input: 'Hi', tools: [clock], tool_choice: { type: 'function', name: 'x' } },
      { message: "Tool choice 'x' not found in 'tools' parameter.", param: 'tool_choice' },
    ],
    ['an image that is none', image('data:image/bmp;base64,aGk='), { message: /unsupported MIME type 'image\/bmp'/ }],
    ['an image that is no base64', image('data:image/png;base64,%%%'), { message: /invalid base64/ }],
    [
      'a file that is none',
      { input: [{ role: 'user', content: [{ type: 'input_file', file_data: 'data:audio/mpeg;base64,aGk=' }] }] },
      { message: /got unsupported MIME type 'audio\/mpeg'/, param: 'input[0].content[0].file_data' },
    ],
    [
      'an image without a source',
      { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
      { message: "Missing required parameter: 'input[0].content[0].image_url'." },
    ],
    [
      'too much metadata',
      { input: 'Hi', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])) },
      { message: /at most 16 properties/ },
    ],
  ])('%s', async (_, params, { status = 400, message, ...rest }) => {
    const found = await refusal(params)
    expect(found).toMatchObject({
      status,
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      ...rest,
    })
  })

  test('nothing of all that where the items are as it made them', async () => {
    const answer = await create({ store: false, tools: [clock], input: [ask, reasoningItem, callItem, outputItem] as unknown as Item[] })
    expect(answer.output_text).toContain('get_time answered "noon"')
    const { id: _, ...anonymous } = callItem
    const { id: __, ...hidden } = reasoningItem
    await expect(create({ store: false, input: [ask, hidden, anonymous, outputItem] as unknown as Item[] })).resolves.toMatchObject({
      status: 'completed',
    })
    // Reasoning that is dropped takes the id of its partner along.
    await expect(create({ store: false, input: [ask, anonymous, outputItem] as unknown as Item[] })).resolves.toMatchObject({
      status: 'completed',
    })
  })
})

describe('a responses stream that fails', () => {
  const events = async (input: string): Promise<readonly string[]> => {
    const body = JSON.stringify({ model, input, stream: true })
    const text = await (
      await fetch(`${provider.url}/v1/responses`, { method: 'POST', headers: { authorization: 'Bearer k' }, body })
    ).text()
    return [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name ?? '')
  }

  test('says so in the ways of the vendor', async () => {
    expect((await events('[demo:error-event]')).slice(-2)).toStrictEqual(['error', 'response.failed'])
    expect((await events('[demo:error-event nested failed]')).slice(-2)).toStrictEqual(['error', 'response.failed'])
    expect((await events('[demo:error-event flat]')).at(-1)).toBe('error')
    expect((await events('[demo:error-event nested]')).at(-1)).toBe('error')
    expect((await events('[demo:error-event failed]')).at(-1)).toBe('response.failed')
    await expect(streamed({ input: '[demo:error-event flat]' })).rejects.toThrow(/in the middle of the stream/)
  })

  test('has no terminal event where it was cut', async () => {
    expect((await events('[demo:cut-clean]')).some((name) => /completed|incomplete|failed|error/.test(name))).toBe(false)
    await expect(streamed({ input: '[demo:cut]' })).rejects.toThrow()
    await expect(streamed({ input: '[demo:malformed]' })).rejects.toThrow(/JSON/)
  })
})
