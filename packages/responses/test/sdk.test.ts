import OpenAI from 'openai'
import type { Failure, GenerateRequest, GenerateResponse, Part, StreamEvent, Tool } from '@interlingua/core'
import { unfoldResponse } from '@interlingua/core'
import { createTestContext, readStream, writeStream } from '@interlingua/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { responses } from '../src/index.ts'
import { everyItem, streamOf } from './answer-samples.ts'
import { serve } from './serve.ts'
import type { Answer, Served } from './serve.ts'

const { context } = createTestContext()
let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

const ask = { model: 'gpt-5.2', input: 'hi' }
const sse = (body: string): Answer => ({ headers: { 'content-type': 'text/event-stream' }, body })

async function clientOf(text: string): Promise<OpenAI> {
  await served?.close()
  served = await serve(() => sse(text))
  return served.client
}

async function folded(text: string): Promise<OpenAI.Responses.Response> {
  const client = await clientOf(text)
  return client.responses.stream(ask).finalResponse()
}

const write = (events: readonly StreamEvent[], asked?: { readonly request?: GenerateRequest }): string =>
  writeStream(responses, events, context, asked)

/** Response of the messages format. */
const foreign = (parts: readonly Part[], more: Partial<GenerateResponse> = {}): GenerateResponse => ({
  id: 'msg_01',
  model: 'claude-opus-5',
  createdAt: 1_767_225_600_000,
  status: 'completed',
  candidates: [{ index: 0, parts, finish: { unified: 'tool-calls', raw: { format: 'messages', value: 'tool_use' } } }],
  usage: { input: { total: 30, fresh: 20, cacheRead: 10 }, output: { total: 12, reasoning: 4 } },
  ...more,
})

const thinkingAndCalls: readonly Part[] = [
  {
    type: 'reasoning',
    segments: [{ type: 'full', text: 'Let me see.' }],
    seal: { format: 'messages', model: 'claude-opus-5', data: 'c2ln' },
  },
  { type: 'text', text: 'I look ' },
  { type: 'text', text: 'it up.', citations: [{ source: 'url', uri: 'https://a.example', title: 'A' }] },
  { type: 'tool-call', callId: 'toolu_1', name: 'look', kind: 'function', arguments: '{"q":"a"}' },
  { type: 'tool-call', callId: 'toolu_2', name: 'look', kind: 'function', arguments: '' },
  { type: 'tool-call', callId: 'toolu_3', name: 'exec', namespace: 'functions', kind: 'custom', arguments: 'ls -l' },
]

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/** Removes members that the SDK adds to wire items. */
function withoutParsed(output: unknown): unknown {
  return JSON.parse(JSON.stringify(output, (key, value: unknown) => (key === 'parsed' || key === 'parsed_arguments' ? undefined : value)))
}

describe('the SDK folds what is written', () => {
  test('an answer of another format, streamed, is the same response as the document', async () => {
    const response = foreign(thinkingAndCalls)
    const final = await folded(write(unfoldResponse(response)))
    const document = responses.encodeResponse(response, context).body
    expect(withoutParsed(final.output)).toEqual(document.output)
    expect(final).toMatchObject({ id: 'msg_01', status: 'completed', output_text: 'I look it up.' })
    expect(final.usage).toMatchObject({
      input_tokens: 30,
      input_tokens_details: { cached_tokens: 10 },
      output_tokens: 12,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 42,
    })
    expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call', 'function_call', 'custom_tool_call'])
  })

  test('every item of the format, read and written again, is as it was', async () => {
    const text = write(readStream(responses, [streamOf(everyItem)], context))
    expect((await folded(text)).output).toEqual((await folded(streamOf(everyItem))).output)
  })

  test('what the events told is what the last snapshot says: the accumulator needs no snapshot', async () => {
    const text = write(unfoldResponse(foreign(thinkingAndCalls)))
    const client = await clientOf(text)
    const stream = client.responses.stream(ask)
    const done = new Map<number, unknown>()
    let last: OpenAI.Responses.Response | undefined
    for await (const event of stream) {
      if (event.type === 'response.output_item.done') done.set(event.output_index, event.item)
      if (event.type === 'response.completed') last = event.response
    }
    expect([...done.values()]).toEqual(last?.output)
  })

  test('pitfall 12: calls that interleave keep their arguments', async () => {
    const call = (callId: string): Part => ({ type: 'tool-call', callId, name: 'f', kind: 'function', arguments: '' })
    const final = await folded(
      write([
        { type: 'response-start', id: 'chatcmpl-1', model: 'm' },
        { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
        { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'Two ' } },
        { type: 'part-start', candidate: 0, part: 1, value: call('c1') },
        { type: 'part-start', candidate: 0, part: 2, value: call('c2') },
        { type: 'part-delta', candidate: 0, part: 2, delta: { type: 'arguments', text: '{"b":' } },
        { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'arguments', text: '{"a":1}' } },
        { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'calls.' } },
        { type: 'part-delta', candidate: 0, part: 2, delta: { type: 'arguments', text: '2}' } },
        { type: 'part-end', candidate: 0, part: 0 },
        { type: 'part-end', candidate: 0, part: 1 },
        { type: 'part-end', candidate: 0, part: 2 },
        { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
        { type: 'response-end', status: 'completed' },
      ]),
    )
    expect(final.output_text).toBe('Two calls.')
    expect(final.output).toMatchObject([
      { type: 'message' },
      { type: 'function_call', call_id: 'c1', arguments: '{"a":1}' },
      { type: 'function_call', call_id: 'c2', arguments: '{"b":2}' },
      { type: 'message' },
    ])
  })

  test('client 3: items are done in the order in which they stand, where all parts end together', async () => {
    const end = (part: number): StreamEvent => ({ type: 'part-end', candidate: 0, part })
    const call: Part = { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '' }
    const text = write([
      { type: 'response-start', id: 'chatcmpl-1', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: 'I look.' } },
      { type: 'part-start', candidate: 0, part: 1, value: call },
      { type: 'part-start', candidate: 0, part: 2, value: { ...call, callId: 'c2' } as Part }, // a spread call
      ...[0, 1, 2].map(end),
      { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
      { type: 'response-end', status: 'completed' },
    ])
    const done = [...text.matchAll(/^data: (\{"type":"response.output_item.done".*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as { readonly output_index: number },
    )
    expect(done.map(({ output_index }) => output_index)).toEqual([0, 1, 2])
    expect((await folded(text)).output).toHaveLength(3)
  })

  test('create with stream gives numbered events, each with its name', async () => {
    const client = await clientOf(write(unfoldResponse(foreign(thinkingAndCalls))))
    const numbers: number[] = []
    for await (const event of await client.responses.create({ ...ask, stream: true })) numbers.push(event.sequence_number)
    expect(numbers).toEqual(numbers.map((_, index) => index))
    expect(numbers.length).toBeGreaterThan(20)
  })

  test('parse gives the value of a structured answer, streamed or not', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false }
    const body = { ...ask, text: { format: { type: 'json_schema' as const, name: 'answer', schema, strict: true } } }
    const response = foreign([{ type: 'text', text: '{"a":1}' }])
    served = await serve(() => ({ body: JSON.stringify(responses.encodeResponse(response, context).body) }))
    const parsed = await served.client.responses.parse(body)
    expect(parsed.output_text).toBe('{"a":1}')
    expect(parsed.output_parsed).toEqual({ a: 1 })
    const client = await clientOf(write(unfoldResponse(response)))
    expect((await client.responses.stream(body).finalResponse()).output_parsed).toEqual({ a: 1 })
  })

  test('an answer that was cut short is incomplete, with its usage', async () => {
    const final = await folded(
      write(
        unfoldResponse(
          foreign([{ type: 'text', text: 'On' }], {
            status: 'incomplete',
            candidates: [{ index: 0, parts: [{ type: 'text', text: 'On' }], finish: { unified: 'length' } }],
          }),
        ),
      ),
    )
    expect(final).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output_text: 'On' })
    expect(final.usage?.total_tokens).toBe(42)
  })

  test('a refusal is a refusal', async () => {
    const parts: readonly Part[] = [{ type: 'refusal', text: 'No.' }]
    const final = await folded(write(unfoldResponse(foreign(parts, { candidates: [{ index: 0, parts, finish: { unified: 'refusal' } }] }))))
    expect(final.status).toBe('completed')
    expect(final.output[0]).toMatchObject({ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] })
  })

  test('an image is what an image generation gave', async () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/webp', base64: 'UklG' } }
    const final = await folded(write(unfoldResponse(foreign([{ type: 'text', text: 'Here.' }, image]))))
    expect(final.output[1]).toMatchObject({ type: 'image_generation_call', status: 'completed', result: 'UklG', output_format: 'webp' })
  })

  test('hosted tools of another format tell their states', async () => {
    const parts: readonly Part[] = [
      { type: 'hosted-call', callId: 'srv_1', family: 'web-search', name: 'web_search', arguments: '{"query":"moon"}' },
      { type: 'hosted-result', callId: 'srv_1', parts: [{ type: 'search-result', url: 'https://a.example', title: 'A', parts: [] }] },
      { type: 'hosted-call', callId: 'srv_2', family: 'code-execution', name: 'code_execution', arguments: '{"code":"1"}' },
      { type: 'hosted-result', callId: 'srv_2', parts: [{ type: 'text', text: '1' }] },
      { type: 'hosted-call', callId: 'srv_3', family: 'mcp', server: 'files', name: 'read', arguments: '{}' },
      { type: 'hosted-result', callId: 'srv_3', parts: [{ type: 'text', text: 'read' }] },
      { type: 'text', text: 'Done.' },
    ]
    const text = write(unfoldResponse(foreign(parts)))
    expect([...text.matchAll(/^event: response\.(\w+_call\.\w+)$/gm)].map(([, name]) => name)).toEqual([
      'web_search_call.in_progress',
      'web_search_call.searching',
      'web_search_call.completed',
      'code_interpreter_call.in_progress',
      'code_interpreter_call.interpreting',
      'code_interpreter_call.completed',
      'mcp_call.in_progress',
      'mcp_call.completed',
    ])
    expect((await folded(text)).output).toMatchObject([
      { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'moon', sources: [{ url: 'https://a.example' }] } },
      { type: 'code_interpreter_call', code: '1', outputs: [{ type: 'logs', logs: '1' }] },
      { type: 'mcp_call', server_label: 'files', name: 'read', output: 'read' },
      { type: 'message' },
    ])
  })

  test('client 1.6: a call of a tool that the request declared as the vendor defines it is an item of its own', async () => {
    const tools: readonly Tool[] = [
      { type: 'builtin', name: 'shell', family: 'shell', runsOn: 'client', format: 'responses', config: {} },
      { type: 'builtin', name: 'apply_patch', family: 'apply-patch', runsOn: 'client', format: 'responses', config: {} },
    ]
    const parts: readonly Part[] = [
      { type: 'tool-call', callId: 'c1', name: 'shell', kind: 'function', arguments: '{"action":{"commands":["ls","pwd"]}}' },
      {
        type: 'tool-call',
        callId: 'c2',
        name: 'apply_patch',
        kind: 'function',
        arguments: '{"operation":{"type":"delete_file","path":"a"}}',
      },
      { type: 'tool-call', callId: 'c3', name: 'look', kind: 'function', arguments: '{}' },
    ]
    const final = await folded(write(unfoldResponse(foreign(parts)), { request: { model: 'm', turns: [], tools } }))
    expect(final.output).toMatchObject([
      { type: 'shell_call', call_id: 'c1', action: { commands: ['ls', 'pwd'] } },
      { type: 'apply_patch_call', call_id: 'c2', operation: { type: 'delete_file', path: 'a' } },
      { type: 'function_call', call_id: 'c3' },
    ])
    expect(final.tools).toHaveLength(2)
  })
})

describe('the SDK raises what failed', () => {
  const failure: Failure = { code: 'overloaded', message: 'busy', retryable: true }
  const begun: readonly StreamEvent[] = [
    { type: 'response-start', id: 'msg_1', model: 'm' },
    { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
    { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'Half' } },
  ]

  test('client 1.4: a failure in a stream is the union error, then response.failed with the answer so far, then nothing', async () => {
    const text = write([...begun, { type: 'failure', failure }, { type: 'response-end', status: 'failed' }])
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Record<string, unknown>)
    const error = {
      type: 'service_unavailable_error',
      code: 'server_is_overloaded',
      message: 'The server is overloaded: busy',
      param: null,
    }
    const { type: _, ...flat } = error
    expect(events.at(-2)).toEqual({ type: 'error', sequence_number: events.length - 2, ...flat, error })
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'server_is_overloaded', message: 'The server is overloaded: busy' },
        output: [{ type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'Half' }] }],
      },
    })
    const client = await clientOf(text)
    await expect(client.responses.stream(ask).finalResponse()).rejects.toThrow('busy')
    const stream = await client.responses.create({ ...ask, stream: true })
    await expect(drain(stream)).rejects.toBeInstanceOf(OpenAI.APIError)
  })

  test('client 1.1: an answer that was cut never looks finished', async () => {
    const text = write(begun)
    expect(text).not.toContain('response.completed')
    const client = await clientOf(text)
    await expect(client.responses.stream(ask).finalResponse()).rejects.toThrow('ended before it was complete')
  })

  test('a stream that fails before it begins is raised, too', async () => {
    const client = await clientOf(
      write([
        { type: 'failure', failure },
        { type: 'response-end', status: 'failed' },
      ]),
    )
    await expect(client.responses.stream(ask).finalResponse()).rejects.toThrow('busy')
  })

  test.each([
    ['invalid-request', 400, OpenAI.BadRequestError],
    ['authentication', 401, OpenAI.AuthenticationError],
    ['permission', 403, OpenAI.PermissionDeniedError],
    ['not-found', 404, OpenAI.NotFoundError],
    ['conflict', 409, OpenAI.ConflictError],
    ['unprocessable', 422, OpenAI.UnprocessableEntityError],
    ['rate-limit', 429, OpenAI.RateLimitError],
    ['billing', 429, OpenAI.RateLimitError],
    ['overloaded', 503, OpenAI.InternalServerError],
    ['server', 500, OpenAI.InternalServerError],
  ] as const)('%s is status %i and the error of its own', async (code, status, error) => {
    const reply = responses.encodeFailure({ code, message: 'no', retryable: false, path: '/input/0/content', requestId: 'req_1' }, context)
    served = await serve(() => ({ status: reply.status, headers: reply.headers, body: JSON.stringify(reply.body) }))
    const thrown = await served.client.responses.create(ask).catch((caught: unknown) => caught)
    expect(thrown).toBeInstanceOf(error)
    expect(thrown).toMatchObject({ status, param: 'input[0].content', requestID: 'req_1' })
  })
})
