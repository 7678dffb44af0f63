import { beforeEach, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

const gone = '{"error":{"code":403,"message":"CachedContent not found (or permission denied)","status":"PERMISSION_DENIED"}}'
const answer = '{"candidates":[{"content":{"role":"model","parts":[{"text":"hi"}]},"finishReason":"STOP"}]}'
const model = 'gemini-x'
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]

let upstream: RunningUpstream
let gateway: RunningGateway
/** Error body of the upstream for requests that name a cached content. */
let word: string
beforeEach(async () => {
  word = gone
  upstream = await startUpstream()
  let made = 0
  upstream.answer = (response, { url, body }) => {
    const head = { 'content-type': 'application/json' }
    if (url.endsWith('/cachedContents')) response.writeHead(200, head).end(`{"name":"cachedContents/theirs-${++made}"}`)
    else if (url.includes('/cachedContents/') || body.includes('cachedContents/')) response.writeHead(403, head).end(word)
    else response.writeHead(200, head).end(answer)
  }
  gateway = await startGateway({
    dataDir: tempFolder('review'),
    channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, apiKey: 'k', models: [{ name: model, created: 0 }] }],
  })
})

async function ask(path: string, body?: unknown, method = 'POST'): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { 'x-goog-api-key': 'any' }
  const response = await fetch(`${gateway.url}/v1beta/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

async function make(): Promise<string> {
  const { text } = await ask('cachedContents', { model, contents })
  return (JSON.parse(text) as { readonly name: string }).name // the vendor's answer has this shape
}

const denied = { status: 403, text: expect.stringContaining('CachedContent not found') as unknown }

test.each(['generateContent', 'streamGenerateContent?alt=sse', 'countTokens'])(
  'a cached content that its upstream has lost is gone for %s too, and its channel goes on serving others',
  async (method) => {
    // All contents are made before one is used: a good answer in between would prove nothing.
    const names = []
    for (let count = 0; count < 8; count++) names.push(await make())
    for (const cachedContent of names) {
      const use = { contents, cachedContent }
      const asked = method === 'countTokens' ? { generateContentRequest: { model: `models/${model}`, ...use } } : use
      expect(await ask(`models/${model}:${method}`, asked)).toEqual(denied)
      // The gateway has forgotten the content, so the upstream is not called.
      const before = upstream.seen.length
      expect(await ask(use.cachedContent, undefined, 'GET')).toEqual(denied)
      expect(await ask(`models/${model}:${method}`, asked)).toEqual(denied)
      expect(upstream.seen).toHaveLength(before)
    }
    expect((await ask(`models/${model}:generateContent`, { contents })).status).toBe(200)
  },
)

test('changes and deletions of what the upstream has lost leave its channel alone', async () => {
  const names = []
  for (let count = 0; count < 16; count++) names.push(await make())
  for (const [index, name] of names.entries())
    if (index % 2 === 0) expect(await ask(name, { ttl: '60s' }, 'PATCH')).toEqual(denied)
    else expect((await ask(name, undefined, 'DELETE')).status).toBe(200)
  expect((await ask(`models/${model}:generateContent`, { contents })).status).toBe(200)
})

test('credentials that are refused with a cached content are told as such, and the cached content is kept', async () => {
  word = '{"error":{"code":403,"message":"Your API key was reported as leaked.","status":"PERMISSION_DENIED"}}'
  const name = await make()
  expect((await ask(`models/${model}:generateContent`, { contents, cachedContent: name })).status).toBe(400)
  expect((await ask(name, { ttl: '60s' }, 'PATCH')).status).toBe(400)
  expect((await ask(name, undefined, 'DELETE')).status).toBe(400)
  expect((await ask(name, undefined, 'GET')).status).toBe(200)
})

test('a count of our own has the tokens of the cached content, where its upstream cannot count', async () => {
  const answered = upstream.answer
  upstream.answer = (response, seen) => {
    if (seen.url.endsWith(':countTokens')) return void response.writeHead(404).end('no such endpoint')
    if (!seen.url.endsWith('/cachedContents')) return answered(response, seen)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"name":"cachedContents/theirs","usageMetadata":{"totalTokenCount":4321}}')
  }
  const asked = { model: `models/${model}`, contents, cachedContent: await make() }
  const { status, text } = await ask(`models/${model}:countTokens`, { generateContentRequest: asked })
  const { totalTokens } = JSON.parse(text) as { readonly totalTokens: number } // the vendor's answer has this shape
  expect([status, totalTokens > 4321, totalTokens < 4421]).toEqual([200, true, true])
})

test('what another vendor sealed is not given to an upstream that keeps a cached content', async () => {
  const demo = await startGateway()
  const thinking = { contents, generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } } }
  const headers = { 'x-goog-api-key': 'any' }
  const told = await fetch(`${demo.url}/v1beta/models/demo-messages:generateContent`, {
    method: 'POST',
    headers,
    body: JSON.stringify(thinking),
  })
  const { candidates } = (await told.json()) as { readonly candidates: readonly { readonly content: object }[] } // the vendor's answer has this shape
  const said = candidates[0]?.content
  expect(JSON.stringify(said)).toContain('"SUwB')
  await ask('cachedContents', { model, contents: [...contents, said, ...contents], ttl: '77s', display_name: 'sealed' })
  const sent = String(upstream.seen.at(-1)?.body)
  expect(sent).not.toContain('SUwB')
  expect(JSON.parse(sent)).toMatchObject({
    model: `models/${model}`,
    ttl: '77s',
    display_name: 'sealed',
    contents: [...contents, {}, ...contents],
  })
})
