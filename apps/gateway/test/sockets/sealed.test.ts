import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { type Frame, openSocket, type OpenSocket } from './open-socket.ts'

type Body = { readonly input: readonly Record<string, unknown>[]; readonly include?: readonly string[]; readonly [key: string]: unknown }

const encrypted = 'reasoning.encrypted_content'
const seal = 'gAAAAAsealed'

/** Usage as the schema demands it. */
const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 2,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 3,
}

/**
 * Starts an upstream of Responses that thinks before it calls, and seals what it thought on request alone. `seals`: it can; `tells`: it gives the text
 * of its reasoning instead, as servers of open models do.
 */
async function startReasoner({ seals = true, tells = false } = {}): Promise<RunningUpstream & { bodies(): readonly Body[] }> {
  const upstream = await startUpstream()
  upstream.answer = (response, { body: bytes }) => {
    const body = JSON.parse(bytes.toString()) as Body & { stream?: boolean; store?: boolean } // the gateway writes objects
    const asked = body.include?.includes(encrypted) === true
    if (asked && !seals) {
      response.writeHead(400, { 'content-type': 'application/json' })
      const error = {
        message: 'Encrypted content is not supported with this model.',
        type: 'invalid_request_error',
        param: 'include',
        code: null,
      }
      return void response.end(JSON.stringify({ error }))
    }
    const n = upstream.seen.length
    const reasoning = {
      id: `rs_${n}`,
      type: 'reasoning',
      summary: [],
      ...(tells && { content: [{ type: 'reasoning_text', text: 'I thought.' }] }),
      ...(asked && { encrypted_content: `${seal}${n}` }),
    }
    const call = { id: `fc_${n}`, type: 'function_call', call_id: `call_${n}`, name: 'look', arguments: '{}', status: 'completed' }
    const done = {
      id: `resp_${n}`,
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: 'm',
      output: [reasoning, call],
      store: body.store ?? true,
      usage,
    }
    if (body.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(done))
    }
    const events = [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      ...done.output.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      { type: 'response.completed', response: done },
    ]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map((event, index) => `data: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`).join(''))
  }
  const bodies = (): readonly Body[] => upstream.seen.map(({ body }) => JSON.parse(body.toString()) as Body) // the gateway writes objects
  return Object.assign(upstream, { bodies })
}

async function start(upstream: RunningUpstream, more: Partial<ChannelConfig> = {}): Promise<RunningGateway> {
  return startGateway({
    channels: [{ name: 'r', format: 'responses', baseUrl: upstream.url, apiKey: 'k', models: ['m'], ...more }],
  })
}

async function open(gateway: RunningGateway): Promise<OpenSocket> {
  const opened = await openSocket(gateway.url)
  atEnd(() => opened.socket.terminate())
  return opened
}

const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false }]
const responseOf = (frames: readonly Frame[]): { readonly id: string } => {
  const last = frames.at(-1)
  expect(last?.type).toBe('response.completed')
  return last?.['response'] as { id: string } // an end event has one
}
const output = (n: number): object => ({ type: 'function_call_output', call_id: `call_${n}`, output: 'seen' })

test('a conversation that a connection alone remembers goes on with its reasoning, which its client did not ask for and does not see', async () => {
  const upstream = await startReasoner()
  const socket = await open(await start(upstream))
  const first = await socket.turn({ model: 'm', input: 'Look', tools, store: false })
  await socket.turn({ model: 'm', input: [output(1)], tools, store: false, previous_response_id: responseOf(first).id })
  expect(JSON.stringify(socket.frames)).not.toContain('encrypted_content')
  const [asked, next] = upstream.bodies()
  expect([asked?.include, next?.include]).toEqual([[encrypted], [encrypted]])
  expect(next?.input.map(({ type }) => type)).toEqual([undefined, 'reasoning', 'function_call', 'function_call_output'])
  expect(next?.input[1]).toMatchObject({ id: 'rs_1', encrypted_content: `${seal}1` })
})

test('a client that asks for the seals sees them', async () => {
  const upstream = await startReasoner()
  const socket = await open(await start(upstream))
  const body = { model: 'm', input: 'Look', tools, store: false, include: [encrypted] }
  const first = await socket.turn(body)
  expect(responseOf(first)).toMatchObject({ output: [{ encrypted_content: `${seal}1` }, {}] })
  await socket.turn({ ...body, input: [output(1)], previous_response_id: responseOf(first).id })
  expect(upstream.bodies()[1]?.input[1]).toMatchObject({ encrypted_content: `${seal}1` })
})

test('what else a client asks for stays', async () => {
  const upstream = await startReasoner()
  const socket = await open(await start(upstream))
  responseOf(await socket.turn({ model: 'm', input: 'Look', tools, store: false, include: ['message.output_text.logprobs'] }))
  expect(upstream.bodies()[0]?.include).toEqual(['message.output_text.logprobs', encrypted])
})

test('a response that the upstream keeps is gone on from there, with all that it thought', async () => {
  const upstream = await startReasoner()
  const socket = await open(await start(upstream))
  const first = await socket.turn({ model: 'm', input: 'Look', tools })
  responseOf(await socket.turn({ model: 'm', input: [output(1)], tools, previous_response_id: responseOf(first).id }))
  const [, next] = upstream.bodies()
  expect(next).toMatchObject({ previous_response_id: 'resp_1', input: [{ type: 'function_call_output' }] })
  expect(next?.include).toBeUndefined()
})

test('a model that seals nothing is asked once, and goes on without its reasoning and without the ids that belong to it', async () => {
  const upstream = await startReasoner({ seals: false })
  const socket = await open(await start(upstream))
  const first = await socket.turn({ model: 'm', input: 'Look', tools, store: false })
  const { id } = responseOf(first)
  responseOf(await socket.turn({ model: 'm', input: [output(2)], tools, store: false, previous_response_id: id }))
  const bodies = upstream.bodies()
  expect(bodies.map(({ include }) => include)).toEqual([[encrypted], undefined, undefined])
  expect(bodies[2]?.input.map(({ type, id: item }) => [type, item])).toEqual([
    [undefined, undefined],
    ['function_call', undefined],
    ['function_call_output', undefined],
  ])
})

test('a server that seals nothing and tells its reasoning gets it back', async () => {
  const upstream = await startReasoner({ seals: false, tells: true })
  const socket = await open(await start(upstream, { dialect: 'vllm' }))
  const first = await socket.turn({ model: 'm', input: 'Look', tools, store: false })
  responseOf(await socket.turn({ model: 'm', input: [output(1)], tools, store: false, previous_response_id: responseOf(first).id }))
  const bodies = upstream.bodies()
  expect(bodies.map(({ include }) => include)).toEqual([undefined, undefined])
  expect(bodies[1]?.input[1]).toMatchObject({ type: 'reasoning', content: [{ type: 'reasoning_text', text: 'I thought.' }] })
})

test.each([false, true])('a kept conversation goes on with its reasoning; streamed: %s', async (stream) => {
  const upstream = await startReasoner()
  const gateway = await start(upstream)
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, expect.any(String)])
    return text
  }
  const { id } = JSON.parse(await post('/v1/conversations', {})) as { id: string } // a conversation has one
  for (const store of [false, true]) {
    const n = upstream.seen.length
    const body = { model: 'm', tools, store, stream, conversation: id }
    const first = await post('/v1/responses', { ...body, input: 'Look' })
    const second = await post('/v1/responses', { ...body, input: [output(n + 1)] })
    expect(first + second).not.toContain(seal)
    expect(JSON.stringify(upstream.bodies().at(-1)?.input)).toContain(`${seal}${n + 1}`)
  }
})
