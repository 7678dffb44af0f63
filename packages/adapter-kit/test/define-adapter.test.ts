import { defaultStatuses, defineAdapter, type Schema } from '@interlingua/adapter-kit'
import { LimitError, pointer, WireError, type FailureCode, type GenerateAdapter } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { errors, memo, wire } from './memo.ts'

const adapter = defineAdapter(memo)
const { context } = createTestContext()
const message = (body: unknown) => ({ path: '/memo', query: {}, headers: {}, body })
const reply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({ status, headers, body })
const error = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (caught) {
    return caught
  }
}

describe('bodies', () => {
  test('a good one is given back, not copied', () => {
    const request = message({ texts: [], extra: 1, model: 'm' })
    expect(adapter.parseRequest(request, context)).toBe(request)
    const answer = reply(200, { why: 'stop', extra: {}, id: 'a', model: 'm', texts: [] })
    expect(adapter.parseResponse(answer, context)).toBe(answer)
  })

  test.each([
    ['a missing field', { texts: [] }, '/model', 'Field required'],
    ['a field of the wrong type', { model: 5, texts: [] }, '/model', /string/],
    ['a field deep inside', { model: 'm', texts: [{ by: 'user', text: 'a' }, { by: 'user' }] }, '/texts/1/text', 'Field required'],
    ['a body that is no object', ['m'], '', /object/],
  ])('%s is an error at the field', (_, body, path, words) => {
    const caught = error(() => adapter.parseRequest(message(body), context))
    expect(caught).toBeInstanceOf(WireError)
    expect(caught).toMatchObject({ format: 'memo', path, message: expect.stringMatching(words) })
  })

  test('an answer is held to its own schema', () => {
    expect(error(() => adapter.parseResponse(reply(200, { id: 'a', model: 'm', texts: [1], why: 'stop' }), context))).toMatchObject({
      format: 'memo',
      path: '/texts/0',
    })
  })

  test('limits come before the schema', () => {
    let deep: unknown = 1
    for (let i = 0; i <= context.limits.depth; i++) deep = [deep]
    expect(error(() => adapter.parseRequest(message(deep), context))).toBeInstanceOf(LimitError)
    expect(error(() => adapter.parseResponse(reply(200, deep), context))).toBeInstanceOf(LimitError)
  })

  test('anything with `safeParse` is a schema', () => {
    const cause = new Error('no memo')
    const other: Schema<'good'> = {
      safeParse: (value) => (value === 'good' ? { success: true, data: value } : { success: false, error: cause }),
    }
    const { parseRequest } = defineAdapter({ format: 'other', wire: { request: other } })
    expect(parseRequest?.(message('good'), context)).toEqual(message('good'))
    expect(error(() => parseRequest?.(message('bad'), context))).toMatchObject({ path: '', message: 'no memo', cause })
  })
})

describe('failures', () => {
  const decode = (answer: ReturnType<typeof reply>) => adapter.decodeFailure(adapter.parseFailure(answer), context)

  test.each([
    ['a known word', 400, { error: 'model_not_found', message: 'who?' }, { code: 'not-found', message: 'who?', retryable: false }],
    ['a word that decides about trying again', 529, { error: 'asleep', message: 'zzz' }, { code: 'overloaded', retryable: false }],
    ['an unknown word leaves the status to speak', 429, { error: 'hm', message: 'x' }, { code: 'rate-limit', retryable: true }],
    ['a document without a message', 401, { error: 'hm' }, { code: 'authentication', message: 'the upstream answered with status 401' }],
    ['a field', 400, { error: 'hm', field: 'texts' }, { path: '/texts' }],
    ['text that is JSON', 400, '{"error":"slow_down"}', { code: 'overloaded' }],
    ['a list of one', 400, [{ error: 'slow_down' }], { code: 'overloaded' }],
    [
      'a page of a proxy',
      502,
      '<html>',
      { code: 'server', message: 'the upstream answered with status 502', status: 502, retryable: true },
    ],
    ['a document of another kind', 404, { detail: 'x' }, { code: 'not-found', status: 404 }],
    ['nothing', 503, undefined, { code: 'overloaded' }],
    ['a word of `Object.prototype`', 403, { error: 'constructor' }, { code: 'permission' }],
  ])('%s', (_, status, body, expected) => {
    expect(decode(reply(status, body))).toMatchObject(expected)
  })

  test('what does not fit the schema is no document, and `read` never sees it', () => {
    for (const body of [{ detail: 'x' }, { error: 5 }]) {
      expect(adapter.parseFailure(reply(404, body)).body).toBeUndefined()
      expect(decode(reply(404, body))).not.toHaveProperty('raw')
    }
  })

  test('the headers say when to try again, and name the request', () => {
    const headers = { 'retry-after': '2', 'x-request-id': 'r1' }
    expect(decode(reply(429, undefined, headers))).toMatchObject({ retryAfterMs: 2000, requestId: 'r1' })
    const failure = decode(reply(429, { error: 'hm' }, headers))
    expect(failure).toMatchObject({ retryAfterMs: 2000, requestId: 'r1' })
    expect(adapter.encodeFailure(failure, context).headers).toEqual({ 'content-type': 'application/json', ...headers })
  })

  test('one of another format is written in the words and statuses of this one', () => {
    const failure = {
      code: 'overloaded',
      message: 'busy',
      retryable: true,
      status: 503,
      raw: { format: 'chat', wire: { error: 'x' } },
    } as const
    expect(adapter.encodeFailure(failure, context)).toMatchObject({ status: 529, body: { error: 'server_is_overloaded', message: 'busy' } })
  })

  test('a document of this format is written again while it says what the failure says', () => {
    const document = { hint: 'sleep', error: 'slow_down', message: 'later' }
    const failure = decode(reply(503, document))
    expect(adapter.encodeFailure(failure, context)).toMatchObject({ status: 503, body: document })
    expect(adapter.encodeFailure({ ...failure, code: 'server' }, context)).toMatchObject({
      status: 500,
      body: { error: 'server_error', message: 'later' },
    })
  })

  test('an event of a stream is no document', () => {
    const raw = { format: 'memo', wire: { error: 'slow_down', text: 3 } }
    expect(adapter.encodeFailure({ code: 'overloaded', message: 'later', retryable: true, raw }, context)).toMatchObject({
      status: 529,
      body: { error: 'server_is_overloaded', message: 'later' },
    })
  })

  test('a default status is read as the failure it stands for, or says less', () => {
    for (const [code, status] of Object.entries(defaultStatuses))
      expect([code, 'invalid-request', undefined]).toContain(codeFromStatus(status))
    expect(
      Object.entries(defaultStatuses)
        .filter(([code, status]) => codeFromStatus(status) !== code)
        .map(([code]) => code),
    ).toEqual(['context-length', 'policy', 'server', 'truncated-stream', 'limit', 'malformed-upstream'] satisfies FailureCode[])
  })
})

describe('framing', () => {
  const frames = (framing: 'sse' | 'json-lines', text: string) => {
    const parser = defineAdapter({ ...memo, framing }).createStreamParser(context)
    return [...parser.push(text), ...parser.end()]
  }

  test('server-sent events: objects, comments, the end, and what is none of them', () => {
    const text = ': hi\n\ndata: {"more":"a"}\n\ndata: 5\n\ndata: {"more":5}\n\ndata: what\n\ndata: [DONE]\n\n'
    expect(frames('sse', text)).toEqual([
      { type: 'comment' },
      { type: 'event', wire: { more: 'a' } },
      { type: 'invalid', message: 'the data of an event is not a JSON object' },
      { type: 'invalid', message: 'an event does not fit its schema' },
      { type: 'invalid', message: 'the data of an event is not a JSON object' },
      { type: 'done' },
    ])
    const { createStreamSerializer, http } = adapter
    const serializer = createStreamSerializer()
    const written = frames('sse', text).flatMap((frame) => serializer.push(frame))
    expect(written.join('')).toBe(': \n\ndata: {"more":"a"}\n\ndata: [DONE]\n\n')
    expect(http.streamContentType).toBe('text/event-stream')
  })

  test('lines of JSON', () => {
    expect(frames('json-lines', '{"more":"a"}\n\n[]\nwhat\n{"more":')).toEqual([
      { type: 'event', wire: { more: 'a' } },
      { type: 'invalid', message: 'the data of an event is not a JSON object' },
      { type: 'invalid', message: 'the data of an event is not a JSON object' },
      { type: 'invalid', message: 'the stream ends inside a line' },
    ])
    const { createStreamSerializer, http } = defineAdapter({ ...memo, framing: 'json-lines' })
    const serializer = createStreamSerializer()
    expect([serializer.push({ type: 'event', wire: { more: 'a\n' } }), serializer.push({ type: 'comment' })]).toEqual([
      ['{"more":"a\\n"}\n'],
      [],
    ])
    expect(http.streamContentType).toBe('application/x-ndjson')
  })

  test('machines of its own', () => {
    const { createStreamParser: parser, createStreamSerializer: serializer } = adapter
    const own = defineAdapter({ ...memo, framing: { contentType: 'text/memo', parser, serializer } })
    expect(own.createStreamParser).toBe(parser)
    expect(own.createStreamSerializer).toBe(serializer)
    expect(own.http.streamContentType).toBe('text/memo')
  })
})

describe('what a definition holds', () => {
  const { format, http, decodeRequest, lowerRequest } = memo

  test('a whole one gives a whole adapter', () => {
    expect(Object.keys(adapter).toSorted()).toEqual(
      [
        'format',
        'http',
        'parseRequest',
        'decodeRequest',
        'lowerRequest',
        'encodeRequest',
        'parseResponse',
        'decodeResponse',
        'encodeResponse',
        'createStreamParser',
        'createStreamDecoder',
        'createStreamEncoder',
        'createStreamSerializer',
        'parseFailure',
        'decodeFailure',
        'encodeFailure',
      ].toSorted(),
    )
    expect(adapter.http.path({ model: 'm', stream: true })).toBe('/memo')
    expect([adapter.http.status('overloaded'), adapter.http.status('conflict')]).toEqual([529, 409])
  })

  test.each([
    [{ format }, ['format']],
    [{ format, http }, ['format', 'http']],
    [{ format, wire: { request: wire.request } }, ['format', 'parseRequest']],
    [{ format, wire: { response: wire.response } }, ['format', 'parseResponse']],
    [{ format, wire: { request: wire.request }, decodeRequest, lowerRequest }, ['format', 'parseRequest', 'decodeRequest', 'lowerRequest']],
    [{ format, framing: 'sse' as const }, ['format', 'createStreamParser', 'createStreamSerializer']],
    [{ format, errors }, ['format', 'parseFailure', 'decodeFailure', 'encodeFailure']],
  ])('a part of one gives just that part: %#', (definition, members) => {
    expect(Object.keys(defineAdapter(definition))).toEqual(members)
  })

  test('its own members win', () => {
    const { parseRequest, parseResponse, createStreamParser, createStreamSerializer, parseFailure, decodeFailure, encodeFailure } =
      defineAdapter({ ...memo, format: 'other' })
    const own = { parseRequest, parseResponse, createStreamParser, createStreamSerializer, parseFailure, decodeFailure, encodeFailure }
    const acceptsUrl: NonNullable<GenerateAdapter['acceptsUrl']> = () => false
    const made = defineAdapter({
      ...memo,
      ...own,
      acceptsUrl,
      http: { ...memo.http, status: () => 418, streamContentType: 'text/plain' },
    })
    expect(made).toMatchObject({ ...own, acceptsUrl })
    expect(made.http).toMatchObject({ method: 'POST', streamContentType: 'text/plain' })
    expect(made.http.status('server')).toBe(418)
    expect(error(() => made.parseRequest(message({}), context))).toMatchObject({ format: 'other', path: pointer('', 'model') })
  })
})
