import type { Context, JsonObject, Machine } from '@interlingua/core'
import { createTestContext, runMachine } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arkImages,
  foldEvents,
  openaiImages,
  unfoldResponse,
  type ImageEvent,
  type ImageRequest,
  type ImageResponse,
} from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'

const facts = { created_at: 1_700_000_000, size: '1024x1024', quality: 'high', background: 'opaque', output_format: 'png' }
const usage = { input_tokens: 10, output_tokens: 20, total_tokens: 30, input_tokens_details: { text_tokens: 10, image_tokens: 0 } }
const one: ImageRequest = { model: 'm', prompt: 'p', stream: true, partialImages: 2 }

const partial = (index: number, prefix = 'image_generation'): JsonObject => ({
  type: `${prefix}.partial_image`,
  b64_json: png,
  partial_image_index: index,
  ...facts,
})
const completed = (more: JsonObject = {}, prefix = 'image_generation'): JsonObject => ({
  type: `${prefix}.completed`,
  b64_json: png,
  ...facts,
  ...more,
})
const sse = (wires: readonly JsonObject[]): string =>
  wires.map((wire) => `event: ${String(wire['type'])}\ndata: ${JSON.stringify(wire)}\n\n`).join('')

function read(
  text: string,
  request: ImageRequest = one,
  pieces: readonly string[] = [text],
  context: Context = createTestContext().context,
): readonly ImageEvent[] {
  const frames = runMachine(openaiImages.createStreamParser(context), pieces)
  return runMachine(openaiImages.createStreamDecoder(context, { request }), frames)
}

function write(events: readonly ImageEvent[], request: ImageRequest = one): { readonly text: string; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const frames = runMachine(openaiImages.createStreamEncoder(context, { request }), events)
  return {
    text: runMachine(openaiImages.createStreamSerializer(), frames).join(''),
    notices: notices.map(({ code, path }) => `${code} ${path}`),
  }
}

const ends = (events: readonly ImageEvent[]): readonly string[] =>
  events.filter(({ type }) => type === 'end' || type === 'failure').map(({ type }) => type)

test('a stream of previews and their image comes back as it was, for both endpoints', () => {
  const made = sse([partial(0), partial(1), completed({ usage })])
  expect(write(read(made)).text.split('\n').map(parsed)).toEqual(made.split('\n').map(parsed))
  const edited = sse([partial(0, 'image_edit'), completed({ usage, safety_identifier: 'u' }, 'image_edit')])
  const edit: ImageRequest = { ...one, images: [{ source: { type: 'inline', mime: 'image/png', base64: png } }] }
  expect(write(read(edited, edit), edit)).toMatchObject({ notices: [] })
  expect(write(read(edited, edit), edit).text.split('\n').map(parsed)).toEqual(edited.split('\n').map(parsed))
})

function parsed(line: string): unknown {
  return line.startsWith('data: ') ? JSON.parse(line.slice(6)) : line
}

test('how the text is cut shows nothing', () => {
  const text = `: ping\n\n${sse([partial(0), completed({ usage })])}`
  const whole = read(text)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: text.length }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      expect(
        read(
          text,
          one,
          places.slice(1).map((place, index) => text.slice(places[index], place)),
        ),
      ).toEqual(whole)
    }),
  )
})

test('a stream that is cut anywhere ends in exactly one failure', () => {
  const text = sse([partial(0), completed({ image_index: 0 }), completed({ image_index: 1, usage })])
  const request: ImageRequest = { ...one, count: 2 }
  const whole = text.length - '\n\n'.length
  for (let cut = 0; cut < whole; cut++) {
    const events = read(text.slice(0, cut), request)
    expect([cut, ...ends(events)]).toEqual([cut, 'failure'])
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { retryable: true } })
  }
  expect(ends(read(text, request))).toEqual(['end'])
  // The text is whole without the blank line after its last line.
  expect(ends(read(text.slice(0, whole), request))).toEqual(['end'])
})

test('a stream without a last event is whole where each image came; fewer than asked are enough only where the server says that it is done', () => {
  const first = sse([completed({ usage })])
  expect(ends(read(first, { ...one, count: 3 }))).toEqual(['failure'])
  expect(ends(read(`${first}data: [DONE]\n\n`, { ...one, count: 3 }))).toEqual(['end'])
  expect(ends(read('data: [DONE]\n\n', one))).toEqual(['failure'])
})

test('images without an index count as they come, and their usages add up', () => {
  const events = read(sse([completed({ usage }), partial(0), completed({ usage })]), { ...one, count: 2 })
  expect(events.map((event) => (event.type === 'image' || event.type === 'partial' ? event.index : event.type))).toEqual([0, 1, 1, 'end'])
  expect(events.at(-1)).toMatchObject({ usage: { input: { total: 20 }, output: { total: 40 } } })
})

test('the usage stands in the event of the last image that was asked for', () => {
  const events: ImageEvent[] = [0, 1].map((index) => ({
    type: 'image',
    index,
    image: { type: 'image', source: { type: 'inline', base64: png } },
    createdAt: 1000,
  }))
  const { text } = write([...events, { type: 'end', usage: { input: { total: 1 }, output: { total: 2 } } }], { ...one, count: 2 })
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('data'))
      .map((line) => (parsed(line) as JsonObject)['usage']),
  ).toEqual([usageOf(0, 0), usageOf(1, 2)])
})

test('T5: an event has every field that the types of the SDK need: what was asked for, or what the bytes say', () => {
  const event: ImageEvent = { type: 'image', index: 0, image: { type: 'image', source: { type: 'inline', base64: png } } }
  const { text } = write([event, { type: 'end' }], { ...one, quality: 'high', background: 'opaque' })
  expect(parsed(text.split('\n').find((line) => line.startsWith('data')) ?? '')).toMatchObject({
    background: 'opaque',
    output_format: 'png',
    quality: 'high',
    size: expect.stringMatching(/^(\d+x\d+|auto)$/) as unknown,
    usage: usageOf(0, 0),
  })
})

function usageOf(input: number, output: number): JsonObject {
  const details = { image_tokens: 0, text_tokens: input }
  return { input_tokens: input, input_tokens_details: details, output_tokens: output, total_tokens: input + output }
}

test('images that are not as the caller asked for them are told once', () => {
  const event = (index: number): ImageEvent => ({
    type: 'image',
    index,
    image: { type: 'image', source: { type: 'inline', base64: png } },
    createdAt: 1000,
  })
  const { notices } = write([event(0), event(1), { type: 'end' }], { ...one, count: 2, delivery: 'url' })
  expect(notices).toEqual(['images/url-delivery /items/0'])
})

test('an image is not held back unless it is the last', () => {
  const encoder = openaiImages.createStreamEncoder(createTestContext().context, { request: { ...one, count: 2 } })
  const event = (index: number): ImageEvent => ({ type: 'image', index, image: { type: 'image', source: { type: 'inline', base64: png } } })
  expect(encoder.push(event(0))).toHaveLength(1)
  expect(encoder.push(event(1))).toHaveLength(0)
  expect(encoder.push({ type: 'end' })).toHaveLength(1)
})

test("an upstream's error ends the stream, whatever its envelope, and reaches the client in OpenAI's", () => {
  for (const text of [
    'event: error\ndata: {"error":{"code":"moderation_blocked","message":"no"}}\n\n',
    'event: error\ndata: {"code":"moderation_blocked","message":"no"}\n\n',
    'data: {"error":{"code":"moderation_blocked","message":"no"}}\n\n',
    'data: {"type":"error","error":{"code":"moderation_blocked","message":"no"}}\n\n',
  ]) {
    const events = read(`${sse([partial(0)])}${text}${sse([completed()])}`)
    expect(events.slice(1)).toMatchObject([{ type: 'failure', failure: { code: 'policy', message: 'no' } }])
    expect(write(events).text).toContain('event: error\ndata: {"type":"error","error":{"code":"moderation_blocked","message":"no"}}')
  }
})

test('a failure of another dialect is worded as OpenAI words it', () => {
  const { text } = write([{ type: 'failure', failure: { code: 'rate-limit', message: 'slow', retryable: true, path: '/n' } }])
  expect(text).toBe(
    'event: error\ndata: {"type":"error","error":{"message":"slow","type":"rate_limit_error","param":"n","code":"rate_limit_exceeded"}}\n\n',
  )
})

test('one image of several that failed is told and the others come; where none was made, the stream fails', () => {
  const request: ImageRequest = { ...one, count: 2 }
  const failed: ImageEvent = { type: 'failed', index: 0, item: { type: 'failed', code: 'IMAGE_SAFETY', message: 'no' } }
  const image: ImageEvent = { type: 'image', index: 1, image: { type: 'image', source: { type: 'inline', base64: png } }, createdAt: 1000 }
  const { text } = write([failed, image, { type: 'end' }], request)
  expect(text).toContain('{"type":"image_generation.failed","image_index":0,"code":"IMAGE_SAFETY","message":"no"}')
  expect(read(text, request)).toMatchObject([failed, { type: 'image', index: 1 }, { type: 'end' }])
  expect(write([failed, { ...failed, index: 1 }, { type: 'end' }], request).text).toContain('"code":"content_policy_violation"')
})

test('the whole images of a Seedream stream come as completed images with their index', () => {
  const { context } = createTestContext()
  const upstream = [
    { type: 'image_generation.partial_succeeded', model: 'm', created: 5, image_index: 0, url: 'https://h/0.jpeg', size: '2048x2048' },
    {
      type: 'image_generation.partial_failed',
      model: 'm',
      created: 5,
      image_index: 1,
      error: { code: 'OutputImageSensitiveContentDetected', message: 'no' },
    },
    {
      type: 'image_generation.completed',
      model: 'm',
      created: 5,
      usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
    },
  ]
  const request: ImageRequest = { ...one, sequence: { mode: 'auto', most: 4 } }
  const frames = runMachine(arkImages.createStreamParser(context), [`${sse(upstream)}data: [DONE]\n\n`])
  const { text } = write(runMachine(arkImages.createStreamDecoder(context), frames), request)
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('data'))
      .map(parsed),
  ).toEqual([
    { type: 'image_generation.completed', url: 'https://h/0.jpeg', size: '2048x2048', created_at: 5, image_index: 0 },
    { type: 'image_generation.failed', image_index: 1, code: 'OutputImageSensitiveContentDetected', message: 'no' },
    { type: 'image_generation.usage', usage: { generated_images: 1, input_tokens: 0, output_tokens: 16_384, total_tokens: 16_384 } },
  ])
})

test('an answer unfolds into a stream and folds back, failed items in their place', () => {
  const response: ImageResponse = {
    createdAt: 1000,
    items: [
      { type: 'image', source: { type: 'inline', base64: png } },
      { type: 'failed', code: 'x', message: 'no' },
      { type: 'image', source: { type: 'url', url: 'https://h/a.png' } },
    ],
    usage: { input: { total: 1 }, output: { total: 2 } },
  }
  const events = unfoldResponse(response)
  expect(foldEvents(events)).toEqual(response)
  const { text } = write(events, { ...one, count: 3 })
  expect(foldEvents(read(text, { ...one, count: 3 }))).toMatchObject({
    items: response.items.map(({ type }) => ({ type })),
    usage: { input: { total: 1 } },
  })
  expect(foldEvents(events.slice(0, -1))).toMatchObject({ code: 'truncated-stream' })
})

test('whatever the frames and events, each machine ends once and never throws', () => {
  const wires = fc.oneof(
    fc.constantFrom<JsonObject>(
      partial(0),
      completed(),
      completed({ image_index: -1 }),
      completed({ image_index: 1e9 }),
      { type: 'image_generation.completed' },
      { type: 'new.event' },
    ),
    fc.record({
      type: fc.string(),
      b64_json: fc.jsonValue(),
      image_index: fc.jsonValue(),
      usage: fc.jsonValue(),
      error: fc.jsonValue(),
    }) as fc.Arbitrary<JsonObject>, // JSON values
  )
  const check = <I, O extends { readonly type: string }>(machine: Machine<I, O>, inputs: readonly I[]): readonly O[] =>
    runMachine(machine, inputs)
  fc.assert(
    fc.property(fc.array(wires, { maxLength: 8 }), fc.nat({ max: 4 }), (events, count) => {
      const { context } = createTestContext()
      const decoded = check(
        openaiImages.createStreamDecoder(context, { request: { ...one, count } }),
        events.map((wire) => ({ type: 'event', wire: { ...wire, type: String(wire['type']) } })),
      )
      expect(ends(decoded)).toHaveLength(1)
      expect(decoded.at(-1)?.type).toMatch(/^(end|failure)$/)
      write(decoded)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(ends(read(text))).toHaveLength(1)
    }),
  )
})

test('an event that is longer than the limit is a failure, and an unknown one is told once', () => {
  const { context, notices } = createTestContext({ limits: { ...createTestContext().context.limits, eventBytes: 1000 } })
  expect(read(`data: ${'x'.repeat(2000)}\n\n`, one, undefined, context)).toMatchObject([
    { type: 'failure', failure: { code: 'malformed-upstream' } },
  ])
  read(sse([{ type: 'image_generation.progress' }, { type: 'image_generation.progress' }]), one, undefined, context)
  expect(notices.map(({ code }) => code)).toEqual(['images/stream-event'])
})
