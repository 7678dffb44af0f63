import { chain } from '@interlingua/core'
import { createTestContext, runMachine } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arkImages, type ImageEvent } from '../../src/index.ts'

interface Heard {
  readonly events: readonly ImageEvent[]
  readonly codes: readonly string[]
}

function hear(chunks: Iterable<string>, limits?: { readonly eventBytes?: number; readonly arrayIndex?: number }): Heard {
  const base = createTestContext()
  const context = { ...base.context, limits: { ...base.context.limits, ...limits } }
  const events = runMachine(chain(arkImages.createStreamParser(context), arkImages.createStreamDecoder(context)), chunks)
  return { events, codes: base.notices.map(({ code }) => code) }
}

const sse = (...events: readonly object[]): string =>
  events.map((wire) => `event: ${(wire as { type: string }).type}\ndata: ${JSON.stringify(wire)}\n\n`).join('')

const head = { model: 'doubao-seedream-4-5-251128', created: 1_757_396_757 }
const first = { type: 'image_generation.partial_succeeded', ...head, image_index: 0, url: 'https://h/0.jpeg', size: '2496x1664' }
const second = {
  type: 'image_generation.partial_failed',
  ...head,
  image_index: 1,
  error: { code: 'OutputImageSensitiveContentDetected', message: 'no' },
}
const third = { type: 'image_generation.partial_succeeded', ...head, image_index: 2, b64_json: 'AAAA', size: '2496x1664' }
const last = { type: 'image_generation.completed', ...head, usage: { generated_images: 2, output_tokens: 32_448, total_tokens: 32_448 } }
const whole = `${sse(first, second, third, last)}data: [DONE]\n\n`

/** A stream as on the vendor's pages: the JSON of an event continues on lines without a name. */
const broken = [first, second, third, last]
  .map((wire) => `event: ${wire.type}\ndata: ${JSON.stringify(wire, null, 2)}\n\n`)
  .join('')
  .concat('data: [DONE]\n\n')

function endings(events: readonly ImageEvent[]): readonly ImageEvent[] {
  return events.filter(({ type }) => type === 'end' || type === 'failure')
}

describe('a stream of Ark', () => {
  test('a succeeded part is a whole image; a failed one keeps its place; the end has the usage', () => {
    const { events, codes } = hear([whole])
    expect(events).toMatchObject([
      {
        type: 'image',
        index: 0,
        image: { source: { type: 'url', url: 'https://h/0.jpeg' }, made: { size: '2496x1664' } },
        createdAt: 1_757_396_757_000,
      },
      { type: 'failed', index: 1, item: { code: 'OutputImageSensitiveContentDetected', message: 'no' } },
      { type: 'image', index: 2, image: { source: { type: 'inline', base64: 'AAAA' } } },
      { type: 'end', usage: { images: 2, input: { total: 0 }, output: { total: 32_448 } } },
    ])
    expect(codes).toEqual([])
  })

  test('sharp edge 22: the JSON of an event may go on over lines without a name', () => {
    expect(broken).toContain('\n  "type"')
    expect(hear([broken])).toEqual(hear([whole]))
    expect(hear([broken.replaceAll('\n', '\r\n')])).toEqual(hear([whole]))
    expect(hear([broken.replaceAll('  ', '\t')])).toEqual(hear([whole]))
  })

  test.each([
    ['as it comes', whole],
    ['with broken lines', broken],
    ['with other line ends', broken.replaceAll('\n', '\r\n')],
  ])('%s: wherever it is cut into pieces, the same is heard', (_, text) => {
    const expected = hear([text])
    expect(hear(text)).toEqual(expected)
    for (let at = 1; at < text.length; at += 3) expect(hear([text.slice(0, at), text.slice(at)])).toEqual(expected)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (sizes) => {
        const pieces: string[] = []
        let at = 0
        for (const size of sizes) pieces.push(text.slice(at, (at += size)))
        pieces.push(text.slice(at))
        expect(hear(pieces)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  test('cut off anywhere before its end it is exactly one failure, and an end only after the last event', () => {
    for (const text of [whole, broken]) {
      for (let at = 0; at <= text.length; at++) {
        const { events } = hear([text.slice(0, at)])
        expect(endings(events)).toHaveLength(1)
        const ended = events.at(-1)
        expect(['end', 'failure']).toContain(ended?.type)
        if (ended?.type === 'end') expect(text.slice(0, at)).toContain('"total_tokens"')
      }
    }
  })

  test('is complete without the mark after it, and what comes after it is not heard', () => {
    expect(hear([sse(first, last)]).events.map(({ type }) => type)).toEqual(['image', 'end'])
    expect(hear([sse(first, last, third, last), 'data: {"error":{"code":"x"}}\n\n']).events.map(({ type }) => type)).toEqual([
      'image',
      'end',
    ])
  })

  test('the mark without the last event is a stream that was cut', () => {
    expect(hear([sse(first), 'data: [DONE]\n\n']).events).toMatchObject([
      { type: 'image' },
      { type: 'failure', failure: { code: 'truncated-stream' } },
    ])
  })

  test('previews are previews', () => {
    const preview = { type: 'image_generation.partial_image', ...head, image_index: 0, partial_image_index: 1, b64_json: 'AAAA' }
    expect(hear([sse(preview, first, last)]).events).toMatchObject([
      { type: 'partial', index: 0, partialIndex: 1, image: { source: { base64: 'AAAA' } } },
      { type: 'image', index: 0 },
      { type: 'end' },
    ])
  })

  test('images without an index are counted', () => {
    const { image_index: _, ...bare } = first
    expect(hear([sse(bare, bare, last)]).events).toMatchObject([{ index: 0 }, { index: 1 }, { type: 'end' }])
  })

  test.each([
    ['an error event', sse({ type: 'error', error: { code: 'InternalServiceError', message: 'sorry' } }), 'server'],
    ['an error named by its event alone', 'event: error\ndata: {"error":{"code":"ServerOverloaded","message":"m"}}\n\n', 'overloaded'],
    ['an error without a name', 'data: {"error":{"code":"InputTextSensitiveContentDetected","message":"m"}}\n\n', 'policy'],
    ['an error document in place of a stream', '{"error":{"code":"InvalidParameter","message":"m","param":"size"}}', 'invalid-request'],
    ['an error document over several lines', JSON.stringify({ error: { code: 'QuotaExceeded', message: 'm' } }, null, 2), 'rate-limit'],
    [
      'an end with an error and no image',
      sse({ type: 'image_generation.completed', error: { code: 'InternalServiceError', message: 'm' } }),
      'server',
    ],
    ['an end without an image', sse(last), 'malformed-upstream'],
    ['an image event without its image', sse({ ...first, url: '' }), 'malformed-upstream'],
    ['no JSON', 'data: {"type"\n\n', 'malformed-upstream'],
    ['JSON that is no object', 'data: 7\n\n', 'malformed-upstream'],
    ['an index of no image', sse({ ...first, image_index: -1 }), 'limit'],
    ['an index that is a word', sse({ ...first, image_index: '__proto__' }), 'limit'],
    ['an index beyond all images', sse({ ...first, image_index: 10_001 }), 'limit'],
    ['nothing', '', 'truncated-stream'],
    ['comments', ': keep-alive\n\n: keep-alive\n\n', 'truncated-stream'],
    ['HTML', '<html>\n<body>bad gateway</body></html>', 'truncated-stream'],
  ])('%s is one failure, and nothing follows', (_, text, code) => {
    expect(
      hear([text, sse(first, last)].slice(0, text.endsWith('\n\n') && text !== '' && !text.startsWith(':') ? 2 : 1)).events,
    ).toMatchObject([{ type: 'failure', failure: { code } }])
  })

  test('events of tomorrow are reported once each', () => {
    const { events, codes } = hear([sse({ type: 'image_generation.queued' }, first, { type: 'image_generation.queued' }, last)])
    expect(events.map(({ type }) => type)).toEqual(['image', 'end'])
    expect(codes).toEqual(['images/stream-event'])
  })

  test('an event without end hits a limit', () => {
    expect(hear([`data: {"x":"${'a'.repeat(2000)}`, 'a'.repeat(2000)], { eventBytes: 1000 }).events).toMatchObject([{ type: 'failure' }])
  })

  test('what is heard is said again in the same words', () => {
    const { context, notices } = createTestContext()
    const text = runMachine(chain(arkImages.createStreamEncoder(context), arkImages.createStreamSerializer()), hear([whole]).events).join(
      '',
    )
    expect(hear([text]).events.map(({ type }) => type)).toEqual(['image', 'failed', 'image', 'end'])
    const events = text.split('\n\n').filter((line) => line !== '')
    expect(events.at(-1)).toBe('data: [DONE]')
    const documents = events.slice(0, -1).map((event) => JSON.parse(event.split('\ndata: ')[1] ?? '') as object)
    expect(documents).toEqual(
      [first, second, third, { ...last, model: undefined }].map((wire) => JSON.parse(JSON.stringify(wire)) as object),
    )
    expect(notices).toEqual([])
  })

  test('a writer whose source stops says that it stopped, and nothing after its end', () => {
    const { context } = createTestContext()
    const [image] = hear([whole]).events
    const encoder = arkImages.createStreamEncoder(context, { request: { model: 'm' } })
    expect(runMachine(encoder, image === undefined ? [] : [image])).toMatchObject([
      { type: 'event', wire: { type: 'image_generation.partial_succeeded' } },
      { type: 'event', wire: { type: 'error', error: { code: 'InternalServiceError' } } },
    ])
    const failing = arkImages.createStreamEncoder(context)
    const failure: ImageEvent = { type: 'failure', failure: { code: 'policy', message: 'no', retryable: false } }
    expect(runMachine(failing, [failure, { type: 'end' }])).toEqual([
      { type: 'event', wire: { type: 'error', error: { code: 'InputTextSensitiveContentDetected', message: 'no' } } },
    ])
  })
})
