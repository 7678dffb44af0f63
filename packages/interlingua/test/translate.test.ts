import { describe, expect, expectTypeOf, test } from 'vitest'
import { anthropic, gemini, openaiChat, openaiResponses } from '../src/all.ts'
import { anthropic as anthropicInbound } from '../src/anthropic-inbound.ts'
import { anthropic as anthropicOutbound } from '../src/anthropic-outbound.ts'
import { gemini as geminiInbound } from '../src/gemini-inbound.ts'
import { gemini as geminiOutbound } from '../src/gemini-outbound.ts'
import { LossError, translate, translateAnswer, TranslationError, translateStream, type RequestBody } from '../src/index.ts'
import { openaiChat as chatInbound } from '../src/openai-chat-inbound.ts'
import { openaiChat as chatOutbound } from '../src/openai-chat-outbound.ts'
import { openaiResponses as responsesInbound } from '../src/openai-responses-inbound.ts'
import { openaiResponses as responsesOutbound } from '../src/openai-responses-outbound.ts'

const question = { model: 'claude-sonnet-5', messages: [{ role: 'user', content: 'Good morning!' }] }

test('the body of a request is translated, with its losses', () => {
  const { body, path, notices, losses } = translate({ ...question, seed: 7 }, { from: openaiChat, to: anthropic })
  expect(path).toBe('/v1/messages')
  expect(body).toMatchObject({ model: 'claude-sonnet-5', messages: [{ role: 'user' }], max_tokens: expect.any(Number) })
  expect(losses).toMatchObject([{ code: 'messages/seed', kind: 'dropped', path: '/seed' }])
  expect(notices.map(({ code }) => code)).toContain('messages/seed')
})

test('bodies have the types of their formats', () => {
  const { body } = translate(question, { from: openaiChat, to: anthropic })
  expectTypeOf(body.max_tokens).toEqualTypeOf<number>()
  expectTypeOf<RequestBody<typeof openaiChat>>().toExtend<{ readonly model: string }>()
  expectTypeOf<RequestBody<typeof chatInbound>>().toEqualTypeOf<RequestBody<typeof openaiChat>>()
  // @ts-expect-error: a request of Chat Completions has messages
  expect(() => translate({ model: 'm' }, { from: openaiChat, to: anthropic })).toThrow(TranslationError)
})

test('what is no request of the format, or is refused, is thrown with its place and the losses before', () => {
  const options = { from: openaiChat, to: anthropic }
  expect(() => translate({ ...question, temperature: 'hot' }, options)).toThrow(
    expect.objectContaining({ name: 'TranslationError', code: 'wire', format: 'chat', path: '/temperature', notices: [] }),
  )
  const refused = expect.objectContaining({
    name: 'LossError',
    code: 'loss',
    path: '/seed',
    notices: expect.arrayContaining([expect.objectContaining({ code: 'messages/seed' })]),
  })
  expect(() => translate({ ...question, seed: 7 }, { ...options, losses: 'rejectDropped' })).toThrow(refused)
  expect(() => translate({ ...question, seed: 7 }, { ...options, losses: { overrides: { 'any/seed': 'reject' } } })).toThrow(LossError)
  const audio = { ...question, modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }
  expect(() => translate(audio, options), 'a severe loss').toThrow(LossError)
})

test('a format whose path names the model takes it beside the body', () => {
  const asked = translate(
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    { from: gemini, to: openaiChat, model: 'gpt-5', stream: true },
  )
  expect(asked.body).toMatchObject({ model: 'gpt-5', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  const back = translate(question, { from: openaiChat, to: gemini, model: { 'claude-sonnet-5': 'gemini-3-pro' } })
  expect(back.path).toBe('/v1beta/models/gemini-3-pro:generateContent')
})

const answer = {
  id: 'msg_1',
  type: 'message' as const,
  role: 'assistant' as const,
  model: 'claude-sonnet-5',
  content: [{ type: 'text', text: 'Good morning to you!' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 5 },
}

test('a whole answer comes back in the format of the client', () => {
  const { asked } = translate(question, { from: openaiChat, to: anthropic })
  const { body, usage } = translateAnswer(answer, { from: openaiChat, to: anthropic, asked })
  expect(body.choices).toMatchObject([{ message: { role: 'assistant', content: 'Good morning to you!' }, finish_reason: 'stop' }])
  expect(usage?.output?.total).toBe(5)
  // @ts-expect-error: no answer of Messages
  expect(() => translateAnswer({ choices: [] }, { from: openaiChat, to: anthropic, asked })).toThrow(TranslationError)
})

describe('a stream', () => {
  const { asked } = translate({ ...question, stream: true }, { from: openaiChat, to: anthropic })
  const events = [
    { type: 'message_start', message: { ...answer, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map((event) => new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))

  test('comes back in the format of the client', async () => {
    const bytes = streamOf(events).pipeThrough(translateStream({ from: openaiChat, to: anthropic, asked }))
    const text = await new Response(bytes).text()
    expect(text).toContain('"content":"Good"')
    expect(text).toMatch(/data: \[DONE\]\n\n$/)
  })

  test('that breaks ends with an error event of the client', async () => {
    const broken = new Error('socket hang up')
    const errors: unknown[] = []
    async function* source() {
      yield* events.slice(0, 3)
      throw broken
    }
    const bytes = streamOf(source()).pipeThrough(
      translateStream({ from: openaiChat, to: anthropic, asked, onError: (error) => errors.push(error) }),
    )
    expect(await new Response(bytes).text()).toMatch(/"content":"Good"[^]*data: \{"error":/)
    expect(errors).toEqual([broken])
  })

  test('that nobody reads any more cancels its source', async () => {
    let cancelled = false
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(events[0] ?? new Uint8Array()),
      cancel: () => void (cancelled = true),
    })
    await source.pipeThrough(translateStream({ from: openaiChat, to: anthropic, asked })).cancel()
    await expect.poll(() => cancelled).toBe(true)
  })
})

/** Stream of an iterable: not every platform has `ReadableStream.from`. */
function streamOf(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* source
  }
  const steps = chunks()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await steps.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}

test('a whole format is its two halves', () => {
  const halves = [
    [anthropic, anthropicInbound, anthropicOutbound],
    [openaiChat, chatInbound, chatOutbound],
    [openaiResponses, responsesInbound, responsesOutbound],
    [gemini, geminiInbound, geminiOutbound],
  ] as const
  for (const [whole, inbound, outbound] of halves) {
    const { adapter, ...edge } = whole
    expect(adapter).toEqual({
      ...inbound.adapter,
      ...outbound.adapter,
      ...(adapter.count && { count: { ...inbound.adapter.count, ...outbound.adapter.count } }),
    })
    expect(edge).toMatchObject({ client: inbound.client, upstream: outbound.upstream, dialect: outbound.dialect, vendor: inbound.vendor })
  }
})
