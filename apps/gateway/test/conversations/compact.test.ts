import { describe, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { openSocket } from '../sockets/open-socket.ts'
import { startRecorder } from './start-recorder.ts'

type Item = Record<string, unknown>

const models = ['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'] as const
const recorder = await startRecorder()
const gateway = await startGateway({ channels: recorder.channels, responses: { compact: {} } })
const plain = await startGateway({ channels: recorder.channels })

async function post(
  path: string,
  body: object,
  at = gateway,
): Promise<{ readonly status: number; readonly body: Record<string, unknown>; readonly text: string }> {
  const answer = await fetch(`${at.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}, text } // documents are objects
}

const said = [
  { role: 'user', content: 'The secret word is heron. [demo:say They spoke of a heron.]' },
  { role: 'assistant', content: 'I will keep it in mind.' },
] as const

const outputOf = (body: Record<string, unknown>): readonly Item[] => body['output'] as readonly Item[] // both documents have one

describe.each(models)('%s', (model) => {
  test('a conversation becomes its messages of the user and a summary, which the next request is given as text', async () => {
    const { status, body } = await post('/v1/responses/compact', { model, input: said, prompt_cache_key: 'k' })
    expect([status, body['object']]).toEqual([200, 'response.compaction'])
    const output = outputOf(body)
    expect(output.map(({ type, role }) => [type, role])).toEqual([
      ['message', 'user'],
      ['compaction', undefined],
    ])
    expect(body['usage']).toMatchObject({ total_tokens: expect.any(Number) })
    const from = recorder.seen.length
    const next = await post('/v1/responses', { model, input: [...output, { role: 'user', content: 'Go on' }], store: false })
    expect(next.status).toBe(200)
    const sent = JSON.stringify(recorder.seen.slice(from).map((request) => request.body))
    expect(sent).toContain('Summary of the conversation before this point')
    expect(sent).toContain('They spoke of a heron.')
  })

  test('a kept conversation is compacted by its id', async () => {
    const first = await post('/v1/responses', { model, input: 'My name is Ada.' })
    const { status, body } = await post('/v1/responses/compact', { model, previous_response_id: first.body['id'] })
    // An upstream that keeps the conversation is the only one that could compact it.
    if (model === 'demo-responses') return expect(status).toBe(400)
    expect(outputOf(body).map(({ type }) => type)).toEqual(['message', 'compaction'])
  })

  test('what cannot be compacted is refused at its field', async () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
    expect(await post('/v1/responses/compact', { input: 'x' })).toMatchObject({ status: 400, body: { error: { param: 'model' } } })
    expect(await post('/v1/responses/compact', { model })).toMatchObject({ status: 400, body: { error: { param: 'input' } } })
    expect(await post('/v1/responses/compact', { model, input: [...said, call] })).toMatchObject({
      status: 400,
      body: { error: { param: 'input' } },
    })
    const early = [{ type: 'compaction_trigger' }, ...said]
    expect(await post('/v1/responses', { model, input: early })).toMatchObject({ status: 400, body: { error: { param: 'input[0]' } } })
    const none = { status: 400, body: { error: { code: 'unsupported_operation', message: expect.stringContaining('responses.compact') } } }
    expect(await post('/v1/responses/compact', { model, input: said }, plain)).toMatchObject(none)
  })
})

// The demo's Responses plays no compactions.
describe.each(models.filter((model) => model !== 'demo-responses'))('%s', (model) => {
  test('a trigger at the end of an input is answered with the compaction alone, whole, streamed and on a socket', async () => {
    const body = { model, input: [...said, { type: 'compaction_trigger' }], store: false }
    const whole = await post('/v1/responses', body)
    expect(whole.body).toMatchObject({
      object: 'response',
      status: 'completed',
      output: [{ type: 'compaction', encrypted_content: expect.any(String) }],
    })
    const streamed = await post('/v1/responses', { ...body, stream: true })
    const events = streamed.text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Item] : []))
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.compaction.compacting',
      'response.output_item.done',
      'response.completed',
    ])
    const socket = await openSocket(gateway.url)
    const frames = await socket.turn(body)
    expect(frames.at(-1)).toMatchObject({ type: 'response.completed', response: { output: [{ type: 'compaction' }] } })
    // The connection goes on from the summary, and from the messages of the user, which the summary need not repeat.
    const [last = {}] = frames.slice(-1)
    const { id } = (last as { readonly response: { readonly id: string } }).response // just checked
    const from = recorder.seen.length
    const next = await socket.turn({ model, input: 'Go on', store: false, previous_response_id: id })
    socket.socket.terminate()
    expect(next.at(-1)).toMatchObject({ type: 'response.completed', response: { previous_response_id: id } })
    const sent = JSON.stringify(recorder.seen.slice(from).map((request) => request.body))
    expect(sent).toContain('The secret word is heron.')
    expect(sent).toContain('They spoke of a heron.')
    expect(sent).not.toContain('I will keep it in mind.')
  })

  test('a trigger needs an answer', async () => {
    const socket = await openSocket(gateway.url)
    const input = [...said, { type: 'compaction_trigger' }]
    const frames = await socket.turn({ model, input, store: false, generate: false })
    socket.socket.terminate()
    expect(frames.at(-1)).toMatchObject({ type: 'error', status: 400, error: { param: 'generate' } })
  })
})

test('an upstream that compacts by a trigger is gone on from on a connection, by its own item', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => {
    const n = upstream.seen.length
    const item =
      n === 1
        ? { id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAA' }
        : { id: 'msg_2', type: 'message', role: 'assistant', status: 'completed', content: [] }
    const done = { id: `resp_${n}`, object: 'response', created_at: 1, status: 'completed', model: 'm', output: [item], store: false }
    const events = [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map((event, index) => `data: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`).join(''))
  }
  const channel: ChannelConfig = { name: 'native', format: 'responses', baseUrl: upstream.url, apiKey: 'k', models: ['m'] }
  const socket = await openSocket((await startGateway({ channels: [channel] })).url)
  const compacted = await socket.turn({ model: 'm', input: [...said, { type: 'compaction_trigger' }], store: false })
  expect(compacted.at(-1)).toMatchObject({ type: 'response.completed', response: { id: 'resp_1' } })
  const next = await socket.turn({ model: 'm', input: 'Go on', store: false, previous_response_id: 'resp_1' })
  socket.socket.terminate()
  expect(next.at(-1)?.type).toBe('response.completed')
  const sent = JSON.parse(String(upstream.seen[1]?.body)) as { readonly input: readonly Item[] } // the gateway writes objects
  expect(sent.input.map(({ type, role }) => role ?? type)).toEqual(['user', 'compaction', 'user'])
})

test('a compaction of another vendor is refused, since a part of the conversation would be missing', async () => {
  const input = [
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAforeign' },
    { role: 'user', content: 'Go on' },
  ]
  for (const model of ['demo-messages', 'demo-chat', 'demo-contents'])
    expect(await post('/v1/responses', { model, input })).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } })
})

test('a summary that somebody changed is no summary', async () => {
  const { body } = await post('/v1/responses/compact', { model: 'demo-chat', input: said })
  const item = outputOf(body).at(-1) ?? {}
  const cut = { ...item, encrypted_content: String(item['encrypted_content']).slice(0, -8) }
  expect((await post('/v1/responses', { model: 'demo-chat', input: [cut, { role: 'user', content: 'x' }] })).status).toBe(400)
})

test('an empty summary is a failure of the upstream', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => {
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '' } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice] }))
  }
  const channel: ChannelConfig = { name: 'empty', format: 'chat', baseUrl: upstream.url, apiKey: 'k', models: ['m'] }
  const empty = await startGateway({ channels: [channel], responses: { compact: {} } })
  expect((await post('/v1/responses/compact', { model: 'm', input: said }, empty)).status).toBe(502)
})

test('an upstream that compacts is asked to, and the SDK reads its answer', async () => {
  const upstream = await startUpstream()
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
  }
  const compaction = {
    id: 'resp_c',
    object: 'response.compaction',
    created_at: 1,
    output: [{ id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAA' }],
    usage,
  }
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(compaction))
  }
  const channel: ChannelConfig = { name: 'native', format: 'responses', baseUrl: upstream.url, apiKey: 'k', models: ['m'] }
  const native = await startGateway({ channels: [channel], responses: { compact: { model: 'other' } } })
  const answer = await openaiClient(native.url).responses.compact({ model: 'm', input: 'Hello' })
  expect(answer).toMatchObject(compaction)
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/v1/responses/compact'])
})
