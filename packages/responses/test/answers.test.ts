import { foldEvents, unfoldResponse } from '@interlingua/core'
import { readBundle, unwrapSeal } from '@interlingua/core/adapter'
import type { FinishReason, GenerateRequest, GenerateResponse, JsonObject, Part, Seal, StreamEvent, Usage } from '@interlingua/core'
import type { BundledThought } from '@interlingua/core/adapter'
import { createTestContext, readStream, writeStream } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notice, responses } from '../src/index.ts'
import { answer, message, text } from './answer-samples.ts'

const said: Part = { type: 'text', text: 'Hi' }
const called: Part = { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '{}' }
const carriedBy = (item: JsonObject | undefined): readonly BundledThought[] => {
  const seal = unwrapSeal(String(item?.['encrypted_content']))
  return seal ? readBundle(seal) : []
}
const refused: Part = { type: 'refusal', text: 'No.' }

const foreign = (parts: readonly Part[], unified: FinishReason = 'stop', more: Partial<GenerateResponse> = {}): GenerateResponse => ({
  id: 'msg_01',
  model: 'claude-opus-5',
  createdAt: 1_767_225_600_500,
  status: 'completed',
  candidates: [{ index: 0, parts, finish: { unified } }],
  ...more,
})

/** Encodes a response; returns the document and the codes of its notices. */
function encode(response: GenerateResponse, request?: GenerateRequest) {
  const { context, notices } = createTestContext()
  const reply = responses.encodeResponse(response, context, request && { request })
  return {
    status: reply.status,
    body: reply.body,
    output: reply.body.output as readonly JsonObject[],
    codes: notices.map(({ code }) => code),
  }
}

function decode(body: unknown): GenerateResponse {
  const { context } = createTestContext()
  return responses.decodeResponse(responses.parseResponse({ status: 200, headers: {}, body }, context), context)
}

/** Items of the stream of a response, and the codes of its notices. */
function stream(events: readonly StreamEvent[]) {
  const { context, notices } = createTestContext()
  const written = writeStream(responses, events, context)
  const data = [...written.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as JsonObject)
  const last = data.at(-1)?.response as JsonObject
  return { text: written, output: last.output as readonly JsonObject[], last, codes: new Set(notices.map(({ code }) => code)) }
}

describe('how an answer ended', () => {
  const completed = ['completed', null]
  const filtered = ['incomplete', { reason: 'content_filter' }]
  const cut = ['incomplete', { reason: 'max_output_tokens' }]
  const table = {
    stop: [completed, true],
    'stop-sequence': [completed, true],
    'tool-calls': [completed, true],
    length: [cut, true],
    'context-window': [cut, false],
    pause: [cut, false],
    continuation: [cut, false],
    'malformed-tool-call': [cut, false],
    other: [cut, false],
    refusal: [filtered, true],
    'content-filter': [filtered, true],
    recitation: [filtered, false],
    compaction: [completed, false],
    interrupted: [['incomplete', { reason: 'steered' }], false],
  } as const satisfies Record<FinishReason, unknown>

  test.each(Object.entries(table))('pitfall 41: %s, with and without calls', (unified, [[status, details], exact]) => {
    for (const parts of [[said], [said, called]]) {
      const { body, codes } = encode(foreign(parts, unified as FinishReason)) // a key of the table
      expect([body.status, body.incomplete_details]).toEqual([status, details])
      expect(codes.includes('responses/finish-reason')).toBe(!exact)
    }
  })

  test('a refusal is complete where it says so itself', () => {
    expect(encode(foreign([refused], 'refusal')).body).toMatchObject({ status: 'completed', incomplete_details: null })
    expect(decode(encode(foreign([refused], 'refusal')).body).candidates[0]?.finish?.unified).toBe('refusal')
  })

  test.each([
    ['completed', null, [text('Hi')], 'stop', 'completed'],
    ['completed', null, [{ type: 'refusal', refusal: 'No.' }], 'refusal', 'completed'],
    ['incomplete', { reason: 'max_output_tokens' }, [text('Hi')], 'length', 'incomplete'],
    ['incomplete', { reason: 'content_filter' }, [], 'content-filter', 'incomplete'],
    ['incomplete', { reason: 'steered' }, [], 'interrupted', 'incomplete'],
    ['incomplete', { reason: 'moonrise' }, [], 'other', 'incomplete'],
    ['incomplete', null, [], 'other', 'incomplete'],
    ['cancelled', null, [], 'interrupted', 'incomplete'],
    ['paused', null, [text('Hi')], 'other', 'incomplete'],
  ])('%s with %j is read as it is meant', (status, incomplete_details, content, unified, expected) => {
    const response = decode(answer([message('msg_1', content)], { status, incomplete_details }))
    expect(response.status).toBe(expected)
    expect(response.candidates[0]?.finish?.unified).toBe(unified)
  })

  test('pitfall 40: completed with calls is a call, unless the answer holds their results', () => {
    const call = {
      id: 'sh_1',
      type: 'local_shell_call',
      status: 'completed',
      call_id: 'c1',
      action: { type: 'exec', command: ['ls'], env: {} },
    }
    expect(decode(answer([call])).candidates[0]?.finish?.unified).toBe('tool-calls')
    const result = { id: 'sho_1', type: 'shell_call_output', call_id: 'c1', output: [], status: 'completed' }
    expect(decode(answer([{ ...call, type: 'shell_call', action: { commands: ['ls'] } }, result])).candidates[0]?.finish?.unified).toBe(
      'stop',
    )
  })

  test('queued and running answers have not ended', () => {
    for (const [status, expected] of [
      ['queued', 'queued'],
      ['in_progress', 'in-progress'],
    ]) {
      const response = decode(answer([], { status }))
      expect(response.status).toBe(expected)
      expect(response.candidates[0]?.finish).toBeUndefined()
    }
  })

  test('a failed answer of another format is an error document; its own stays what it was', () => {
    const failure = { code: 'rate-limit', message: 'slow', retryable: true } as const
    const { status, body } = encode(foreign([said], 'stop', { status: 'failed', failure }))
    expect(status).toBe(429)
    expect(body).toEqual({
      error: { message: 'Rate limit reached: slow', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' },
    })
    const own = decode(answer([message('msg_1', [text('Half')])], { status: 'failed', error: { code: 'server_error', message: 'no' } }))
    expect(own).toMatchObject({ status: 'failed', failure: { code: 'server', message: 'no' } })
    expect(encode(own)).toMatchObject({ status: 200, body: { status: 'failed', error: { code: 'server_error', message: 'no' } } })
  })

  test('calls whose answer does not say why it ended are complete: whoever gets them must run them', () => {
    const bare = (parts: readonly Part[]): GenerateResponse => ({ ...foreign([]), status: 'incomplete', candidates: [{ index: 0, parts }] })
    expect(encode(bare([called]))).toMatchObject({ body: { status: 'completed' }, codes: ['responses/finish-missing'] })
    expect(encode(bare([said]))).toMatchObject({ body: { status: 'incomplete' }, codes: ['responses/finish-missing'] })
  })
})

describe('what other formats say', () => {
  test('pitfall 42: usage comes back as it went, however it is split', () => {
    const count = fc.nat({ max: 100_000 })
    fc.assert(
      fc.property(count, count, count, count, count, (fresh, cacheRead, cacheWrite, spoken, reasoning) => {
        const usage: Usage = {
          input: { total: fresh + cacheRead + cacheWrite, fresh, cacheRead, cacheWrite },
          output: { total: spoken + reasoning, reasoning },
        }
        const { body } = encode(foreign([said], 'stop', { usage }))
        expect((body.usage as JsonObject).total_tokens).toBe(fresh + cacheRead + cacheWrite + spoken + reasoning)
        expect(decode(body).usage).toMatchObject(usage)
      }),
    )
  })

  test('searches are counted, and what cannot be counted is reported', () => {
    const usage: Usage = {
      input: { total: 10, fresh: 5, toolUse: 5, cacheWriteByTtl: { '1h': 3 } },
      output: { total: 5, prediction: { accepted: 1, rejected: 0 } },
      requests: { 'web-search': 2, 'web-fetch': 1 },
    }
    const { body, codes } = encode(foreign([said], 'stop', { usage }))
    expect(body.tool_usage).toMatchObject({ web_search: { num_requests: 2 } })
    expect(decode(body).usage?.requests).toEqual({ 'web-search': 2 })
    expect(new Set(codes)).toEqual(new Set(['responses/usage-detail', 'responses/usage-cache-ttl']))
  })

  test('thinking is shown as its summary, and its seal rides in encrypted_content', () => {
    const seal: Seal = { format: 'messages', vendor: 'anthropic', model: 'claude-opus-5', data: 'c2ln' }
    const { output, codes } = encode(foreign([{ type: 'reasoning', segments: [{ type: 'full', text: 'Hm' }], seal }]))
    expect(output[0]).toMatchObject({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] })
    expect(unwrapSeal(String(output[0]?.encrypted_content))).toEqual(seal)
    expect(codes).toEqual(['responses/reasoning-kind'])
  })

  test('pitfall 4: seals on a text and on a call are borne by one reasoning item between them, or by the reasoning that is there', () => {
    const seal: Seal = { format: 'contents', data: 'sig' }
    const sealed = { ...called, seal } as Part // a call may have a seal
    const { output } = encode(foreign([{ ...said, seal } as Part, sealed])) // so may a text
    expect(output.map(({ type }) => type)).toEqual(['message', 'reasoning', 'function_call'])
    expect(carriedBy(output[1]).map(({ thought }) => thought.seal?.attachTo)).toEqual(['text', 'c1'])
    const thinking = encode(foreign([{ type: 'reasoning', segments: [{ type: 'summary', text: 'Hm.' }] }, sealed])).output
    expect(thinking).toMatchObject([{ type: 'reasoning', summary: [{ text: 'Hm.' }] }, { type: 'function_call' }])
    expect(carriedBy(thinking[0]).map(({ own, thought }) => own ?? thought.seal?.attachTo)).toEqual([true, 'c1'])
    const { seal: _, ...bare } = sealed as typeof sealed & { readonly seal: Seal } // the seal was put there above
    const events: readonly StreamEvent[] = [
      { type: 'response-start', id: 'r', model: 'm' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'Hi' } },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'seal', seal } },
      { type: 'part-end', candidate: 0, part: 0 },
      { type: 'part-start', candidate: 0, part: 1, value: { ...(bare as Part), seal, arguments: '' } as Part }, // the same part, with the seal again
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'arguments', text: '{}' } },
      { type: 'part-end', candidate: 0, part: 1 },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
      { type: 'response-end', status: 'completed' },
    ]
    const streamed = stream(events).output
    expect(streamed.map(({ type }) => type)).toEqual(['message', 'reasoning', 'function_call'])
    expect(carriedBy(streamed[1]).map(({ thought }) => thought.seal?.attachTo)).toEqual(['text', 'c1'])
  })

  test('pitfall 5: each of several sealed calls keeps its own seal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), (count) => {
        const parts = Array.from({ length: count }, (_, index): Part => ({
          type: 'tool-call',
          callId: `c${index}`,
          name: 'f',
          kind: 'function',
          arguments: '{}',
          seal: { format: 'contents', data: `sig${index}` },
        }))
        const { output } = encode(foreign(parts, 'tool-calls'))
        const carried = output.filter(({ type }) => type === 'reasoning').flatMap(carriedBy)
        expect(carried.map(({ thought: { seal } }) => [seal?.attachTo, seal?.data])).toEqual(
          parts.map((_, index) => [`c${index}`, `sig${index}`]),
        )
      }),
    )
  })

  test('calls that share an id get one each, and one without an id gets one', () => {
    const parts = [called, called, { ...called, callId: '' } as Part] // spread calls
    for (const { output, codes } of [encode(foreign(parts)), stream(unfoldResponse(foreign(parts)))]) {
      const ids = output.map((item) => String(item.call_id))
      expect(ids[0]).toBe('c1')
      expect(new Set(ids).size).toBe(3)
      expect([...codes]).toContain('responses/call-id')
    }
  })

  test('only the first of several candidates is shown, and that is severe', () => {
    const response = foreign([said])
    const two = { ...response, candidates: [...response.candidates, { index: 1, parts: [said], at: '/choices/1' as const }] }
    expect(encode(two)).toMatchObject({ output: [{ content: [{ text: 'Hi' }] }], codes: ['responses/answer-candidates'] })
    expect(notice.table['answer-candidates'].severe).toBe(true)
    expect(stream(unfoldResponse(two))).toMatchObject({
      output: [{ content: [{ text: 'Hi' }] }],
      codes: new Set(['responses/answer-candidates']),
    })
  })

  test.each<readonly [string, Part, readonly string[]]>([
    ['audio', { type: 'media', kind: 'audio', source: { type: 'inline', mime: 'audio/wav', base64: 'AA' } }, ['responses/answer-part']],
    ['a document', { type: 'document', source: { type: 'url', url: 'https://a.example' } }, ['responses/answer-part']],
    ['an unknown block', { type: 'opaque', format: 'messages', wire: { type: 'moon' } }, ['responses/opaque']],
    [
      'a hosted tool that is not known here',
      { type: 'hosted-call', callId: 'x', family: 'advisor', arguments: '{}' },
      ['responses/hosted-part'],
    ],
    ['a result of nothing', { type: 'hosted-result', callId: 'x', parts: [] }, ['responses/hosted-result']],
  ])('%s has no item, and that is reported', (_, part, codes) => {
    expect(encode(foreign([said, part]))).toMatchObject({ output: [{ type: 'message' }], codes })
    expect(stream(unfoldResponse(foreign([said, part])))).toMatchObject({ output: [{ type: 'message' }], codes: new Set(codes) })
  })

  test('what was said in audio is told as text', () => {
    const audio: Part = { type: 'media', kind: 'audio', source: { type: 'inline', mime: 'audio/wav', base64: 'AA' }, transcript: 'Hear' }
    expect(encode(foreign([audio])).output).toMatchObject([{ type: 'message', content: [{ type: 'output_text', text: 'Hear' }] }])
    expect(stream(unfoldResponse(foreign([audio]))).output).toMatchObject([{ content: [{ type: 'output_text', text: 'Hear' }] }])
  })

  test('a tier that is no word of this format is reported', () => {
    expect(encode(foreign([said], 'stop', { serviceTier: 'batch' })).codes).toEqual(['responses/service-tier'])
    expect(encode(foreign([said], 'stop', { serviceTier: 'flex' }))).toMatchObject({ body: { service_tier: 'flex' }, codes: [] })
  })

  test('ids are never empty, never twice, and the same in every run', () => {
    const parts = [said, called, { ...called, callId: 'c2' } as Part, { type: 'reasoning', segments: [] } as Part] // spread calls
    const ids = encode(foreign(parts)).output.map(({ id }) => String(id))
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^(msg|fc|rs)_[a-z2-7]{20,60}$/)
    expect(encode(foreign(parts)).output.map(({ id }) => id)).toEqual(ids)
    expect(stream(unfoldResponse(foreign(parts))).output.map(({ id }) => id)).toEqual(ids)
  })
})

describe('what was asked', () => {
  const ask = (body: JsonObject): GenerateRequest => {
    const { context } = createTestContext()
    return responses.decodeRequest(responses.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  }

  test('pitfall 24: the settings of the request are said again, and nothing that was not set', () => {
    const tools = [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: true }]
    const request = ask({ model: 'm', input: 'secret', instructions: 'Be brief', tools, temperature: 0.5, text: { verbosity: 'low' } })
    const { body } = encode(foreign([said]), request)
    expect(body).toMatchObject({
      instructions: 'Be brief',
      tools: [{ ...tools[0], description: null }],
      temperature: 0.5,
      text: { format: { type: 'text' }, verbosity: 'low' },
      parallel_tool_calls: true,
      top_p: 1,
      frequency_penalty: 0,
      service_tier: 'default',
      safety_identifier: null,
      store: false,
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('nobody keeps an answer of another format, whatever was asked', () => {
    expect(encode(foreign([said]), ask({ model: 'm', input: 'x', store: true })).body.store).toBe(false)
  })

  test('a call of a shell of OpenAI that another model makes is whole, as the types of the SDK have it', () => {
    const request = ask({ model: 'm', input: 'x', tools: [{ type: 'shell' }, { type: 'local_shell' }] })
    const calls: readonly Part[] = [
      { type: 'tool-call', callId: 'a', name: 'shell', kind: 'function', arguments: '{"commands":["ls"],"timeout_ms":5}' },
      { type: 'tool-call', callId: 'b', name: 'local_shell', kind: 'function', arguments: '{"command":["ls"]}' },
    ]
    const whole = [
      { type: 'shell_call', call_id: 'a', action: { commands: ['ls'], timeout_ms: 5, max_output_length: null }, environment: null },
      { type: 'local_shell_call', call_id: 'b', action: { type: 'exec', command: ['ls'], env: {} } },
    ]
    expect(encode(foreign(calls, 'tool-calls'), request).output).toMatchObject(whole)
    const { context } = createTestContext()
    const written = writeStream(responses, unfoldResponse(foreign(calls, 'tool-calls')), context, { request })
    const last = [...written.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as JsonObject).at(-1)
    expect(last).toMatchObject({ response: { output: whole } })
  })

  test('a stream says it from its first event on', () => {
    const { context } = createTestContext()
    const request = ask({ model: 'm', input: 'x', metadata: { a: 'b' }, stream: true })
    const written = writeStream(responses, unfoldResponse(foreign([said])), context, { request })
    expect(written.match(/"metadata":\{"a":"b"\}/g)).toHaveLength(3)
  })
})

test('pitfall 45: a keep-alive is a comment, at any time', () => {
  const { text: written } = stream([{ type: 'keep-alive' }, ...unfoldResponse(foreign([said]))])
  expect(written.startsWith(': ping\n\n')).toBe(true)
})

test('events of this format that nobody knows are written again, in their place and with a number of their own', () => {
  const { context } = createTestContext()
  const odd = { type: 'response.mood.changed', sequence_number: 99, mood: 'good' }
  const sse = (events: readonly object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const source = sse([{ type: 'response.created', response: answer([]) }, odd, { type: 'response.completed', response: answer([]) }])
  const written = writeStream(responses, readStream(responses, [source], context), context)
  expect(written).toContain('event: response.mood.changed\ndata: {"type":"response.mood.changed","sequence_number":2,"mood":"good"}')
})

test('the answer that waits to be repeated is bounded', () => {
  const { context } = createTestContext()
  const bounded = { ...context, limits: { ...context.limits, bufferedBytes: 100 } }
  const events: StreamEvent[] = [
    { type: 'response-start', id: 'r', model: 'm' },
    { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
    ...Array.from({ length: 20 }, (): StreamEvent => ({
      type: 'part-delta',
      candidate: 0,
      part: 0,
      delta: { type: 'text', text: '0123456789' },
    })),
  ]
  const written = writeStream(responses, events, bounded)
  expect(foldEvents(readStream(responses, [written], context))).toMatchObject({
    status: 'failed',
    failure: { code: 'policy', retryable: false, message: 'the answer is too long to be repeated at its end' },
  })
  expect(written.match(/output_text\.delta/g)?.length).toBeLessThan(30)
})

describe('what compatible servers write', () => {
  test('arguments that are an object are their text for other formats, and an object again here', () => {
    const item = { type: 'function_call', id: 'fc_1', status: 'completed', call_id: 'c', name: 'f', arguments: { a: 1 } }
    const response = decode(answer([item]))
    expect(response.candidates[0]?.parts).toMatchObject([{ type: 'tool-call', arguments: '{"a":1}' }])
    expect(encode(response).output).toEqual([item])
  })

  test('values that are no text, and that nothing can be made of, are carried', () => {
    const odd = { toString: 1, valueOf: 1 }
    const output = [
      { type: 'shell_call_output', id: 'sho_1', call_id: odd, output: [] },
      {
        type: 'tool_search_output',
        id: 'tso_1',
        call_id: 'c',
        execution: 'client',
        status: 'completed',
        tools: [{ type: 'namespace', name: odd, tools: [{ type: 'x' }] }],
      },
    ]
    const body = { ...answer([]), output }
    expect(encode(decode(body)).output).toEqual(output)
  })

  test('an action that is null is none', () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: null }
    const response = decode(answer([item]))
    expect(response.candidates[0]?.parts).toMatchObject([{ type: 'hosted-call', arguments: '' }])
    expect(encode(response).output).toEqual([item])
  })
})

test('the usage of another format has every count that the types of the SDK demand', () => {
  const usage: Usage = { input: { total: 3, fresh: 3 }, output: { total: 2 } }
  expect(encode(foreign([said], 'stop', { usage })).body.usage).toEqual({
    input_tokens: 3,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 5,
  })
})

test('a hosted call with odd arguments is shown, and no error', () => {
  const odd: Part = { type: 'hosted-call', callId: 'c', family: 'code-execution', arguments: '{"code":"1","language":{"toString":1}}' }
  expect(encode(foreign([odd])).codes).toEqual(['responses/hosted-form'])
})
