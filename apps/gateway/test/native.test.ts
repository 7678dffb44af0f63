import { GoogleGenAI } from '@google/genai'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
let demo: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    // The upstreams of this test fail on purpose.
    circuitBreaker: false,
    channels: [
      {
        name: 'g',
        format: 'contents',
        baseUrl: upstream.url,
        apiKey: 'sk-g',
        models: ['g1', 'ft:org/model:v2', { name: 'alias', upstream: 'deep/g1' }, 'gemini-*'],
      },
      { name: 'beta', format: 'contents', baseUrl: `${upstream.url}/base/v1beta/`, models: ['b1'] },
      { name: 'stable', format: 'contents', baseUrl: `${upstream.url}/v1?tenant=7`, models: ['s1'] },
      {
        name: 'v',
        format: 'contents',
        baseUrl: upstream.url,
        models: ['v1'],
        dialect: { server: 'vertex', prefix: '/v1/projects/p/locations/l/publishers/google' },
      },
    ],
  })
  demo = await startGateway()
})

const ask = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const answer =
  '{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3}}'

function answerWith(body: string, type = 'application/json'): void {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': type }).end(body)
}

describe('the path', () => {
  test.each([
    ['/v1beta/models/g1:generateContent', '/v1beta/models/g1:generateContent'],
    ['/v1/models/g1:generateContent', '/v1/models/g1:generateContent'],
    ['/v1beta/models/g1:generateContent/', '/v1beta/models/g1:generateContent'],
    ['/v1beta/models/ft:org/model:v2:generateContent', '/v1beta/models/ft%3Aorg%2Fmodel%3Av2:generateContent'],
    ['/v1beta/models/ft%3Aorg%2Fmodel%3Av2:generateContent', '/v1beta/models/ft%3Aorg%2Fmodel%3Av2:generateContent'],
    ['/v1beta/models/ft%3Aorg%2Fmodel%3Av2%3AgenerateContent', '/v1beta/models/ft%3Aorg%2Fmodel%3Av2:generateContent'],
    ['/v1beta/models/alias:generateContent', '/v1beta/models/deep%2Fg1:generateContent'],
    ['/v1beta/models/g/g1:generateContent', '/v1beta/models/g1:generateContent'],
    ['/v1beta/models/b1:generateContent', '/base/v1beta/models/b1:generateContent'],
    ['/v1/models/b1:generateContent', '/base/v1beta/models/b1:generateContent'],
    ['/v1beta/models/s1:generateContent', '/v1/models/s1:generateContent?tenant=7'],
    ['/v1beta/models/v1:generateContent', '/v1/projects/p/locations/l/publishers/google/models/v1:generateContent'],
    ['/v1beta/models/g1:generateContent?key=callers-own&x=1', '/v1beta/models/g1:generateContent?x=1'],
    ['/v1beta/models/g1:generateContent?%6bey=callers-own', '/v1beta/models/g1:generateContent'],
    ['/v1beta/models/g1:countTokens', '/v1beta/models/g1:countTokens'],
  ])('%s reaches the upstream as %s', async (path, expected) => {
    answerWith(path.includes('count') ? '{"totalTokens":3}' : answer)
    const reply = await post(gateway.url + path, ask)
    expect([reply.status, reply.text]).toEqual([200, path.includes('count') ? '{"totalTokens":3}' : answer])
    expect(upstream.seen.at(-1)?.url).toBe(expected)
    expect(upstream.seen.at(-1)?.body.toString()).toBe(JSON.stringify(ask))
    expect(JSON.stringify(upstream.seen.at(-1)?.headers)).not.toContain('callers-own')
    expect(JSON.stringify(gateway.log())).not.toContain('callers-own')
  })

  test('percent escapes are read once, not twice', async () => {
    const reply = await post(`${gateway.url}/v1beta/models/g%2531:generateContent`, ask)
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('g%31')])
  })

  test('the same model in both spellings is one model, for clients of other formats too', async () => {
    answerWith(answer)
    await post(`${gateway.url}/v1/chat/completions`, { model: 'ft:org/model:v2', messages: [{ role: 'user', content: 'hi' }] })
    expect(upstream.seen.at(-1)?.url).toBe('/v1beta/models/ft%3Aorg%2Fmodel%3Av2:generateContent')
    expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'x-goog-api-key': 'sk-g' })
    await post(`${gateway.url}/v1/chat/completions`, { model: 'g1', stream: true, messages: [{ role: 'user', content: 'hi' }] })
    expect(upstream.seen.at(-1)?.url).toBe('/v1beta/models/g1:streamGenerateContent?alt=sse')
  })

  test('a renamed model is renamed inside a whole request that is to be counted, too', async () => {
    answerWith('{"totalTokens":3}')
    await post(`${gateway.url}/v1beta/models/alias:countTokens`, { generateContentRequest: { model: 'models/alias', ...ask } })
    expect(JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '')).toEqual({ generateContentRequest: { model: 'models/deep/g1', ...ask } })
  })
})

describe('a stream', () => {
  const frames = [
    '{"candidates":[{"content":{"role":"model","parts":[{"text":"ä [}"}]},"index":0}]}',
    '{ "candidates" : [{"content":{"role":"model","parts":[{"text":"finishReason"}]},"index":0}], "x": 1.0 }',
    '{"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"thoughtsTokenCount":3}}',
  ]
  const sse = frames.map((frame) => `data: ${frame}\r\n\r\n`).join('')
  const array = `[${frames.join(',\r\n')}]`
  const cut = (text: string): Answer['text'] => text

  test('with alt=sse is events, without it one JSON array, each from the upstream as the client asked', async () => {
    answerWith(sse, 'text/event-stream')
    const events = await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent?alt=sse`, ask)
    expect([events.text, events.headers.get('content-type')]).toEqual([sse, 'text/event-stream'])
    expect(upstream.seen.at(-1)?.url).toBe('/v1beta/models/g1:streamGenerateContent?alt=sse')
    answerWith(array)
    const list = await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent`, ask)
    expect([list.text, list.headers.get('content-type')]).toEqual([array, 'application/json'])
    expect(upstream.seen.at(-1)?.url).toBe('/v1beta/models/g1:streamGenerateContent')
  })

  test('an array passes element for element, however it is cut', async () => {
    const bytes = Buffer.from(array)
    for (const size of [1, 7, 64]) {
      upstream.answer = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        for (let from = 0; from < bytes.length; from += size) response.write(bytes.subarray(from, from + size))
        response.end()
      }
      expect((await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent`, ask)).text).toBe(cut(array))
    }
  })

  test('pitfall 46: an array that is cut anywhere ends in an error element, and never looks finished', async () => {
    const places = [1, (frames[0]?.length ?? 0) + 1, (frames[0]?.length ?? 0) + 4, (frames[0]?.length ?? 0) + (frames[1]?.length ?? 0) + 10]
    for (const place of places) {
      for (const destroy of [false, true]) {
        upstream.answer = (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.write(array.slice(0, place))
          if (destroy) setTimeout(() => response.destroy(), 20)
          else response.end()
        }
        const reply = await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent`, ask)
        if (reply.status !== 200) {
          expect(reply.json()).toMatchObject({ error: { status: 'INTERNAL' } })
          continue
        }
        expect((reply.json() as unknown[]).at(-1)).toMatchObject({ error: { code: expect.any(Number) as unknown, status: 'INTERNAL' } })
      }
    }
  })

  test('an error element, and an error in the place of the array, arrive as what they are', async () => {
    const error = '{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}'
    answerWith(`[${frames[0]},${error}]`)
    expect((await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent`, ask)).text).toBe(`[${frames[0]},\r\n${error}]`)
    for (const body of [`[${error}]`, error]) {
      answerWith(body)
      const reply = await post(`${gateway.url}/v1beta/models/g1:streamGenerateContent`, ask)
      expect([reply.status, reply.json()]).toMatchObject([503, { error: { message: 'busy', status: 'UNAVAILABLE' } }])
    }
  })

  test('pitfall 46: an array that is made from another format is closed behind an answer or an error, never behind a part of one', async () => {
    for (const model of ['demo-messages', 'demo-responses', 'demo-chat']) {
      for (const [directive, finished] of [
        ['', true],
        ['[demo:cut]', false],
        ['[demo:cut-clean]', false],
        ['[demo:error-event]', false],
      ] as const) {
        const body = { contents: [{ role: 'user', parts: [{ text: `Tell me a story ${directive}` }] }] }
        const reply = await post(`${demo.url}/v1beta/models/${model}:streamGenerateContent`, body)
        const elements = reply.json() as { candidates?: { finishReason?: string }[]; error?: { code: number } }[] // the expectations below check the shape
        const last = elements.at(-1)
        expect([model, directive, last?.candidates?.[0]?.finishReason, typeof last?.error?.code]).toEqual(
          finished ? [model, directive, 'STOP', 'undefined'] : [model, directive, undefined, 'number'],
        )
      }
    }
  })

  test('client 1.2: nothing but data lines ever, however long the silence, and whatever the caller asks to be told', async () => {
    const quiet = await startGateway({
      keepAlive: 0.05,
      demo: true,
      channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, models: ['g1'] }],
    })
    upstream.answer = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const frame of frames) {
        await new Promise((done) => setTimeout(done, 150))
        response.write(`data: ${frame}\n\n`)
      }
      response.end()
    }
    const passed = await post(`${quiet.url}/v1beta/models/g1:streamGenerateContent?alt=sse`, ask, { 'interlingua-explain': '1' })
    expect(passed.text).toBe(frames.map((frame) => `data: ${frame}\n\n`).join(''))
    for (const model of ['demo-messages', 'demo-responses', 'demo-chat']) {
      const slow = { contents: [{ role: 'user', parts: [{ text: 'Tell me something [demo:stall 200ms]' }] }] }
      const { text } = await post(`${quiet.url}/v1beta/models/${model}:streamGenerateContent?alt=sse`, slow, { 'interlingua-explain': '1' })
      for (const line of text.split('\n')) expect(line).toMatch(/^(data: \{.*\})?$/)
      expect(text).toContain('"finishReason":"STOP"')
      const listed = await post(`${quiet.url}/v1beta/models/${model}:streamGenerateContent`, slow, { 'interlingua-explain': '1' })
      expect(listed.headers.get('content-type')).toBe('application/json')
      expect((listed.json() as { candidates?: { finishReason?: string }[] }[]).at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
    }
  })
})

describe('errors', () => {
  const native = (code: number, status: string, message: RegExp | string = /./): object => ({
    error: { code, status, message: expect.stringMatching(message) as unknown },
  })
  const path = '/v1beta/models/demo-chat:generateContent'

  test.each([
    ['no body', path, '', {}, 400, 'INVALID_ARGUMENT', /empty/],
    ['no JSON', path, '{', {}, 400, 'INVALID_ARGUMENT', /JSON/],
    ['no contents', path, {}, {}, 400, 'INVALID_ARGUMENT', /contents/],
    ['contents that are no list', path, { contents: 'hi' }, {}, 400, 'INVALID_ARGUMENT', /contents/],
    [
      'a field of the wrong type',
      path,
      { contents: [{ parts: [{ text: 7 }] }] },
      {},
      400,
      'INVALID_ARGUMENT',
      /contents\[0\]\.parts\[0\]\.text|contents\.0\.parts\.0\.text/,
    ],
    ['temperature over 2', path, { ...ask, generationConfig: { temperature: 2.5 } }, {}, 400, 'INVALID_ARGUMENT', /temperature/],
    ['topP over 1', path, { ...ask, generationConfig: { topP: 1.5 } }, {}, 400, 'INVALID_ARGUMENT', /topP/],
    ['no key', path, ask, { 'x-api-key': '', authorization: '', 'anthropic-version': '' }, 401, 'UNAUTHENTICATED', /key/],
    ['no such model', '/v1beta/models/nope:generateContent', ask, {}, 404, 'NOT_FOUND', /nope/],
    ['no such method', '/v1beta/models/demo-chat:dream', ask, {}, 404, 'NOT_FOUND', /./],
    ['no such method on v1', '/v1/models/demo-chat:dream', ask, {}, 404, 'NOT_FOUND', /./],
    ['no such path', '/v1beta/nothing', ask, { 'anthropic-version': '' }, 404, 'NOT_FOUND', /./],
    ['a rate limit', path, { contents: [{ parts: [{ text: '[demo:rate-limit retry-after=2]' }] }] }, {}, 429, 'RESOURCE_EXHAUSTED', /./],
    ['an error of the upstream', path, { contents: [{ parts: [{ text: '[demo:status 500]' }] }] }, {}, 500, 'INTERNAL', /./],
    ['an overloaded upstream', path, { contents: [{ parts: [{ text: '[demo:overloaded]' }] }] }, {}, 503, 'UNAVAILABLE', /./],
  ])('%s is told as the format tells it', async (_name, where, body, headers, code, status, message) => {
    const reply = await post(demo.url + where, body, headers)
    expect([reply.status, reply.json()]).toMatchObject([code, native(code, status, message)])
    expect(reply.headers.get('x-request-id')).toMatch(/./)
  })

  test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s is a 405 in the dialect, whose code is in the body', async (method) => {
    const response = await fetch(demo.url + path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: { code: 405 } })
  })

  test('thinkingBudget and thinkingLevel are checked against the model that is asked for, on the way to every upstream', async () => {
    const budget = (thinkingBudget: number): object => ({ ...ask, generationConfig: { thinkingConfig: { thinkingBudget } } })
    answerWith(answer)
    const flash = `${gateway.url}/v1beta/models/gemini-2.5-flash:generateContent`
    const refused = await post(flash, budget(24_577))
    expect([refused.status, refused.json()]).toMatchObject([400, native(400, 'INVALID_ARGUMENT', /thinkingBudget/)])
    for (const good of [1, 24_576, 0, -1]) expect((await post(flash, budget(good))).status).toBe(200)
    const both = { ...ask, generationConfig: { thinkingConfig: { thinkingBudget: 1_000, thinkingLevel: 'LOW' } } }
    expect((await post(flash, both)).status).toBe(400)
  })

  test('pass-through or translated, the limits of the interface hold', async () => {
    for (const model of ['demo-contents', 'demo-messages', 'demo-responses', 'demo-chat'])
      for (const generationConfig of [
        { temperature: -0.1 },
        { topP: 1.1 },
        { temperature: 'hot' },
        { maxOutputTokens: 1.5 },
        { topK: 1.5 },
      ]) {
        const reply = await post(`${demo.url}/v1beta/models/${model}:generateContent`, { ...ask, generationConfig })
        expect([model, reply.status, reply.json()]).toMatchObject([
          model,
          400,
          native(400, 'INVALID_ARGUMENT', Object.keys(generationConfig)[0]),
        ])
      }
  })
})

test.each([
  ['the header', '', { 'x-goog-api-key': 'any' }],
  ['the query', '?key=any', {}],
  ['a bearer token', '', { authorization: 'Bearer any' }],
])('a key may come in %s', async (_name, query, headers) => {
  const bare = { 'x-api-key': '', authorization: '', 'anthropic-version': '', ...headers }
  expect((await post(`${demo.url}/v1beta/models/demo-contents:generateContent${query}`, ask, bare)).status).toBe(200)
})

test('snake_case is understood', async () => {
  const snake = {
    contents: ask.contents,
    system_instruction: { parts: [{ text: 'Be brief' }] },
    generation_config: { max_output_tokens: 100 },
  }
  for (const model of ['demo-contents', 'demo-chat']) {
    const reply = await post(`${demo.url}/v1beta/models/${model}:generateContent`, snake)
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Be brief')])
  }
})

test("client 6: the SDK of either version of the API reaches its model, and a method's model may have a colon", async () => {
  for (const apiVersion of ['v1', 'v1beta']) {
    const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: demo.url, apiVersion } })
    expect((await client.models.generateContent({ model: 'demo-contents', contents: 'Hello' })).text).toContain('Hello')
  }
})
