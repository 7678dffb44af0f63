import { Jimp } from 'jimp'
import { describe, expect, test } from 'vitest'
import { createFileStore } from '../src/http/media/create-file-store.ts'
import { decodePng } from './decode-png.ts'
import { serve } from './provider.ts'

const { provider } = await serve({ maxBodyBytes: 8 * 1024 * 1024 })

interface Case {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  body(prompt: string): object
  /** Reads the code of an error from the vendor's document. */
  code(document: unknown): unknown
  readonly codes: { readonly rate: unknown; readonly server: unknown; readonly key: unknown; readonly invalid: unknown }
}

interface Document {
  readonly code?: string
  readonly error?: { readonly code?: unknown; readonly status?: string; readonly type?: string }
}

const openai = {
  code: (document: unknown) => (document as Document).error?.type,
  codes: { rate: 'requests', server: 'server_error', key: 'invalid_request_error', invalid: 'invalid_request_error' },
}
const google = {
  code: (document: unknown) => (document as Document).error?.status,
  codes: { rate: 'RESOURCE_EXHAUSTED', server: 'INTERNAL', key: 'PERMISSION_DENIED', invalid: 'INVALID_ARGUMENT' },
}

/** A request of each kind. */
const cases: Readonly<Record<string, Case>> = {
  'OpenAI embeddings': { path: '/v1/embeddings', body: (input) => ({ model: 'm', input }), ...openai },
  'Gemini embeddings': { path: '/v1beta/models/m:embedContent', body: (text) => ({ content: { parts: [{ text }] } }), ...google },
  'Gemini batches': {
    path: '/v1/models/m:batchEmbedContents',
    body: (text) => ({ requests: [{ model: 'models/m', content: { parts: [{ text }] } }] }),
    ...google,
  },
  'Vertex embeddings': {
    path: '/v1/projects/p/locations/l/publishers/google/models/m:predict',
    body: (content) => ({ instances: [{ content }] }),
    ...google,
  },
  Imagen: { path: '/v1beta/models/m:predict', body: (prompt) => ({ instances: [{ prompt }], parameters: { sampleCount: 1 } }), ...google },
  'Gemini images': {
    path: '/v1beta/models/demo-contents-image:generateContent',
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }], generationConfig: { responseModalities: ['IMAGE'] } }),
    ...google,
  },
  'OpenAI images': { path: '/v1/images/generations', body: (prompt) => ({ model: 'm', prompt }), ...openai },
  Ark: {
    path: '/api/v3/images/generations',
    body: (prompt) => ({ model: 'demo-ark-images', prompt, size: '1280x720' }),
    code: (document) => (document as Document).error?.code,
    codes: {
      rate: 'RateLimitExceeded.EndpointRPMExceeded',
      server: 'InternalServiceError',
      key: 'AuthenticationError',
      invalid: 'InvalidParameter',
    },
  },
  DashScope: {
    path: '/api/v1/services/aigc/multimodal-generation/generation',
    body: (text) => ({ model: 'm', input: { messages: [{ role: 'user', content: [{ text }] }] }, parameters: { size: '512*512' } }),
    code: (document) => (document as Document).code,
    codes: { rate: 'Throttling.RateQuota', server: 'InternalError', key: 'InvalidApiKey', invalid: 'InvalidParameter' },
  },
  'DashScope tasks': {
    path: '/api/v1/services/aigc/image-generation/generation',
    headers: { 'x-dashscope-async': 'enable' },
    body: (text) => ({ model: 'demo-dashscope-async', input: { messages: [{ role: 'user', content: [{ text }] }] }, parameters: { n: 1 } }),
    code: (document) => (document as Document).code,
    codes: { rate: 'Throttling.RateQuota', server: 'InternalError', key: 'InvalidApiKey', invalid: 'InvalidParameter' },
  },
}

function send(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer demo', ...headers },
    body,
  })
}

describe.each(Object.entries(cases))('%s', (_name, { path, headers = {}, body, code, codes }) => {
  const ask = (prompt: string): Promise<Response> => send(path, JSON.stringify(body(prompt)), headers)

  test('answers a text', async () => {
    expect((await ask('A text')).status).toBe(200)
  })

  test('limits a rate, and says when to come back', async () => {
    const reply = await ask('A text [demo:rate-limit retry-after=2]')
    expect(reply.status).toBe(429)
    const text = await reply.text()
    expect(code(JSON.parse(text))).toBe(codes.rate)
    expect(reply.headers.get('retry-after') === '2' || text.includes('"retryDelay":"2s"')).toBe(true)
  })

  test('fails as often as it is told to', async () => {
    const prompt = `A text for ${path} [demo:status 500 times=1]`
    const first = await ask(prompt)
    expect([first.status, code(await first.json())]).toEqual([500, codes.server])
    expect((await ask(prompt)).status).toBe(200)
  })

  test('breaks as it is told to', async () => {
    const page = await ask('A text [demo:html-502]')
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html'])
    const began = Date.now()
    expect((await ask('A text [demo:stall 80ms first]')).status).toBe(200)
    if (!path.includes('generateContent')) expect((await ask('A text [demo:slow 80ms]')).status).toBe(200)
    expect(Date.now() - began).toBeGreaterThan(path.includes('generateContent') ? 70 : 140)
    // Submitting a task takes no time, so that it cannot break in the middle.
    if (headers['x-dashscope-async'] === undefined) {
      await expect(ask('A text [demo:cut]').then((reply) => reply.text())).rejects.toThrow()
      await expect(ask('A text [demo:cut-clean]').then((reply) => reply.json())).rejects.toThrow(SyntaxError)
    }
  })

  test('refuses an unknown directive, what is no JSON, a missing key, another method', async () => {
    const unknown = await ask('A text [demo:dance]')
    expect([unknown.status, code(await unknown.json())]).toEqual([400, codes.invalid])
    const broken = await send(path, '{"model":', headers)
    expect([broken.status, code(await broken.json())]).toEqual([400, codes.invalid])
    const keyless = await fetch(`${provider.url}${path}`, { method: 'POST', body: '{}' })
    expect([keyless.status, code(await keyless.json())]).toEqual([codes === google.codes ? 403 : 401, codes.key])
    expect((await fetch(`${provider.url}${path}`, { headers: { authorization: 'Bearer demo' } })).status).toBe(405)
  })

  test('refuses what is too large', async () => {
    expect((await ask('x'.repeat(9 * 1024 * 1024))).status).toBe(413)
  })
})

describe('results that are addresses', () => {
  test('are forgotten, the oldest first, when there are too many of them', () => {
    const store = createFileStore()
    const names = Array.from({ length: 502 }, (_, i) => store.put(Buffer.from(`file ${i}`), 'image/png'))
    expect(names.map((name) => store.get(name) !== undefined)).toEqual([false, false, ...Array.from({ length: 500 }, () => true)])
    const large = [1, 2, 3].map((i) => store.put(Buffer.alloc(50 * 1024 * 1024, i), 'image/jpeg'))
    expect(large.map((name) => store.get(name) !== undefined)).toEqual([false, true, true])
    expect(store.get(names.at(-1) ?? '')).toBeUndefined()
  })

  test('have the same name for the same image', () => {
    const store = createFileStore()
    expect(store.put(Buffer.from('one'), 'image/png')).toBe(store.put(Buffer.from('one'), 'image/png'))
    expect(store.put(Buffer.from('one'), 'image/png')).not.toBe(store.put(Buffer.from('two'), 'image/png'))
  })

  test('are there to be read, and nothing else', async () => {
    expect((await fetch(`${provider.url}/demo-files/nothing.png`)).status).toBe(404)
    expect((await fetch(`${provider.url}/demo-files/nothing.png`, { method: 'DELETE' })).status).toBe(405)
  })
})

test('an inline image of 20 MB is read', { timeout: 30_000 }, async () => {
  const { provider: large } = await serve()
  const file = await new Jimp({ width: 2300, height: 2300, color: 0xff0000ff }).getBuffer('image/png', { deflateLevel: 0, filterType: 0 })
  expect(file.length).toBeGreaterThan(20 * 1024 * 1024)
  const reply = await fetch(`${large.url}/v1beta/models/demo-contents-image:generateContent?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: file.toString('base64') } }, { text: 'Edit it' }] }],
      generationConfig: { responseModalities: ['IMAGE'] },
    }),
  })
  const answer = (await reply.json()) as { candidates: { content: { parts: { inlineData: { data: string } }[] } }[] }
  expect(decodePng(answer.candidates[0]?.content.parts[0]?.inlineData.data ?? '').pixel(512, 300)).toEqual([255, 0, 0, 255])
})
