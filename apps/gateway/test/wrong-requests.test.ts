import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { runs } from '../../../tools/runs.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ limits: { bodyBytes: 100_000 } })
})

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const

interface Door {
  readonly format: 'responses' | 'contents'
  readonly path: (model: string, method?: 'stream' | 'count') => string
  readonly good: (model: string) => Record<string, unknown>
  /** A whole request with something of everything, for cutting and changing. */
  readonly rich: (model: string) => object
  readonly wrong: readonly (readonly [object, string])[]
}

const doors: readonly Door[] = [
  {
    format: 'responses',
    path: (_model, method) => (method === 'count' ? '/v1/responses/input_tokens' : '/v1/responses'),
    good: (model) => ({ model, input: 'hi' }),
    rich: (model) => ({
      model,
      instructions: 'x',
      max_output_tokens: 50,
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'function_call', call_id: 'c', name: 'a', arguments: '{"x":1}' },
        { type: 'function_call_output', call_id: 'c', output: 'y' },
        { role: 'user', content: 'go' },
      ],
      tools: [
        { type: 'function', name: 'a', parameters: { type: 'object' }, strict: false },
        { type: 'custom', name: 'b' },
      ],
      text: { format: { type: 'text' } },
    }),
    wrong: [
      [{ input: 7 }, 'input'],
      [{ input: [7] }, 'input'],
      [{ input: [{ role: 'user', content: 7 }] }, 'content'],
      [{ input: [{ role: 'user', content: [{ type: 'input_text', text: 5 }] }] }, 'text'],
      [{ input: [{ type: 'function_call', name: 'a', arguments: 'x' }] }, 'call_id'],
      [{ tools: 'all' }, 'tools'],
      [{ temperature: 'hot' }, 'temperature'],
      [{ max_output_tokens: 'many' }, 'max_output_tokens'],
      [{ stream: 'yes' }, 'stream'],
      [{ model: 7 }, 'model'],
      [{ model: '' }, 'model'],
      [{ model: undefined }, 'model'],
      [{ input: undefined }, 'input'],
    ],
  },
  {
    format: 'contents',
    path: (model, method) =>
      `/v1beta/models/${model}:${method === 'count' ? 'countTokens' : method === 'stream' ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    good: () => ({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }),
    rich: () => ({
      systemInstruction: { parts: [{ text: 'x' }] },
      contents: [
        { role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
        { role: 'model', parts: [{ functionCall: { name: 'a', args: { x: 1 } }, thoughtSignature: 'skip_thought_signature_validator' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'a', response: { output: 'y' } } }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'a', parameters: { type: 'OBJECT', properties: { x: { type: 'NUMBER' } } } }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      generationConfig: { temperature: 1, maxOutputTokens: 50, stopSequences: ['z'] },
    }),
    wrong: [
      [{ contents: 7 }, 'contents'],
      [{ contents: [7] }, 'contents'],
      [{ contents: [{ role: 'user', parts: 'hi' }] }, 'parts'],
      [{ contents: [{ role: 'user', parts: [{ text: 5 }] }] }, 'text'],
      [{ contents: [{ role: 'user', parts: [{ inlineData: { data: 5 } }] }] }, 'inlineData'],
      [{ tools: 'all' }, 'tools'],
      [{ generationConfig: { stopSequences: 'x' } }, 'stopSequences'],
      [{ contents: undefined }, 'contents'],
    ],
  },
]

describe.each(doors)('$format', ({ format, path, good, rich, wrong }) => {
  const send = (body: unknown, model: string, headers?: Record<string, string>, method?: 'stream' | 'count'): Promise<Answer> =>
    post(gateway.url + path(model, method), body, headers)

  function errorOf({ status, json }: Answer): string {
    const { error } = json() as { error: { code?: unknown; message: string; status?: string; type?: string; param?: unknown } } // the lines below check the shape
    if (format === 'contents') expect([error.code, typeof error.status]).toEqual([status, 'string'])
    else expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type'])
    expect(error.message).toMatch(/./)
    return `${error.message} ${typeof error.param === 'string' ? error.param : ''}`
  }

  test.each(models)('what is wrong anywhere is a 400 that names the field, for %s', async (model) => {
    for (const [change, field] of wrong) {
      for (const method of [undefined, 'stream'] as const) {
        const answer = await send({ ...good(model), ...change }, model, {}, method)
        expect([JSON.stringify(change), answer.status, errorOf(answer)]).toEqual([
          JSON.stringify(change),
          400,
          expect.stringContaining(field),
        ])
      }
    }
  })

  test('nonsense is a 400 that says where', async () => {
    for (const [body, word] of [
      ['{"a":1,', 'position'],
      ['', 'empty'],
      ['[]', 'object'],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'UTF-8'],
      [`{"model":"demo-chat","input":"x","contents":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'nested deeper'],
    ] as const) {
      const answer = await send(body, 'demo-chat')
      expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(word)])
    }
  })

  test('no key, an unknown model, a body that is too large, an unknown coding: each in the dialect', async () => {
    const bare = { 'x-api-key': '', authorization: '', 'anthropic-version': '' }
    const unauthenticated = await send(good('demo-chat'), 'demo-chat', bare)
    expect([unauthenticated.status, errorOf(unauthenticated)]).toEqual([401, expect.stringContaining('key')])
    const unknown = await send(good('gpt-17'), 'gpt-17')
    expect([unknown.status, errorOf(unknown)]).toEqual([404, expect.stringContaining('gpt-17')])
    const big = JSON.stringify({ ...good('demo-chat'), filler: 'x'.repeat(300_000) })
    for (const [body, headers] of [
      [big, {}],
      [gzipSync(big), { 'content-encoding': 'gzip' }],
    ] as const) {
      const answer = await send(body, 'demo-chat', headers)
      expect(answer.status).toBe(413)
      expect(errorOf(answer)).toContain('100000')
    }
    const coded = await send('x', 'demo-chat', { 'content-encoding': 'snappy' })
    expect([coded.status, errorOf(coded)]).toEqual([415, expect.stringContaining('content-encoding')])
    expect((await send(gzipSync(JSON.stringify(good('demo-chat'))), 'demo-chat', { 'content-encoding': 'gzip' })).status).toBe(200)
  })

  test.each(models)('what nobody knows yet does not crash %s', async (model) => {
    const items =
      format === 'responses'
        ? {
            input: [
              { type: 'hologram', data: 'x' },
              {
                role: 'user',
                content: [
                  { type: 'input_hologram', x: 1 },
                  { type: 'input_text', text: 'hi' },
                ],
              },
            ],
          }
        : { contents: [{ role: 'user', parts: [{ hologram: { x: 1 } }, { text: 'hi' }] }] }
    const answer = await send({ ...good(model), ...items, futureOption: { a: [1] } }, model)
    expect([200, 400, 404]).toContain(answer.status)
    if (answer.status !== 200) errorOf(answer)
  })

  test.each(models)('bodies cut or changed anywhere get an answer in the dialect, and nothing crashes, for %s', async (model) => {
    const text = JSON.stringify(rich(model))
    expect((await send(text, model)).status).toBe(200)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(12),
        fc.constantFrom('', '0', '"', '{', '[', ']', 'null', ',', '\\', '-1', '\u0000'),
        fc.constantFrom(undefined, 'stream', 'count'),
        async (at, length, instead, method) => {
          const answer = await send(text.slice(0, at) + instead + text.slice(at + length), model, {}, method)
          expect([200, 400, 404, 422]).toContain(answer.status)
          if (answer.status !== 200) errorOf(answer)
        },
      ),
      runs(100),
    )
  })
})
