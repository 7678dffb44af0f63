import { isInterlinguaError, type JsonObject } from '@interlingua/core'
import { arbitraryJson, createTestContext, deepFreeze } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arkImages, dashscope, openaiImages, type ImageRequest, type ImageResponse } from '../../src/index.ts'
import { runs } from '../../../../tools/runs.ts'

const png = 'iVBORw0KGgo='
const sync = '/api/v1/services/aigc/multimodal-generation/generation'
const classic = '/api/v1/services/aigc/text2image/image-synthesis'
const edit = '/api/v1/services/aigc/image2image/image-synthesis'
const tasked = '/api/v1/services/aigc/image-generation/generation'

type Message = Parameters<typeof dashscope.parseRequest>[0]
const messageOf = (body: unknown, path = sync): Message => ({ path, query: {}, headers: {}, body: deepFreeze(body) })
const user = (...content: readonly JsonObject[]): JsonObject => ({ messages: [{ role: 'user', content }] })

const requests: readonly (readonly [string, string, JsonObject])[] = [
  ['a text alone', sync, { model: 'qwen-image', input: user({ text: 'a fox' }) }],
  ['no parameters', sync, { model: 'qwen-image', input: user({ text: 'a fox' }), parameters: {} }],
  [
    'images before the text',
    sync,
    { model: 'm', input: user({ image: 'https://h/a.png' }, { image: `data:image/png;base64,${png}` }, { text: 'x' }) },
  ],
  [
    'the text before an image',
    tasked,
    { model: 'wan2.7-image', input: user({ text: 'x' }, { image: 'https://h/a.png' }), parameters: { n: 2 } },
  ],
  ['a text between images', sync, { model: 'm', input: user({ image: 'https://h/a.png' }, { text: 'x' }, { image: 'https://h/b.png' }) }],
  ['two texts', sync, { model: 'm', input: user({ text: 'x' }, { text: 'y' }) }],
  ['a text as it is', sync, { model: 'm', input: { messages: [{ role: 'user', content: 'a fox' }] } }],
  ['an image of a place that nobody else knows', sync, { model: 'm', input: user({ image: 'oss://bucket/a.png' }, { text: 'x' }) }],
  ['an image in other words', sync, { model: 'm', input: user({ image: `data:image/PNG;base64,${png}` }, { text: 'x' }) }],
  [
    'all that there is',
    sync,
    {
      model: 'm',
      input: user({ text: 'x' }),
      parameters: {
        size: '1024*1024',
        n: 2,
        seed: 0,
        negative_prompt: 'fog',
        prompt_extend: false,
        watermark: true,
        thinking_mode: true,
        bbox_list: [[1]],
      },
    },
  ],
  ['a group', tasked, { model: 'm', input: user({ text: 'x' }), parameters: { enable_sequential: true, n: 5, size: '2K' } }],
  ['a group of any size', tasked, { model: 'm', input: user({ text: 'x' }), parameters: { enable_sequential: true } }],
  ['no group', tasked, { model: 'm', input: user({ text: 'x' }), parameters: { enable_sequential: false, n: 1 } }],
  [
    'values that say nothing',
    sync,
    { model: 'm', input: user({ text: 'x' }), parameters: { size: null, negative_prompt: '', n: null }, later: null },
  ],
  [
    'the old form',
    classic,
    { model: 'wanx-v1', input: { prompt: 'x', negative_prompt: 'fog' }, parameters: { n: 4, size: '1024*1024', style: '<sketch>' } },
  ],
  ['the old form with more', classic, { model: 'wanx-v1', input: { prompt: 'x', ref_img: 'https://h/r.png' } }],
  ['the form of edits', edit, { model: 'wan2.5-i2i-preview', input: { prompt: 'x', images: ['https://h/a.png'] }, parameters: { n: 1 } }],
  ['keys of tomorrow', sync, { model: 'm', input: { ...user({ text: 'x' }), later: 1 }, parameters: { later: { a: [] } }, trace: 't' }],
]

describe('a request of DashScope', () => {
  test.each(requests)('%s: comes back as it went in, and nothing is said', (_, path, body) => {
    const { context, notices } = createTestContext()
    const request = dashscope.decodeRequest(dashscope.parseRequest(messageOf(body, path), context), context)
    const back = dashscope.encodeRequest(deepFreeze(request), context)
    expect(back.body).toEqual(body)
    expect(path.endsWith(back.path.slice('/v1'.length))).toBe(true)
    expect(back.headers).toEqual(path === sync ? {} : { 'x-dashscope-async': 'enable' })
    expect(notices).toEqual([])
  })

  test('is lowered to DashScope as it is: its caller knows what is done where nothing is said', () => {
    const { context, notices } = createTestContext()
    const body = { model: 'qwen-image-2.0', input: user({ text: 'x' }) }
    const asked = dashscope.decodeRequest(dashscope.parseRequest(messageOf(body), context), context)
    expect(dashscope.lowerRequest(asked, context).map((call) => dashscope.encodeRequest(call, context).body)).toEqual([body])
    expect(notices).toEqual([])
    expect(() => dashscope.lowerRequest({ ...asked, count: 7 }, context)).toThrow(expect.objectContaining({ path: '/count' }))
  })

  test('says in the words of every family what it can, and where that stood', () => {
    const { context } = createTestContext()
    const body = {
      model: 'm',
      input: user({ image: 'https://h/a.png' }, { text: 'make it blue' }),
      parameters: { size: '1024*768', n: 3, seed: 7, enable_sequential: true, prompt_extend: true, thinking_mode: true },
    }
    const { extensions: _, ...wanted } = dashscope.decodeRequest(dashscope.parseRequest(messageOf(body), context), context)
    expect(wanted).toEqual({
      model: 'm',
      at: '',
      prompt: 'make it blue',
      images: [{ source: { type: 'url', url: 'https://h/a.png' }, at: '/input/messages/0/content/0/image' }],
      size: { type: 'pixels', width: 1024, height: 768 },
      sequence: { mode: 'auto', most: 3 },
      seed: 7,
      promptRewrite: { enabled: true },
      native: { parameters: { thinking_mode: true } },
      fields: {
        prompt: '/input/messages/0/content/1/text',
        images: '/input/messages/0/content',
        size: '/parameters/size',
        count: '/parameters/n',
        seed: '/parameters/seed',
        promptRewrite: '/parameters/prompt_extend',
        sequence: '/parameters/enable_sequential',
        'sequence.most': '/parameters/n',
      },
    })
  })

  test('is told to Seedream with its places', () => {
    const { context, notices } = createTestContext()
    const parameters = { size: '2048*2048', enable_sequential: true, n: 4, negative_prompt: 'fog', thinking_mode: true }
    const message = messageOf({ model: 'doubao-seedream-4-0', input: user({ text: 'x' }), parameters })
    const wanted = dashscope.decodeRequest(dashscope.parseRequest(message, context), context)
    expect(arkImages.lowerRequest(wanted, context).map((call) => arkImages.encodeRequest(call, context).body)).toEqual([
      {
        model: 'doubao-seedream-4-0',
        prompt: 'x',
        size: '2048x2048',
        sequential_image_generation: 'auto',
        sequential_image_generation_options: { max_images: 4 },
        watermark: false,
      },
    ])
    expect(notices.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual([
      'images/native-parameter /parameters/thinking_mode',
      'images/negative-prompt /parameters/negative_prompt',
    ])
    const small = { ...wanted, size: { type: 'pixels' as const, width: 64, height: 64 } }
    expect(() => arkImages.lowerRequest(small, context)).toThrow(expect.objectContaining({ path: '/parameters/size' }))
  })

  test.each([
    [{ input: user({ text: 'x' }) }, '/model'],
    [{ model: 'm' }, '/input'],
    [{ model: 'm', messages: [], input: {} }, '/input/messages'],
    [{ model: 'm', input: { messages: [] } }, '/input/messages'],
    [{ model: 'm', input: user({ image: 'https://h/a.png' }) }, '/input/messages'],
    [{ model: 'm', input: user({ text: '' }) }, '/input/messages'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { size: '1024x1024' } }, '/parameters/size'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { n: 0 } }, '/parameters/n'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { n: 13 } }, '/parameters/n'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { seed: -1 } }, '/parameters/seed'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { seed: 2_147_483_648 } }, '/parameters/seed'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { negative_prompt: 'x'.repeat(501) } }, '/parameters/negative_prompt'],
    [{ model: 'm', input: user({ text: 'x' }), parameters: { watermark: 1 } }, '/parameters/watermark'],
    [null, ''],
  ])('%j is refused at %j', (body, path) => {
    const { context } = createTestContext()
    expect(() => dashscope.parseRequest(messageOf(body), context)).toThrow(expect.objectContaining({ code: 'wire', path }))
  })

  test.each([
    [classic, { model: 'm', input: user({ text: 'x' }) }, '/input/prompt'],
    [edit, { model: 'm', input: { prompt: 'x' } }, '/input/images'],
    [edit, { model: 'm', input: { prompt: 'x', images: [] } }, '/input/images'],
    [classic, { model: 'm', input: { prompt: 'x', negative_prompt: 'x'.repeat(501) } }, '/input/negative_prompt'],
  ])('%s: %j is refused at %j', (path, body, place) => {
    const { context } = createTestContext()
    expect(() => dashscope.parseRequest(messageOf(body, path), context)).toThrow(expect.objectContaining({ code: 'wire', path: place }))
  })

  test('whatever is asked is a request or an error of ours, and comes back as it went in', () => {
    const { context } = createTestContext()
    const part = fc.oneof(
      fc.constantFrom<JsonObject>({ text: 'x' }, { image: 'https://h/a.png' }, { image: 'odd' }, { text: 'y', type: 'text' }),
      fc.record({ text: fc.string(), more: arbitraryJson }),
    )
    const mostly = (legal: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight: 6, arbitrary: legal }, arbitraryJson)
    const parameters = fc.record(
      {
        size: mostly(fc.constantFrom('1024*1024', '2K')),
        n: mostly(fc.integer({ min: 1, max: 4 })),
        seed: mostly(fc.nat()),
        negative_prompt: mostly(fc.string()),
        prompt_extend: mostly(fc.boolean()),
        watermark: mostly(fc.boolean()),
        enable_sequential: mostly(fc.boolean()),
        later: arbitraryJson,
      },
      { requiredKeys: [] },
    )
    const input = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 4 }).map((content) => user(...content)),
      fc.record(
        {
          prompt: mostly(fc.string({ minLength: 1 })),
          negative_prompt: mostly(fc.string()),
          images: mostly(fc.constant(['https://h/a.png'])),
        },
        { requiredKeys: ['prompt'] },
      ),
    )
    const body = fc.record(
      { model: fc.constant('m'), input, parameters: mostly(parameters), later: arbitraryJson },
      { requiredKeys: ['model', 'input'] },
    )
    const cases = runs(1000)
    let legal = 0
    fc.assert(
      fc.property(body, fc.constantFrom(sync, classic, edit), (drawn, path) => {
        const wire = JSON.parse(JSON.stringify(drawn)) as JsonObject // a JSON object, as it was written
        let wanted: ImageRequest
        try {
          wanted = dashscope.decodeRequest(dashscope.parseRequest(messageOf(wire, path), context), context)
        } catch (error) {
          if (!isInterlinguaError(error)) throw error
          return
        }
        expect(dashscope.encodeRequest(wanted, context).body).toEqual(wire)
        legal++
      }),
      cases,
    )
    expect(legal).toBeGreaterThan(cases.numRuns / 10)
  })
})

describe('an answer to a caller of DashScope', () => {
  const answer: ImageResponse = {
    at: '',
    items: [
      { type: 'image', source: { type: 'url', url: 'https://h/a.png' }, revisedPrompt: 'a red fox', at: '/data/0' },
      { type: 'failed', code: 'content_policy_violation', message: 'no', at: '/errors/0' },
      { type: 'image', source: { type: 'inline', base64: png, mime: 'image/png' }, at: '/data/1' },
    ],
    made: { size: '1024x768', quality: 'high' },
    usage: { images: 2, input: { total: 3 }, output: { total: 4 }, at: '/usage' },
    model: 'gpt-image-2',
    createdAt: 1000,
  }
  const asked = (body: JsonObject, path: string): { readonly request: ImageRequest } => {
    const { context } = createTestContext()
    return { request: dashscope.decodeRequest(dashscope.parseRequest(messageOf(body, path), context), context) }
  }

  test('holds its images in a message', () => {
    const { context, notices } = createTestContext()
    const reply = dashscope.encodeResponse(deepFreeze(answer), context, asked({ model: 'm', input: user({ text: 'x' }) }, sync))
    expect(reply).toEqual({
      status: 200,
      headers: {},
      body: {
        output: {
          choices: [
            {
              finish_reason: 'stop',
              message: { role: 'assistant', content: [{ image: 'https://h/a.png' }, { image: `data:image/png;base64,${png}` }] },
            },
          ],
        },
        usage: { image_count: 2, width: 1024, height: 768, input_tokens: 3, output_tokens: 4, total_tokens: 7 },
        request_id: '00000001',
      },
    })
    expect(notices.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual([
      'images/response-created /createdAt',
      'images/response-item /errors/0',
      'images/response-made /made',
      'images/response-model /model',
      'images/response-prompt /data/0/revisedPrompt',
    ])
    expect(dashscope.decodeResponse(dashscope.parseResponse(reply, context), context)).toMatchObject({
      items: [{ source: { url: 'https://h/a.png' } }, { source: { type: 'inline', base64: png } }],
      made: { size: '1024x768' },
      usage: { images: 2, input: { total: 3 }, output: { total: 4 } },
    })
  })

  test('of an older service holds results, failed ones too', () => {
    const { context } = createTestContext()
    const reply = dashscope.encodeResponse(answer, context, asked({ model: 'm', input: { prompt: 'x' } }, classic))
    expect(dashscope.decodeResponse(dashscope.parseResponse(reply, context), context).items).toMatchObject([
      { source: { type: 'url' }, revisedPrompt: 'a red fox' },
      { type: 'failed', code: 'content_policy_violation' },
      { source: { type: 'inline', mime: 'image/png', base64: png } },
    ])
    expect(reply.body.output).toEqual({
      task_status: 'SUCCEEDED',
      results: [
        { url: 'https://h/a.png', actual_prompt: 'a red fox' },
        { code: 'content_policy_violation', message: 'no' },
        { url: `data:image/png;base64,${png}` },
      ],
    })
  })

  test('of OpenAI is told whole', () => {
    const { context } = createTestContext()
    const wire = { created: 5, data: [{ b64_json: png }], usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 }, trace: 't' }
    const response = openaiImages.decodeResponse(openaiImages.parseResponse({ status: 200, headers: {}, body: wire }, context), context)
    const test = createTestContext()
    dashscope.encodeResponse(response, test.context)
    expect(test.notices.map(({ code, path }) => `${code} ${path}`)).toContain('images/foreign-field /trace')
  })
})
