import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { runs } from '../../../tools/runs.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ limits: { bodyBytes: 100_000 } })
})

const paths = { messages: '/v1/messages', chat: '/v1/chat/completions' } as const
const formats = ['messages', 'chat'] as const
const good = { max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }
const both = ['demo-messages', 'demo-chat'] as const

function errorOf(format: keyof typeof paths, { json }: Answer): { type: string; message: string; param?: string | null } {
  const body = json() as { type?: string; error: { type: string; message: string; param?: string | null } } // the lines below check the shape
  if (format === 'messages') expect(body.type).toBe('error')
  else expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'param', 'type'])
  return body.error
}

describe.each(formats)('%s', (format) => {
  const send = (body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
    post(gateway.url + paths[format], body, headers)

  test.each([
    ['malformed JSON', '{"model":"demo-chat",', 'position 21'],
    ['a misplaced comma', '{\n "model": "x",}', 'line 2, column 15'],
    ['an empty body', '', 'empty'],
    ['an array', '[]', 'object'],
    ['null', 'null', 'object'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'UTF-8'],
    ['hostile depth', `{"model":"demo-chat","max_tokens":1,"messages":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'nested deeper'],
    ['no model', { ...good }, 'model'],
    ['a model that is no text', { ...good, model: 7 }, 'model'],
    ['an empty model', { ...good, model: '' }, 'model'],
    ['no messages', { model: 'demo-chat', max_tokens: 10 }, 'messages'],
    ['messages that are no list', { ...good, model: 'demo-chat', messages: { role: 'user' } }, 'messages'],
    ['stream that is no boolean', { ...good, model: 'demo-chat', stream: 'yes' }, 'stream'],
  ])('%s is a 400 that says where', async (_name, body, word) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    const error = errorOf(format, answer)
    expect(error).toMatchObject({ type: 'invalid_request_error' })
    expect(error.message).toContain(word)
  })

  test.each(both)('wrong types deep inside are a 400 that names the field, for %s', async (model) => {
    for (const [body, field] of [
      [{ ...good, model, messages: [{ role: 'user', content: 7 }] }, 'content'],
      [{ ...good, model, messages: ['hi'] }, 'messages'],
      [{ ...good, model, messages: [{ content: 'hi' }] }, 'role'],
      [{ ...good, model, messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] }, 'text'],
      [{ ...good, model, tools: 'all' }, 'tools'],
    ] as const) {
      const answer = await send(body)
      expect([answer.status, answer.text]).toMatchObject([400, expect.any(String)])
      const error = errorOf(format, answer)
      expect(`${error.message} ${error.param ?? ''}`).toContain(field)
    }
  })

  test.each(both)('unknown fields and blocks do not crash %s', async (model) => {
    const answer = await send({
      ...good,
      model,
      future_option: { a: [1] },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'hologram', data: 'x' },
            { type: 'text', text: 'hi' },
          ],
        },
      ],
    })
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 400) expect(errorOf(format, answer).message).toMatch(/./)
  })

  test('an unknown model is a 404 that names it', async () => {
    const answer = await send({ ...good, model: 'gpt-17' })
    expect(answer.status).toBe(404)
    expect(errorOf(format, answer).message).toContain('gpt-17')
  })

  test('no key is a 401, and so is an empty one', async () => {
    for (const headers of [
      { 'x-api-key': '', authorization: '' },
      { 'x-api-key': ' ', authorization: '' },
      { 'x-api-key': '', authorization: 'Bearer ' },
      { 'x-api-key': '', authorization: 'Basic abc' },
    ]) {
      const answer = await send({ ...good, model: 'demo-chat' }, headers)
      expect(answer.status).toBe(401)
      errorOf(format, answer)
    }
  })

  test('a body over the cap is a 413, also when it only grows over it, or unpacks to it', async () => {
    const big = { ...good, model: 'demo-chat', messages: [{ role: 'user', content: 'x'.repeat(300_000) }] }
    for (const [body, headers] of [
      [big, {}],
      [gzipSync(JSON.stringify(big)), { 'content-encoding': 'gzip' }],
    ] as const) {
      const answer = await send(body, headers)
      expect(answer.status).toBe(413)
      errorOf(format, answer)
    }
    expect(await sendChunked(paths[format], JSON.stringify(big))).toBe(413)
  })

  test('packed bodies are unpacked', async () => {
    const text = JSON.stringify({ ...good, model: 'demo-chat' })
    for (const [coding, body] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['identity', Buffer.from(text)],
    ] as const) {
      expect((await send(body, { 'content-encoding': coding })).status).toBe(200)
    }
    expect((await send(gzipSync(JSON.stringify({ ...good, model: 'demo-messages' })), { 'content-encoding': 'gzip' })).status).toBe(200)
  })

  test('an unknown or wrong content coding is refused clearly', async () => {
    const unknown = await send('x', { 'content-encoding': 'snappy' })
    expect([unknown.status, unknown.headers.get('accept-encoding')]).toEqual([415, expect.stringContaining('gzip')])
    expect(errorOf(format, unknown).message).toContain('content-encoding')
    expect((await send('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  test('a missing content-type, a BOM, a query and escapes in the path are taken', async () => {
    const text = JSON.stringify({ ...good, model: 'demo-chat' })
    expect((await send(new TextEncoder().encode(text), { 'content-type': '' })).status).toBe(200)
    expect((await send(`\uFEFF${text}`)).status).toBe(200)
    expect((await post(`${gateway.url}${paths[format]}?beta=true`, text)).status).toBe(200)
    expect((await post(`${gateway.url}${paths[format].replace('e', '%65')}`, text)).status).toBe(200)
    expect((await post(`${gateway.url}${paths[format]}/`, text)).status).toBe(200)
  })

  test('a wrong method is a 405 that names the right one', async () => {
    const response = await fetch(gateway.url + paths[format], {
      method: 'GET',
      headers: format === 'messages' ? { 'anthropic-version': '2023-06-01' } : {},
    })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('every answer has a request id', async () => {
    const header = format === 'messages' ? 'request-id' : 'x-request-id'
    for (const body of ['', { ...good, model: 'demo-chat' }, { ...good, model: 'demo-messages', stream: true }, { ...good, model: 'nope' }])
      expect((await send(body)).headers.get(header)).toMatch(/./)
  })

  test.each(both)('bodies cut or changed anywhere get an answer in the dialect, and nothing crashes, for %s', async (model) => {
    const text = JSON.stringify({
      model,
      max_tokens: 20,
      stream: false,
      system: 'x',
      temperature: 1,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: 'yes' },
        { role: 'user', content: 'go' },
      ],
      tools: [{ name: 'a', input_schema: { type: 'object' }, type: 'function', function: { name: 'a', parameters: {} } }],
    })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(12),
        fc.constantFrom('', '0', '"', '{', '[', ']', 'null', ',', '\\', '-1', '\u0000'),
        async (at, length, instead) => {
          const answer = await send(text.slice(0, at) + instead + text.slice(at + length))
          expect([200, 400, 404, 422]).toContain(answer.status)
          if (answer.status !== 200) errorOf(format, answer)
        },
      ),
      runs(150),
    )
  })
})

describe('the rules of the interface for messages', () => {
  const send = (change: object, headers?: Readonly<Record<string, string>>, path: string = paths.messages): Promise<Answer> =>
    post(gateway.url + path, { ...good, model: 'demo-chat', ...change }, headers)

  test.each([
    ['max_tokens', { max_tokens: undefined }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: -5 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['max_tokens', { max_tokens: '10' }],
    ['temperature', { temperature: 1.01 }],
    ['temperature', { temperature: -0.1 }],
    ['temperature', { temperature: 'hot' }],
    ['top_p', { top_p: 1.5 }],
    ['top_p', { top_p: -1 }],
  ])('%s: %j is a 400 that names it', async (field, change) => {
    for (const model of both) {
      const answer = await send({ ...change, model })
      expect([answer.status, errorOf('messages', answer)]).toMatchObject([
        400,
        { type: 'invalid_request_error', message: expect.stringMatching(new RegExp(`^${field}: `)) as unknown },
      ])
    }
  })

  test('the version header is required, for counting too, and any date is accepted', async () => {
    for (const path of [paths.messages, '/v1/messages/count_tokens']) {
      for (const version of ['', 'latest']) {
        const answer = await send({}, { 'anthropic-version': version }, path)
        expect([answer.status, errorOf('messages', answer).message]).toEqual([400, expect.stringContaining('anthropic-version')])
      }
      for (const version of ['2023-06-01', '2026-10-21', '2031-01-01'])
        expect((await send({}, { 'anthropic-version': version }, path)).status).toBe(200)
    }
  })

  test('sampling at its bounds is fine', async () => {
    expect((await send({ temperature: 0, top_p: 1 })).status).toBe(200)
    expect((await send({ temperature: 1, top_p: 0 })).status).toBe(200)
  })
})

describe('other paths', () => {
  test('a wrong path is a 404 in the dialect that the caller seems to speak', async () => {
    const openai = await post(`${gateway.url}/v1/nothing`, {}, { 'anthropic-version': '' })
    expect([openai.status, openai.json()]).toMatchObject([404, { error: { message: expect.any(String) as unknown, param: null } }])
    const anthropic = await post(`${gateway.url}/v1/nothing`, {})
    expect([anthropic.status, anthropic.json()]).toMatchObject([404, { type: 'error', error: { type: 'not_found_error' } }])
    expect((await post(`${gateway.url}/%zz`, {})).status).toBe(404)
  })

  test('health and the root need no key', async () => {
    expect(await (await fetch(`${gateway.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(gateway.url, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${gateway.url}/healthz`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${gateway.url}/v1/models`)).status).toBe(401)
  })

  test('the model list takes a query', async () => {
    const list = await fetch(`${gateway.url}/v1/models?limit=1000`, { headers: { authorization: 'Bearer any' } })
    expect(await list.json()).toMatchObject({
      object: 'list',
      data: expect.arrayContaining(
        ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'].map(
          (id) => expect.objectContaining({ id, object: 'model' }) as unknown,
        ),
      ) as unknown,
    })
  })
})

test('a client that says nothing, talks nonsense or leaves in the middle of its body does no harm', async () => {
  const port = Number(new URL(gateway.url).port)
  for (const text of [
    '',
    'NONSENSE\r\n\r\n',
    'POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: any\r\ncontent-length: 100\r\n\r\n{"mod',
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(text)
    await new Promise((done) => setTimeout(done, 30))
    socket.destroy()
  }
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
})

/** Sends a body of unknown length, in chunks. */
function sendChunked(path: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(
      gateway.url + path,
      { method: 'POST', headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    call.on('error', reject)
    for (let from = 0; from < body.length; from += 10_000) call.write(body.slice(from, from + 10_000))
    call.end()
  })
}
