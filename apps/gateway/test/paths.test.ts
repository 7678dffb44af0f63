import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { endpoints, formats, route } from './served.ts'
import type { Route } from '@interlingua/server'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

const { url, log } = await startGateway({ demo: true })
const bearer = { authorization: 'Bearer any' }

function endpointOf(found: Route): string {
  if (found.found)
    return `${found.endpoint.method} ${found.endpoint.path} ${found.params.model ?? Object.values(found.parameters).join()}`.trim()
  return found.allow === undefined ? 'nothing' : `405 ${found.allow}`
}

const asked = (line: string): string => {
  const [method = '', path = ''] = line.split(' ')
  return endpointOf(route(method, path, bearer))
}

describe('an address with a version too many or too few, slashes too many, or a vendor in it', () => {
  test.each([
    ['POST /chat/completions', 'POST /v1/chat/completions'],
    ['POST /responses', 'POST /v1/responses'],
    ['POST /messages', 'POST /v1/messages'],
    ['POST /messages/count_tokens', 'POST /v1/messages/count_tokens'],
    ['GET /models', 'GET /v1/models'],
    ['GET /models/gpt-5', 'GET /v1/models/{id+} gpt-5'],
    ['POST /v1/v1/messages', 'POST /v1/messages'],
    ['POST /v1/v1/chat/completions/', 'POST /v1/chat/completions'],
    ['POST //v1//chat/completions//', 'POST /v1/chat/completions'],
    ['POST /v1/v1beta/models/X:generateContent', 'POST /v1beta/models/{model}:generateContent X'],
    ['POST /v1beta/v1beta/models/X:generateContent', 'POST /v1beta/models/{model}:generateContent X'],
    ['POST /models/X:generateContent', 'POST /v1beta/models/{model}:generateContent X'],
    ['POST /models/a/b:c:streamGenerateContent?alt=sse', 'POST /v1beta/models/{model}:streamGenerateContent a/b:c'],
    ['POST /v1beta/openai/chat/completions', 'POST /v1/chat/completions'],
    ['GET /v1beta/openai/models', 'GET /v1/models'],
    ['POST /openai/v1/responses', 'POST /v1/responses'],
    ['POST /anthropic/v1/messages', 'POST /v1/messages'],
    ['POST /v1beta/messages', 'POST /v1/messages'],
    ['POST /embeddings', 'POST /v1/embeddings'],
    ['POST /video/generations', 'POST /v1/video/generations'],
    ['DELETE /responses/resp_1', 'DELETE /v1/responses/{id} resp_1'],
    ['GET /chat/completions', '405 POST'],
    ['POST /v1beta/models/X:cachedContents', 'POST /v1beta/cachedContents'],
    ['GET /v1beta/models/X:cachedContents?pageSize=9', 'GET /v1beta/cachedContents'],
  ])('%s', (line, endpoint) => {
    expect(asked(line)).toBe(endpoint)
  })

  test('what operators ask has one address', () => {
    for (const { path, access, method } of endpoints) {
      if (access === 'key' || path === '/') continue
      for (const prefix of ['/v1', '/v1/v1', '/v1beta', '/openai', '/']) {
        const found = route(method, `${prefix}${path}`, bearer)
        expect([`${prefix}${path}`, found.found]).toEqual([`${prefix}${path}`, false])
      }
    }
  })

  test('every endpoint that takes a key is found from every base address', () => {
    for (const { path, access, method } of endpoints) {
      if (access !== 'key' || !path.startsWith('/v1') || path.includes('{model}:')) continue
      const filled = path.replaceAll(/\{\w+\+?\}/g, 'x')
      const tail = filled.replace(/^\/v1(?:beta)?/, '')
      for (const base of ['', '/v1/v1', '/v1/', '/openai/v1']) {
        const found = route(method, base + tail, bearer)
        expect([base + tail, found.found && found.endpoint.path.replace(/^\/v1(?:beta)?/, '')]).toEqual([
          base + tail,
          path.replace(/^\/v1(?:beta)?/, ''),
        ])
      }
    }
  })
})

const native = [
  '/v1beta1/publishers/google',
  '/v1beta1/projects/p/locations/global',
  '/v1beta1/projects/p/locations/l/publishers/google',
  '/v1/publishers/google',
  '/v1/projects/p/locations/l/publishers/google',
  '/v1alpha',
  '/v1alpha/projects/p/locations/l/publishers/google',
]

test.each(native)('%s serves what /v1beta serves, in Google’s dialect', (base) => {
  const methods = endpoints.map(({ path }) => path).filter((path) => path.startsWith('/v1beta/models/{model}:'))
  expect(methods).toHaveLength(8)
  for (const path of methods) {
    const method = path.slice(path.indexOf(':'))
    const found = route('POST', `${base}/models/X${method}`, bearer)
    expect([method, endpointOf(found)]).toEqual([method, `POST ${path} X`])
    expect(found.found && found.params.version).toBe('/v1beta')
  }
  expect(asked(`POST ${base}/cachedContents`)).toBe('POST /v1beta/cachedContents')
  expect(asked(`GET ${base}/models`)).toBe('GET /v1beta/models')
  expect(route('GET', `${base}/nothing`, bearer).edge).toBe(formats.find('contents'))
})

interface Told {
  readonly status: number
  readonly body: { readonly type?: string; readonly error: { readonly message: string } }
  readonly allow: string | null
}

describe('what there is not', () => {
  const told = async (line: string, headers: Record<string, string> = bearer): Promise<Told> => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await fetch(url + path, { method, headers })
    const body = (await answer.json()) as Told['body'] // the expectations below check the shape
    return { status: answer.status, body, allow: answer.headers.get('allow') }
  }

  test.each([
    ['POST /v1/audio/speech', 'openai', 'speech and transcription'],
    ['POST /v1/files', 'openai', 'base64'],
    ['GET /v1/batches/batch_1', 'openai', 'one by one'],
    ['POST /v1/fine_tuning/jobs', 'openai', 'fine-tuning'],
    ['POST /v1/assistants', 'openai', '/v1/conversations'],
    ['POST /v1/moderations', 'openai', 'moderations'],
    ['POST /v1/realtime/client_secrets', 'openai', 'realtime'],
    ['POST /v1/uploads', 'openai', 'uploads'],
    ['POST /v1/vector_stores', 'openai', 'vector stores'],
    ['POST /v1/completions', 'openai', '/v1/chat/completions'],
    ['GET /v1/chat/completions/chatcmpl_1', 'openai', 'stored'],
    ['GET /v1/videos/characters/c', 'openai', 'characters'],
    ['POST /v1/messages/batches', 'anthropic', 'batches'],
    ['POST /v1/complete', 'anthropic', '/v1/messages'],
    ['POST /v1beta/files', 'google', 'base64'],
    ['POST /upload/v1beta/files', 'google', 'files'],
    ['POST /v1beta/fileSearchStores', 'google', 'file search'],
    ['POST /v1beta/models/X:paint', 'google', 'generateContent, countTokens, embedContent'.split(', ')[0] ?? ''],
    ['POST /v1beta/models/X:batchGenerateContent', 'google', 'embedContent'],
    ['POST /v1beta1/publishers/google/models/X:rawPredict', 'google', 'generateContent'],
    ['POST /v1/chat/completion', 'openai', 'Did you mean /v1/chat/completions?'],
    ['POST /v1/message', 'openai', 'Did you mean /v1/messages?'],
    ['POST /v1/chat/completions/chat/completions', 'openai', '/v1/chat/completions'],
    ['POST /some/proxy/messages', 'openai', 'Did you mean /v1/messages?'],
    ['GET /nowhere', 'openai', '/openapi.json'],
  ] as const)('%s', async (line, vendor, words) => {
    const { status, body } = await told(line)
    expect(status).toBe(404)
    expect(body.error.message).toContain(words)
    expect(body.error.message).toContain(line)
    const shape = {
      openai: { type: 'invalid_request_error', code: null },
      anthropic: { type: 'not_found_error' },
      google: { status: 'NOT_FOUND', code: 404 },
    }
    expect(body.error).toMatchObject(shape[vendor])
    expect(body.type).toBe(vendor === 'anthropic' ? 'error' : undefined)
  })

  test('none of the words of others is taken for an id', () => {
    for (const line of ['DELETE /v1/videos/edits', 'GET /v1/videos/characters']) expect(asked(line)).toBe('nothing')
  })

  test('a method that a path does not take is a 405 that names those it takes, in the dialect of the path', async () => {
    expect(await told('GET /v1/messages')).toMatchObject({
      status: 405,
      allow: 'POST',
      body: { type: 'error', error: { message: 'GET is not allowed on /v1/messages: use POST.' } },
    })
    expect(await told('PUT /v1/responses/resp_1')).toMatchObject({ status: 405, allow: 'GET, HEAD, DELETE' })
    expect(await told('GET /v1beta1/publishers/google/models/X:generateContent')).toMatchObject({
      status: 405,
      allow: 'POST',
      body: { error: { code: 405, message: expect.stringContaining('/v1beta/models/X:generateContent') } },
    })
  })

  test('a long path is not told back whole, and costs no time', async () => {
    const began = performance.now()
    const { body } = await told(`POST /${'chat/'.repeat(1_500)}`)
    expect(body.error.message.length).toBeLessThan(900)
    // Long enough for a busy machine.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('official clients whose base address has a version too many or too few', () => {
  test.each([url, `${url}/`, `${url}/v1`, `${url}/v1/v1`])('openai and anthropic at %s', async (baseURL) => {
    const openai = new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 })
    const chat = await openai.chat.completions.create({ model: 'demo-chat', messages: [{ role: 'user', content: 'hi' }] })
    expect(chat.choices[0]?.message.content).toBeTruthy()
    const stored = await openai.responses.create({ model: 'demo-chat', input: 'hi' })
    expect((await openai.responses.retrieve(stored.id)).id).toBe(stored.id)
    const anthropic = new Anthropic({ baseURL, apiKey: 'any', maxRetries: 0 })
    const message = await anthropic.messages.create({ model: 'demo-chat', max_tokens: 99, messages: [{ role: 'user', content: 'hi' }] })
    expect(message.content[0]?.type).toBe('text')
    expect((await anthropic.models.list()).data.length).toBeGreaterThan(0)
  })
})

test('the log has the path that was meant', async () => {
  await post(`${url}/v1/v1/chat/completions`, { model: 'demo-chat', messages: [{ role: 'user', content: 'hi' }] }, bearer)
  expect(log().map(({ path }) => path)).not.toContain('/v1/v1/chat/completions')
})

/** Credentials in the form of a login with Google's cloud. */
const authClient = { getRequestHeaders: () => Promise.resolve(new Headers(bearer)) }

describe.each([
  ['Vertex with a project', { vertexai: true, project: 'p', location: 'l', googleAuthOptions: { authClient } }],
  ['Vertex with a key', { vertexai: true, apiKey: 'any' }],
  ['v1alpha', { apiKey: 'any', apiVersion: 'v1alpha' }],
  ['Vertex, v1', { vertexai: true, project: 'p', location: 'l', apiVersion: 'v1', googleAuthOptions: { authClient } }],
] as const)('@google/genai: %s', (name, options) => {
  const client = new GoogleGenAI({ ...options, httpOptions: { baseUrl: url } } as object) // the client of a login has more methods
  const isVertex = name.startsWith('Vertex')

  test.each(['demo-contents', 'demo-chat', 'demo-messages', 'demo-responses'])('%s: text, a stream, a count', async (model) => {
    expect((await client.models.generateContent({ model, contents: 'hi' })).text).toBeTruthy()
    let text = ''
    for await (const piece of await client.models.generateContentStream({ model, contents: 'hi' })) text += piece.text ?? ''
    expect(text).not.toBe('')
    expect((await client.models.countTokens({ model, contents: 'hi' })).totalTokens).toBeGreaterThan(0)
  })

  test('embeddings and images', async () => {
    const { embeddings } = await client.models.embedContent({ model: 'demo-embed-content', contents: ['a', 'b'] })
    expect(embeddings?.map(({ values }) => typeof values?.[0])).toEqual(['number', 'number'])
    if (!isVertex) return
    const { generatedImages } = await client.models.generateImages({
      model: 'demo-imagen-predict',
      prompt: 'a cat',
      config: { numberOfImages: 2 },
    })
    expect(generatedImages?.map(({ image }) => (image?.imageBytes?.length ?? 0) > 100)).toEqual([true, true])
  })

  test.each(['demo-contents', 'demo-chat'])('%s: cached contents', async (model) => {
    const cache = await client.caches.create({ model, config: { contents: 'kept '.repeat(2_000), ttl: '600s', displayName: 'x' } })
    const cachedContent = cache.name ?? ''
    const answer = await client.models.generateContent({ model, contents: 'hi', config: { cachedContent } })
    expect(answer.text).toBeTruthy()
    expect((await client.caches.get({ name: cachedContent })).name).toBe(cachedContent)
    const pager = await client.caches.list()
    expect(pager.page.map(({ name: listed }) => listed)).toContain(cachedContent)
    await client.caches.delete({ name: cachedContent })
    await expect(client.models.generateContent({ model, contents: 'hi', config: { cachedContent } })).rejects.toThrow(/cached/i)
  })

  test('models', async () => {
    const pager = await client.models.list()
    expect(pager.page.map(({ name: listed }) => listed)).toContain('models/demo-chat')
    expect((await client.models.get({ model: 'demo-chat' })).name).toBe('models/demo-chat')
    await expect(client.models.get({ model: 'gpt-17' })).rejects.toMatchObject({ status: 404 })
  })
})
