import { chain, isInterlinguaError, type JsonObject } from '@interlingua/core'
import { arbitraryJson, createTestContext, deepFreeze, runMachine } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arkImages, dashscope, type ImageRequest, type ImageUpstream } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'

const json = fc.oneof(
  arbitraryJson,
  fc.json().map((text) => JSON.parse(text) as unknown),
)
const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })

/** Documents with the right keys and arbitrary values. */
const nearly = (keys: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(keys.map((key) => [key, json])), { requiredKeys: [] })

const arkAnswer = fc.record(
  {
    model: json,
    created: json,
    data: fc.oneof(json, fc.array(nearly(['url', 'b64_json', 'size', 'output_format', 'error']), { maxLength: 3 })),
    usage: fc.oneof(json, nearly(['generated_images', 'output_tokens', 'total_tokens', 'tool_usage'])),
    error: fc.oneof(json, nearly(['code', 'message', 'type', 'param'])),
  },
  { requiredKeys: [] },
)

const dashscopeAnswer = fc.record(
  {
    code: json,
    message: json,
    request_id: json,
    usage: fc.oneof(json, nearly(['image_count', 'width', 'height', 'size', 'input_tokens', 'output_tokens', 'total_tokens'])),
    output: fc.oneof(
      json,
      fc.record(
        {
          task_id: json,
          task_status: fc.oneof(json, fc.constantFrom('SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN', 'RUNNING', '__proto__')),
          code: json,
          message: json,
          results: fc.oneof(json, fc.array(nearly(['url', 'code', 'message', 'orig_prompt', 'actual_prompt']), { maxLength: 3 })),
          choices: fc.oneof(
            json,
            fc.array(nearly(['finish_reason', 'message']), { maxLength: 2 }),
            fc.array(fc.record({ message: fc.record({ content: fc.array(nearly(['image', 'text', 'type']), { maxLength: 3 }) }) }), {
              maxLength: 2,
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
)

const mostly = (legal: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight: 9, arbitrary: legal }, json)

/** Runs a function that may throw an error of the library. Any other error is a bug. */
function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
  }
}

describe.each<[string, ImageUpstream, fc.Arbitrary<unknown>]>([
  ['Ark', arkImages, arkAnswer],
  ['DashScope', dashscope, dashscopeAnswer],
])('whatever %s answers', (_, upstream, answer) => {
  test('is an answer or an error of ours, and always a failure to whoever asks for one', () => {
    const { context } = createTestContext()
    fc.assert(
      fc.property(fc.oneof(answer, json, anything), fc.integer({ min: 100, max: 599 }), (body, status) => {
        const reply = { status, headers: {}, body }
        attempt(() => {
          const response = upstream.decodeResponse(upstream.parseResponse(reply, context), context)
          expect(response.items.length).toBeGreaterThan(0)
        })
        const failure = upstream.decodeFailure(reply, context)
        expect(typeof failure.code).toBe('string')
        expect(typeof failure.message).toBe('string')
        const { tasks } = upstream
        if (tasks === undefined) return
        attempt(() => expect(tasks.decodeSubmitted(reply, context)).not.toBe(''))
        attempt(() =>
          expect(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']).toContain(tasks.decodeTask(reply, context).state),
        )
      }),
      runs(600),
    )
  })
})

test('whatever Ark streams ends once', () => {
  const { context } = createTestContext()
  const type = fc
    .constantFrom('partial_succeeded', 'partial_failed', 'partial_image', 'completed', 'other')
    .map((name) => `image_generation.${name}`)
  const event = fc.record(
    {
      type: fc.oneof(type, json),
      image_index: fc.oneof(fc.nat(3), json),
      url: fc.oneof(fc.constant('https://h/0.png'), json),
      error: json,
      usage: json,
      created: json,
    },
    { requiredKeys: [] },
  )
  const line = fc.oneof(
    event.map((wire) => `data: ${JSON.stringify(wire)}\n\n`),
    event.map((wire) => `data: ${JSON.stringify(wire, null, 1)}\n\n`),
    fc.constantFrom(': ping\n\n', 'data: [DONE]\n\n', 'event: error\n', 'data:\n\n', '\r\n', '{', 'retry: 1\n'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (chunks) => {
      const events = runMachine(chain(arkImages.createStreamParser(context), arkImages.createStreamDecoder(context)), chunks)
      expect(events.filter(({ type: kind }) => kind === 'end' || kind === 'failure')).toHaveLength(1)
      expect(['end', 'failure']).toContain(events.at(-1)?.type)
    }),
    runs(600),
  )
})

test('whatever is asked of Ark is a request or an error at a field, and comes back as it went in', () => {
  const { context, notices } = createTestContext()
  const body = fc.record(
    {
      model: mostly(fc.constant('m')),
      prompt: mostly(fc.constant('x')),
      image: mostly(fc.constantFrom('https://h/0.png', ['https://h/0.png'])),
      size: mostly(fc.constantFrom('2K', '1024x1024', 'adaptive')),
      seed: mostly(fc.constantFrom(-1, 0, 5)),
      sequential_image_generation: mostly(fc.constantFrom('auto', 'disabled')),
      sequential_image_generation_options: mostly(
        fc.oneof(fc.constant({ max_images: 3 }), fc.record({ max_images: fc.nat(16), more: json })),
      ),
      optimize_prompt_options: mostly(fc.oneof(fc.constant({ mode: 'fast' }), fc.record({ mode: fc.string(), more: json }))),
      tools: mostly(fc.constant([{ type: 'web_search' }])),
      watermark: mostly(fc.boolean()),
      later: json,
      ['__proto__']: json,
    },
    { requiredKeys: ['model', 'prompt'] },
  )
  let legal = 0
  fc.assert(
    fc.property(body, (drawn) => {
      const wire = deepFreeze(JSON.parse(JSON.stringify(drawn)) as JsonObject) // a JSON object, as it was written
      const message = { path: '/v1/images/generations', query: {}, headers: {}, body: wire }
      attempt(() => {
        const request = arkImages.decodeRequest(arkImages.parseRequest(message, context), context)
        expect(arkImages.encodeRequest(request, context).body).toEqual(wire)
        legal++
      })
    }),
    runs(1500),
  )
  expect(notices).toEqual([])
  expect(legal).toBeGreaterThan(50)
})

test('whatever is asked for is lowered or refused with an error of ours', () => {
  const { context } = createTestContext()
  const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY))
  const request = fc.record(
    {
      model: fc.constantFrom('doubao-seedream-4-0', 'qwen-image', 'wan2.7-image', 'wanx-v1', 'm', ''),
      prompt: fc.string(),
      count: number,
      seed: number,
      guidance: number,
      aspectRatio: fc.oneof(fc.string(), fc.constantFrom('1:1', '0:0', '99999:1')),
      size: fc.oneof(
        fc.constant({ type: 'auto' as const }),
        fc.record({ type: fc.constant('class' as const), name: fc.string() }),
        fc.record({ type: fc.constant('pixels' as const), width: number, height: number }),
      ),
      sequence: fc.record({ mode: fc.constantFrom('auto' as const, 'disabled' as const), most: number }),
      tools: fc.array(fc.string(), { maxLength: 2 }),
      native: fc.record({
        input: nearly(['messages', 'prompt', 'images']),
        parameters: nearly(['size', 'n', 'seed', 'model', 'enable_sequential']),
      }),
    },
    { requiredKeys: ['model'] },
  )
  fc.assert(
    fc.property(request, fc.constantFrom<ImageUpstream>(arkImages, dashscope), (drawn, upstream) => {
      attempt(() => {
        const calls = upstream.lowerRequest(deepFreeze(drawn as ImageRequest), context) // the fields are those of a request, with arbitrary values
        expect(calls.length).toBeLessThanOrEqual(10)
        for (const call of calls) expect(() => JSON.stringify(upstream.encodeRequest(call, context))).not.toThrow()
      })
    }),
    runs(1500),
  )
})
