import type { JsonObject } from '@interlingua/core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { type RunningUpstream, startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly notices: readonly { readonly code: string; readonly path: string }[]
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly cache_control?: unknown
}

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  const channel = (format: ChannelConfig['format']): ChannelConfig => ({
    name: format,
    format,
    baseUrl: upstream.url,
    apiKey: 'k',
    supports: { cachedContents: false },
    models: [{ name: format, created: 0 }],
    circuitBreaker: false,
  })
  gateway = await startGateway({
    dataDir: tempFolder('review'),
    channels: [channel('messages'), channel('responses'), channel('chat'), channel('contents')],
  })
})

async function ask(path: string, body?: unknown, method = 'POST', headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(gateway.url + path, {
    method,
    headers: { 'x-goog-api-key': 'any', 'interlingua-explain': '1', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const full = answer.headers.get('interlingua-notices-full')
  return {
    status: answer.status,
    body: (await answer.json()) as JsonObject, // an object in this dialect
    notices: full === null ? [] : (JSON.parse(decodeURIComponent(full)) as Answer['notices']),
  }
}

const contents = [{ role: 'user', parts: [{ text: 'The handbook says little.' }] }]
const question = [{ role: 'user', parts: [{ text: 'hi' }] }]

async function make(model: string, context: object, rest: object = {}): Promise<string> {
  const { status, body } = await ask('/v1beta/cachedContents', { model, ...context, ...rest })
  expect({ status, body }).toMatchObject({ status: 200 })
  return String(body['name'])
}

async function sentFor(model: string, name: string, more: object = {}): Promise<{ readonly sent: JsonObject; readonly answer: Answer }> {
  upstream.answer = (response) => void response.writeHead(418, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
  const before = upstream.seen.length
  const answer = await ask(`/v1beta/models/${model}:generateContent`, { contents: question, cachedContent: name, ...more })
  expect([answer.status, upstream.seen.length]).toEqual([418, before + 1])
  return { sent: JSON.parse(String(upstream.seen.at(-1)?.body)) as JsonObject, answer }
}

describe('the end of a cached content', () => {
  test.each([
    ['ttl', '999999999999s'],
    ['expireTime', '2099-13-45T25:61:61Z'],
    ['expireTime', '2099-02-29T00:00:00Z'],
  ])('is a time that there is: %s %s is refused', async (field, value) => {
    const { status, body } = await ask('/v1beta/cachedContents', { model: 'chat', contents, [field]: value })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(field) as unknown } } })
  })
})

describe('a kept context', () => {
  test('says at its end that it may be cached where Messages takes that: not at a thought, nor at an empty text', async () => {
    const name = await make('messages', {
      contents: [
        { role: 'user', parts: [{ text: 'The handbook says little.' }] },
        { role: 'model', parts: [{ text: 'I read it.' }, { text: 'Hm.', thought: true }] },
        { role: 'user', parts: [{ text: '' }] },
      ],
    })
    const { sent } = await sentFor('messages', name)
    // a request in the format messages has this shape
    const told = sent['messages'] as readonly { readonly content: string | readonly Block[] }[]
    const blocks = told.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const marks = blocks.filter((block) => block.cache_control !== undefined)
    expect(marks).toMatchObject([{ type: 'text', text: 'I read it.' }])
  })

  test('keeps what only its own format knows for an upstream of that format without caches', async () => {
    const toolConfig = {
      functionCallingConfig: { mode: 'ANY', streamFunctionCallArguments: true },
      retrievalConfig: { languageCode: 'de' },
      includeServerSideToolInvocations: true,
    }
    const tools = [{ functionDeclarations: [{ name: 'a', description: 'A.' }] }, { strangeTool: { depth: 1 } }]
    const name = await make('contents', { contents, tools, toolConfig, systemInstruction: { parts: [{ text: 'Be brief.' }] } })
    const { sent } = await sentFor('contents', name, { labels: { a: 'b' }, strangeKey: { x: 1 } })
    expect(sent).toMatchObject({ tools, toolConfig, labels: { a: 'b' }, strangeKey: { x: 1 }, contents: [...contents, ...question] })
    expect(sent).not.toHaveProperty('cachedContent')
    upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"totalTokens":77}')
    const counted = await ask('/v1beta/models/contents:countTokens', {
      generateContentRequest: { model: 'models/contents', contents: question, cachedContent: name },
    })
    expect([counted.status, counted.body['totalTokens']]).toEqual([200, 77])
    const told = JSON.parse(String(upstream.seen.at(-1)?.body)) as JsonObject
    expect(told).toMatchObject({ generateContentRequest: { tools, contents: [...contents, ...question] } })
    expect(JSON.stringify(told)).not.toContain('cachedContent')
  })

  test('reports what is lost of it where the caller named it, in the spelling of the caller', async () => {
    const toolConfig = { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a'] }, retrievalConfig: { languageCode: 'de' } }
    const tools = [{ functionDeclarations: [{ name: 'a', description: 'A.', responseJsonSchema: { type: 'object' } }] }]
    for (const model of ['messages', 'responses', 'chat']) {
      const name = await make(model, { contents, tools, toolConfig })
      for (const field of ['cachedContent', 'cached_content']) {
        upstream.answer = (response) => void response.writeHead(418).end('{}')
        const { notices } = await ask(`/v1beta/models/${model}:generateContent`, { contents: question, [field]: name })
        const paths = new Set(notices.map(({ path }) => path).filter((path) => !path.startsWith('/generationConfig')))
        expect([model, [...paths]]).toEqual([model, [`/${field}`]])
      }
    }
  })

  test('and what comes after it are one conversation: results find their calls, and no two calls have the same id', async () => {
    const tools = [{ functionDeclarations: [{ name: 'a', description: 'A.' }] }]
    const call = (x: number): object => ({ role: 'model', parts: [{ functionCall: { name: 'a', args: { x } } }] })
    const result = (r: number): object => ({ role: 'user', parts: [{ functionResponse: { name: 'a', response: { r } } }] })
    for (const model of ['messages', 'responses', 'chat']) {
      const open = await make(model, { contents: [...contents, call(1)], tools })
      const { sent, answer } = await sentFor(model, open, { contents: [result(11), call(2), result(22)] })
      const text = JSON.stringify(sent)
      const ids = [...text.matchAll(/call_\w{20,}/g)].map(String)
      // Each call is followed by its own result.
      expect([model, ids.length, new Set(ids).size]).toEqual([model, 4, 2])
      expect([ids[0] === ids[1], ids[2] === ids[3]]).toEqual([true, true])
      expect(text.replaceAll('\\', '')).toMatch(/"r":11.*"r":22/)
      const places = answer.notices.filter(({ code }) => code.endsWith('result-structure') || code.endsWith('result-structured'))
      expect([model, places.map(({ path }) => path.slice(0, 12))]).toEqual([model, ['/contents/0/', '/contents/2/']])
    }
  })

  test.each([
    ['instructions', { systemInstruction: { parts: [{ text: 'Be brief.' }] } }, 'Be brief.'],
    ['tools', { tools: [{ functionDeclarations: [{ name: 'look', description: 'Looks.' }] }] }, 'look'],
  ])('may be %s alone', async (_name, context, word) => {
    for (const model of ['messages', 'responses', 'chat', 'contents']) {
      const { sent } = await sentFor(model, await make(model, context))
      expect([model, JSON.stringify(sent)]).toEqual([model, expect.stringContaining(word) as unknown])
    }
  })

  test('that is not there is told at the place at which the caller named it, and at none where the path did', async () => {
    const violated = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const answer = await ask(path, body, method)
      expect(answer.status).toBe(403)
      return (answer.body['error'] as { details?: readonly { fieldViolations?: unknown }[] }).details?.[0]?.fieldViolations
    }
    const at = (field: string): unknown => [{ field, description: 'CachedContent not found (or permission denied)' }]
    const use = { contents: question, cachedContent: 'cachedContents/no' }
    expect(await violated('/v1beta/models/chat:generateContent', use)).toEqual(at('cachedContent'))
    expect(await violated('/v1beta/models/chat:countTokens', { generateContentRequest: use })).toEqual(
      at('generateContentRequest.cachedContent'),
    )
    expect(await violated('/v1beta/cachedContents/no', undefined, 'GET')).toBeUndefined()
    expect(await violated('/v1beta/cachedContents/no', { ttl: '5s' }, 'PATCH')).toBeUndefined()
  })

  test('of a caller who takes nothing but the exact thing is not kept where it would be emulated', async () => {
    const { status, body } = await ask('/v1beta/cachedContents', { model: 'chat', contents }, 'POST', {
      'interlingua-policy': 'reject-any',
    })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('cache-emulated') as unknown } },
    })
    const wrong = await ask('/v1beta/cachedContents', { model: 'chat', contents }, 'POST', { 'interlingua-policy': 'none' })
    expect(wrong.status).toBe(400)
  })
})

describe('the list of cached contents', () => {
  test('takes a size of 0 for none, and refuses a token that it never gave', async () => {
    expect((await ask('/v1beta/cachedContents?pageSize=0', undefined, 'GET')).status).toBe(200)
    for (const createdAt of [1.5, 1e300, -1e300, '1'])
      for (const id of ['x', 7]) {
        const token = Buffer.from(JSON.stringify({ createdAt, id })).toString('base64url')
        expect((await ask(`/v1beta/cachedContents?pageToken=${token}`, undefined, 'GET')).status).toBe(400)
      }
  })
})

test('a list of large cached contents is told in pages that fit into memory, all of them in the end', async () => {
  const key = await gateway.issue()
  const headers = { 'x-goog-api-key': key }
  const large = [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA'.repeat(750_000) } }] }]
  const names = []
  for (let count = 0; count < 13; count++) {
    const { body } = await ask('/v1beta/cachedContents', { model: 'chat', contents: large }, 'POST', headers)
    names.push(body['name'])
  }
  const seen: unknown[] = []
  const pages: number[] = []
  for (let token = ''; ;) {
    const { body } = await ask(`/v1beta/cachedContents?pageSize=1000&pageToken=${token}`, undefined, 'GET', headers)
    const page = body['cachedContents'] as readonly { readonly name: string }[] // the vendor's list has this shape
    seen.push(...page.map(({ name }) => name))
    pages.push(page.length)
    if (typeof body['nextPageToken'] !== 'string') break
    token = body['nextPageToken']
  }
  expect(seen.toSorted()).toEqual(names.toSorted())
  // 3 MB each.
  expect(Math.max(...pages)).toBeLessThanOrEqual(8)
})

test('a tool of any name can be counted', async () => {
  for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const made = await ask('/v1beta/cachedContents', `{"model":"chat","contents":[{"parts":[{"text":"hi"}]}],"tools":[{"${key}":{}}]}`)
    expect([key, made.body['usageMetadata']]).toEqual([key, { totalTokenCount: expect.any(Number) as unknown }])
    const counted = await ask(
      '/v1beta/models/chat:countTokens',
      `{"generateContentRequest":{"model":"models/chat","contents":[{"parts":[{"text":"hi"}]}],"tools":[{"${key}":{}}]}}`,
    )
    expect([key, counted.body]).toEqual([key, { totalTokens: expect.any(Number) as unknown }])
  }
})
