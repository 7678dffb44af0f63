import OpenAI from 'openai'
import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { png } from './media.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream } from './start-upstream.ts'
import { waitFor } from './wait-for.ts'

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const
type Event = { readonly type: string; readonly [key: string]: unknown }
type Item = Record<string, unknown>

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

/** Request in the shape of Codex's for a model that it knows: without `tools`, but with an item that adds them. */
const known = (model: string, input: readonly unknown[]): object => ({
  model,
  input: [
    {
      type: 'additional_tools',
      id: 'at_1',
      role: 'developer',
      tools: [
        {
          type: 'namespace',
          name: 'functions',
          description: 'What runs on this machine',
          tools: [
            {
              type: 'custom',
              name: 'exec',
              description: 'Runs JavaScript',
              format: { type: 'grammar', syntax: 'lark', definition: 'start: /(.|\\n)+/' },
            },
          ],
        },
      ],
    },
    { type: 'message', id: 'msg_dev', role: 'developer', content: [{ type: 'input_text', text: 'You are a coding agent.' }] },
    ...input,
  ],
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'medium', summary: 'auto' },
  parallel_tool_calls: true,
  prompt_cache_key: 'thread-1',
  client_metadata: { 'x-codex-installation-id': 'i' },
})

/** Request in the shape of Codex's for a model that it does not know. */
const unknown = (model: string, input: readonly unknown[]): object => ({
  ...known(model, []),
  input: [
    { type: 'message', id: 'msg_dev', role: 'developer', content: [{ type: 'input_text', text: 'You are a coding agent.' }] },
    ...input,
  ],
  tools: [
    {
      type: 'function',
      name: 'exec_command',
      description: 'Runs a command',
      strict: false,
      parameters: { type: 'object', properties: { cmd: { type: 'string' } }, required: ['cmd'], additionalProperties: false },
    },
    {
      type: 'namespace',
      name: 'multi_agent_v1',
      description: 'Agents',
      tools: [
        {
          type: 'function',
          name: 'spawn_agent',
          description: 'Spawns',
          strict: false,
          parameters: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
        },
      ],
    },
  ],
  tool_choice: 'auto',
})

const say = (text: string): Item => ({ type: 'message', id: 'msg_user', role: 'user', content: [{ type: 'input_text', text }] })

async function run(body: object): Promise<{ events: readonly Event[]; items: readonly Item[]; last: Event }> {
  const answer = await post(`${gateway.url}/v1/responses`, body, { originator: 'codex_exec', 'session-id': 's', 'thread-id': 't' })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const events = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Event)
  // Items may be open together: the order of their ends is the upstream's.
  const items = events
    .filter(({ type }) => type === 'response.output_item.done')
    .toSorted((a, b) => Number(a['output_index']) - Number(b['output_index']))
    .map(({ item }) => item as Item) // an event of this type holds an item
  const last = events.at(-1)
  if (last === undefined) throw new Error('no events')
  return { events, items, last }
}

/** Expects all that Codex needs of an answer. */
function checkDemands({ events, items, last }: Awaited<ReturnType<typeof run>>): void {
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index))
  expect(last).toMatchObject({
    type: 'response.completed',
    response: { id: expect.stringMatching(/./) as unknown, usage: { total_tokens: expect.any(Number) as unknown } },
  })
  expect((last['response'] as { output: unknown }).output).toEqual(items)
  for (const item of items) {
    if (item['type'] === 'message') expect(item['role']).toBe('assistant')
    if (String(item['type']).endsWith('_call')) expect(item['call_id']).toMatch(/./)
  }
}

test.each(models)(
  'client 1.6: the tools that Codex adds in an item are called on %s, in their namespace, with raw text, and answered',
  async (model) => {
    const opening = [say('Use exec to look')]
    const first = await run(known(model, opening))
    checkDemands(first)
    const call = first.items.find(({ type }) => type === 'custom_tool_call')
    expect(call).toMatchObject({ name: 'exec', namespace: 'functions', input: expect.stringMatching(/./) as unknown })
    const output = {
      type: 'custom_tool_call_output',
      id: 'cto_1',
      call_id: call?.['call_id'],
      output: [{ type: 'input_text', text: 'README.md' }],
    }
    const second = await run(known(model, [...opening, ...first.items, output]))
    checkDemands(second)
    expect(JSON.stringify(second.items)).toContain('README.md')
  },
)

test.each(models)('client 1.6: functions and namespaces of functions reach %s, and come back as what they were', async (model) => {
  const opening = [say('Use exec_command cmd=ls and spawn_agent task=look')]
  const first = await run(unknown(model, opening))
  checkDemands(first)
  const calls = first.items.filter(({ type }) => type === 'function_call')
  expect(calls.map(({ name, namespace, arguments: text }) => [name, namespace, JSON.parse(String(text)) as unknown])).toEqual([
    ['exec_command', undefined, { cmd: 'ls' }],
    ['spawn_agent', 'multi_agent_v1', { task: 'look' }],
  ])
  const outputs = calls.map(({ call_id, name }) => ({ type: 'function_call_output', call_id, output: `${String(name)} is done` }))
  const second = await run(unknown(model, [...opening, ...first.items, ...outputs]))
  checkDemands(second)
  expect(JSON.stringify(second.items)).toMatch(/exec_command is done.*spawn_agent is done/s)
})

test.each(models)('client 3: a resumed conversation with emptied reasoning and a picture in an output is taken for %s', async (model) => {
  const { items } = await run(
    unknown(model, [
      say('Look at the picture'),
      // The vendor itself refuses such an item if no responses are stored.
      ...(model === 'demo-responses' ? [] : [{ type: 'reasoning', id: 'rs_1', summary: [], content: null, encrypted_content: null }]),
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'exec_command', arguments: '{"cmd":"cat a.png"}' },
      {
        type: 'function_call_output',
        call_id: 'call_1',
        output: [
          { type: 'input_text', text: 'here' },
          { type: 'input_image', image_url: `data:image/png;base64,${png}` },
        ],
      },
    ]),
  )
  expect(JSON.stringify(items)).toContain('image/png')
})

test.each(models)('client 3: a request that comes again after a broken stream is answered anew by %s', async (model) => {
  const body = unknown(model, [say(`A story of ${model} [demo:cut times=1]`)])
  const broken = await post(`${gateway.url}/v1/responses`, body)
  expect(broken.text).toContain('response.failed')
  expect(broken.text).not.toContain('response.completed')
  checkDemands(await run(body))
})

test.each(models)('client 1.4: an error within a stream of %s is the union frame, then response.failed, then the end', async (model) => {
  const answer = await post(`${gateway.url}/v1/responses`, { model, input: 'Tell me a story [demo:error-event]', stream: true })
  const events = [...answer.text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(
    ([, name, data]) => [name, JSON.parse(data ?? '') as Event] as const,
  )
  expect(events.slice(-2).map(([name]) => name)).toEqual(['error', 'response.failed'])
  const [, frame] = events.at(-2) ?? []
  expect(frame).toMatchObject({
    type: 'error',
    sequence_number: expect.any(Number) as unknown,
    code: expect.anything() as unknown,
    message: expect.any(String) as unknown,
    param: null,
    error: { type: expect.any(String) as unknown, code: expect.anything() as unknown, message: expect.any(String) as unknown, param: null },
  })
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
  const read = async (): Promise<void> => {
    for await (const event of await client.responses.create({ model, input: 'Tell me a story [demo:error-event]', stream: true }))
      expect(event.type).not.toBe('response.completed')
  }
  await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError)
})

test('client 1.8: a client that hangs up upon response.completed was served: it is no cancelled request, and its usage is kept', async () => {
  const upstream = await startUpstream()
  const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'in_progress', model: 'r1', output: [], error: null }
  upstream.answer = (answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write(`event: response.created\ndata: ${JSON.stringify({ type: 'response.created', sequence_number: 0, response })}\n\n`)
    const usage = { input_tokens: 7, output_tokens: 9, total_tokens: 16 }
    const done = { type: 'response.completed', sequence_number: 1, response: { ...response, status: 'completed', usage } }
    // The connection stays open, as at some upstreams.
    answer.write(`event: response.completed\ndata: ${JSON.stringify(done)}\n\n`)
  }
  const own = await startGateway({ channels: [{ name: 'r', format: 'responses', baseUrl: upstream.url, models: ['r1'] }] })
  for (const path of ['/v1/responses', '/v1/chat/completions']) {
    await new Promise<void>((resolve, reject) => {
      const call = request(own.url + path, { method: 'POST', headers: { authorization: 'Bearer any' } }, (answer) => {
        answer.on('data', (bytes: Buffer) => {
          if (/response\.completed|\[DONE\]/.test(bytes.toString())) call.destroy()
        })
        answer.on('close', resolve)
      })
      call.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
      call.end(
        JSON.stringify(
          path.includes('chat')
            ? { model: 'r1', stream: true, messages: [{ role: 'user', content: 'hi' }] }
            : { model: 'r1', stream: true, input: 'hi' },
        ),
      )
    })
  }
  const requests = (): ReturnType<typeof own.log> => own.log().filter(({ outcome }) => outcome !== undefined)
  await waitFor(() => requests().length === 2)
  expect(requests().map(({ outcome, input, output }) => [outcome, input, output])).toEqual([
    ['ok', 7, 9],
    ['ok', 7, 9],
  ])
})
