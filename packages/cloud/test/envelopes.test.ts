import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { foldEvents, type JsonObject, type WireMessage } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { createTestContext, lawIdentity, messageOf, readStream, replyOf, type Recording } from '@interlingua/testkit'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { invoke, rawPredict } from '../src/index.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const recorded = (folder: string): readonly Recording[] =>
  globSync(`${folder}/*.json`, { cwd: corpus }).map((file) => JSON.parse(readFileSync(`${corpus}/${file}`, 'utf8')) as Recording) // the file schema of recordings
const bodyOf = ({ body }: WireMessage<unknown>): JsonObject => body as JsonObject // bodies are objects here

const request: JsonObject = {
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'Weather in Oslo?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Sunny' }] },
  ],
  max_tokens: 2000,
  tools: [{ name: 'weather', input_schema: { type: 'object' } }],
  thinking: { type: 'enabled', budget_tokens: 1024 },
  something_new: { kept: true },
}

describe('requests', () => {
  test.each([
    ['/model/eu.anthropic.claude-x-v1%3A0/invoke', undefined, 'eu.anthropic.claude-x-v1:0'],
    ['/bedrock/model/eu.anthropic.claude-x-v1:0/invoke-with-response-stream', true, 'eu.anthropic.claude-x-v1:0'],
    ['/model/arn:aws:bedrock:eu:1:inference-profile%2Fabc/invoke', undefined, 'arn:aws:bedrock:eu:1:inference-profile/abc'],
    ['/model/arn%3Aaws%3Abedrock%3Aeu%3A1%3Ainference-profile%2Fabc/invoke', undefined, 'arn:aws:bedrock:eu:1:inference-profile/abc'],
    ['/model/arn:aws:bedrock:eu:1:inference-profile/abc/invoke', undefined, 'arn:aws:bedrock:eu:1:inference-profile/abc'],
  ])('of Bedrock at %s come back as they went in', (path, stream, model) => {
    const { context } = createTestContext()
    const body = { anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['made-up-2099-01-01'], ...request }
    const headers = { 'anthropic-beta': 'effort-2025-11-24' }
    const decoded = invoke.adapter.decodeRequest(invoke.adapter.parseRequest({ path, query: {}, headers, body }, context), context)
    expect([decoded.model, decoded.stream]).toEqual([model, stream])
    const sent = invoke.adapter.encodeRequest(invoke.adapter.lowerRequest(decoded, context).request, context)
    expect(sent.body).toEqual(body)
    expect(sent.headers).not.toHaveProperty('anthropic-beta')
    expect(sent.path).toBe(`/model/${encodeURIComponent(model)}/invoke${stream === true ? '-with-response-stream' : ''}`)
  })

  test('of Bedrock keep the headers of a guardrail, and no others', () => {
    const { context } = createTestContext()
    const headers = { 'x-amzn-bedrock-guardrailidentifier': 'g', 'x-amzn-bedrock-trace': 'ENABLED', 'x-other': '1' }
    const message = { path: '/model/claude-x/invoke', query: {}, headers, body: { anthropic_version: 'bedrock-2023-05-31', ...request } }
    const decoded = invoke.adapter.decodeRequest(invoke.adapter.parseRequest(message, context), context)
    const { 'x-other': _, ...told } = headers
    const sent = invoke.adapter.encodeRequest(invoke.adapter.lowerRequest(decoded, context).request, context).headers
    expect(sent).toMatchObject(told)
    expect(sent).not.toHaveProperty('x-other')
    expect(messages.encodeRequest(messages.lowerRequest(decoded, context).request, context).headers).not.toHaveProperty(
      'x-amzn-bedrock-trace',
    )
  })

  test('of Bedrock tell what a service elsewhere does not know', () => {
    const headers = { 'x-amzn-bedrock-trace': 'ENABLED', 'x-amzn-bedrock-performanceconfig-latency': 'optimized', 'x-other': '1' }
    const message = { path: '/model/claude-x/invoke', query: {}, headers, body: { anthropic_version: 'bedrock-2023-05-31', ...request } }
    const lost = ({ lowerRequest }: Pick<typeof messages, 'lowerRequest'>): readonly string[] => {
      const { context, notices } = createTestContext()
      const decoded = invoke.adapter.decodeRequest(invoke.adapter.parseRequest(message, context), context)
      lowerRequest(decoded, context)
      return notices.filter(({ path }) => path.startsWith('/x-')).map(({ code, path }) => `${code} ${path}`)
    }
    expect(lost(messages)).toEqual([
      'messages/foreign-field /x-amzn-bedrock-trace',
      'messages/foreign-field /x-amzn-bedrock-performanceconfig-latency',
    ])
    expect(lost(invoke.adapter)).toEqual([])
  })

  test('of Bedrock become those of Messages, with the betas of both places', () => {
    const { context, notices } = createTestContext()
    const body = { anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['context-1m-2025-08-07'], ...request }
    const message = { path: '/model/claude-x/invoke', query: {}, headers: { 'anthropic-beta': 'effort-2025-11-24' }, body }
    const decoded = invoke.adapter.decodeRequest(invoke.adapter.parseRequest(message, context), context)
    const sent = messages.encodeRequest(messages.lowerRequest(decoded, context).request, context)
    expect(sent.headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'anthropic-beta': 'effort-2025-11-24,context-1m-2025-08-07' })
    expect(sent.body).toEqual({ model: 'claude-x', ...request })
    expect(notices).toEqual([])
  })

  test('keep the version that the SDK for Bedrock sends', () => {
    const { context } = createTestContext()
    const message = { path: '/model/claude-x/invoke', query: {}, headers: {}, body: { anthropic_version: '2026-10-21', ...request } }
    const decoded = invoke.adapter.decodeRequest(invoke.adapter.parseRequest(message, context), context)
    expect(messages.encodeRequest(decoded, context).headers['anthropic-version']).toBe('2026-10-21')
    expect(bodyOf(invoke.adapter.encodeRequest(decoded, context))['anthropic_version']).toBe('2026-10-21')
  })

  test.each([
    [invoke, { anthropic_beta: ['context-1m-2025-08-07', 'tool-search-tool-2025-10-19', 'effort-2025-11-24'] }, 2],
    [rawPredict, {}, 3],
  ] as const)('of Messages lose what the cloud refuses, with a notice each', (edge, betas, refused) => {
    const { context, notices } = createTestContext()
    const asked = [
      'context-1m-2025-08-07',
      'advanced-tool-use-2025-11-20',
      'effort-2025-11-24',
      'fast-mode-2026-02-01',
      'nobody-knows-2099-01-01',
    ]
    const body = {
      ...request,
      model: 'claude-x',
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', scope: 'global' } }],
      tools: [{ name: 'weather', input_schema: { type: 'object' }, defer_loading: true, eager_input_streaming: true }],
      speed: 'fast',
      service_tier: 'auto',
      context_management: { edits: [] },
    }
    const message = { path: '/v1/messages', query: {}, headers: { 'anthropic-beta': asked.join(',') }, body }
    const decoded = messages.decodeRequest(messages.parseRequest(message, context), context)
    const { request: lowered } = edge.adapter.lowerRequest(decoded, context)
    const sent = edge.adapter.encodeRequest(lowered, context)
    const version = edge === invoke ? 'bedrock-2023-05-31' : 'vertex-2023-10-16'
    expect(sent.body).toEqual({
      anthropic_version: version,
      ...betas,
      ...request,
      tools: [{ name: 'weather', input_schema: { type: 'object' }, defer_loading: true }],
    })
    expect(notices.filter(({ code }) => code === 'cloud/beta-refused')).toHaveLength(refused)
    const places = notices.filter(({ code }) => code === 'cloud/beta-field').map(({ path }) => path)
    expect(places.toSorted()).toEqual(
      ['/context_management', '/service_tier', '/speed', '/system/0/cache_control/scope', '/tools/0/eager_input_streaming'].toSorted(),
    )
    // A beta is on the wire or in a notice.
    const onWire =
      edge === invoke ? (bodyOf(sent)['anthropic_beta'] as readonly string[]) : (sent.headers['anthropic-beta'] ?? '').split(',')
    expect(onWire.length + refused).toBe(asked.length)
  })

  test('of Vertex come back as they went in, with model and stream of their path', () => {
    const { context } = createTestContext()
    const path = '/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@20250929:streamRawPredict'
    const body = { anthropic_version: 'vertex-2023-10-16', ...request, stream: true }
    const message = { path, query: {}, headers: { 'anthropic-beta': 'made-up-2099-01-01' }, body }
    const decoded = rawPredict.adapter.decodeRequest(rawPredict.adapter.parseRequest(message, context), context)
    const sent = rawPredict.adapter.encodeRequest(rawPredict.adapter.lowerRequest(decoded, context).request, context)
    expect(sent.body).toEqual(body)
    expect(sent.headers['anthropic-beta']).toBe('made-up-2099-01-01')
    expect(sent.path).toBe('/v1/publishers/anthropic/models/claude-x@20250929:streamRawPredict')
  })

  test.each([
    [invoke, '/model/claude-x/invoke'],
    [rawPredict, '/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:rawPredict'],
  ] as const)("that are wrong are told at the caller's own field", (edge, path) => {
    const { context } = createTestContext()
    const body = { ...request, messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] }
    expect(() => edge.adapter.parseRequest({ path, query: {}, headers: {}, body }, context)).toThrow(
      expect.objectContaining({ path: '/messages/0/content/0/text' }) as Error,
    )
  })
})

const events: readonly JsonObject[] = [
  {
    type: 'message_start',
    message: {
      id: 'msg_bdrk_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße 💡' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 3 } },
]
const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input as Uint8Array).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
)

/** Stream of Bedrock by AWS's own codec, with padding as the service adds it. */
function bedrockStream(all: readonly JsonObject[]): Buffer {
  return Buffer.concat(
    all.map((event) =>
      codec.encode({
        headers: {
          ':event-type': { type: 'string', value: 'chunk' },
          ':content-type': { type: 'string', value: 'application/json' },
          ':message-type': { type: 'string', value: 'event' },
        },
        body: Buffer.from(JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdef' })),
      }),
    ),
  )
}

function exception(type: string, message: string): Buffer {
  return Buffer.from(
    codec.encode({
      headers: { ':exception-type': { type: 'string', value: type }, ':message-type': { type: 'string', value: 'exception' } },
      body: Buffer.from(JSON.stringify({ message })),
    }),
  )
}

function decode(chunks: readonly Uint8Array[]): ReturnType<typeof foldEvents> {
  const reader = invoke.stream.binary?.createReader()
  if (reader === undefined) throw new Error('the stream is binary')
  const texts = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
  return foldEvents(readStream(invoke.adapter, texts, createTestContext().context))
}

describe('streams of Bedrock', () => {
  const bytes = bedrockStream(events)

  test('are read, in any pieces', () => {
    const whole = decode([bytes])
    expect(whole).toMatchObject({ status: 'completed', candidates: [{ parts: [{ type: 'text', text: 'Grüße 💡' }] }] })
    expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  test('cut at any byte are no success', () => {
    const last = bytes.length - bedrockStream(events.slice(-1)).length
    const falsely: number[] = []
    for (let end = 0; end < bytes.length; end++) if (decode([bytes.subarray(0, end)]).status !== 'failed') falsely.push(end)
    expect(falsely).toEqual([])
    expect(last).toBeGreaterThan(0)
  })

  test.each([
    ['throttlingException', 'rate-limit'],
    ['modelStreamErrorException', 'server'],
    ['validationException', 'invalid-request'],
    ['somethingNewException', 'server'],
  ])('that end with %s fail', (type, code) => {
    const answer = decode([bedrockStream(events.slice(0, 3)), exception(type, 'of mine')])
    expect(answer).toMatchObject({ status: 'failed', failure: { code, message: 'of mine' } })
  })

  test('are written so that the codec of AWS reads them, and failures are exceptions', () => {
    const { context } = createTestContext()
    const encoder = invoke.adapter.createStreamEncoder(context)
    const serializer = invoke.adapter.createStreamSerializer()
    const writer = invoke.stream.binary?.createWriter()
    const failure = { code: 'overloaded', message: 'too many', retryable: true } as const
    const reader = invoke.stream.binary?.createReader()
    const texts = [...(reader?.push(bytes.subarray(0, bytes.length - 400)) ?? [])]
    const decoded = readStream(invoke.adapter, texts, context).filter(({ type }) => type !== 'failure' && type !== 'response-end')
    const frames = [...decoded.flatMap((event) => encoder.push(event)), ...encoder.push({ type: 'failure', failure })]
    const pieces = frames.flatMap((frame) => serializer.push(frame)).flatMap((text) => writer?.push(text) ?? [])
    const kinds = pieces.map((piece) => codec.decode(piece).headers[':message-type']?.value)
    expect(kinds.slice(-2)).toEqual(['event', 'exception'])
    const told = JSON.parse(Buffer.from(codec.decode(pieces.at(-2) ?? new Uint8Array()).body).toString()) as { bytes: string } // a chunk
    expect(JSON.parse(Buffer.from(told.bytes, 'base64').toString())).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } })
    const last = codec.decode(pieces.at(-1) ?? new Uint8Array())
    expect(last.headers[':exception-type']?.value).toBe('serviceUnavailableException')
    expect(JSON.parse(Buffer.from(last.body).toString())).toEqual({ message: 'Overloaded: too many' })
    const [first] = pieces
    const chunk = JSON.parse(Buffer.from(codec.decode(first ?? new Uint8Array()).body).toString()) as { bytes: string } // the chunk of the first event
    expect(JSON.parse(Buffer.from(chunk.bytes, 'base64').toString())).toMatchObject({ type: 'message_start' })
  })
})

describe('failures of Bedrock', () => {
  const { context } = createTestContext()
  test.each([
    [
      400,
      { 'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/' },
      { message: 'Input is too long for requested model.' },
      'context-length',
    ],
    [429, {}, { __type: 'com.amazon#ThrottlingException', message: 'slow' }, 'rate-limit'],
    [403, { 'x-amzn-errortype': 'ExpiredTokenException' }, { Message: 'old' }, 'authentication'],
    [400, {}, { type: 'error', error: { type: 'invalid_request_error', message: 'invalid beta flag' } }, 'invalid-request'],
    [503, {}, '<html>', 'overloaded'],
  ])('%i %o %o', (status, headers, body, code) => {
    expect(invoke.adapter.decodeFailure(invoke.adapter.parseFailure({ status, headers: { ...headers }, body }), context).code).toBe(code)
  })
})

describeRecordings('recorded exchanges', corpus, () => {
  const claude = recorded('invoke').filter(({ request: body }) => body !== null && typeof body === 'object' && 'anthropic_version' in body)
  test.each(claude.map((exchange) => [exchange.id, exchange] as const))('%s comes back as it went in', (_, exchange) => {
    expect(lawIdentity(invoke.adapter, { ...exchange, format: 'invoke' })).toEqual([])
    const reply = replyOf(exchange)
    const { context } = createTestContext()
    expect(reply && invoke.adapter.decodeResponse(invoke.adapter.parseResponse(reply, context), context).status).toMatch(
      /^(?:completed|incomplete)$/,
    )
  })

  test('requests of Messages are the same behind either envelope', () => {
    let seen = 0
    for (const exchange of recorded('messages')) {
      const message = messageOf(exchange)
      if (message === undefined || exchange.format !== 'messages' || exchange.status !== 200) continue
      const { context } = createTestContext()
      const { model, stream: streamed, ...body } = bodyOf(message)
      const stream = streamed === true
      const envelopes = [
        [invoke, 'bedrock-2023-05-31', body],
        [rawPredict, 'vertex-2023-10-16', streamed === undefined ? body : { ...body, stream: streamed }],
      ] as const
      for (const [edge, version, inner] of envelopes) {
        const enclosed = {
          path: edge.adapter.http.path({ model: String(model), stream }),
          query: {},
          headers: {},
          body: { anthropic_version: version, ...inner },
        }
        const decoded = edge.adapter.decodeRequest(edge.adapter.parseRequest(enclosed, context), context)
        expect(edge.adapter.encodeRequest(decoded, context).body).toEqual(enclosed.body)
        expect(bodyOf(messages.encodeRequest(decoded, context))).toEqual(
          streamed === false && edge === invoke ? { model, ...body } : message.body,
        )
      }
      seen++
    }
    expect(seen).toBeGreaterThan(50)
  })

  test('counts of Bedrock are read and written', () => {
    const { context } = createTestContext()
    const { count } = invoke.adapter
    const exchanges = recorded('bedrock_count_tokens').filter(
      ({ status, request: body }) => status === 200 && JSON.stringify(body).includes('invokeModel'),
    )
    for (const exchange of exchanges) {
      const message = messageOf(exchange)
      if (message === undefined || count === undefined) throw new Error('a count has a request')
      const decoded = count.decodeCountRequest(count.parseCountRequest(message, context), context)
      expect(decoded.model).toBe('anthropic.claude-sonnet-4-20250514-v1:0')
      const again = count.encodeCountRequest(decoded, context)
      expect(count.decodeCountRequest(count.parseCountRequest(again, context), context).turns).toEqual(decoded.turns)
    }
  })
})
