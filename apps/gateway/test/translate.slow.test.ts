import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'
import { tempFolder } from './temp-folder.ts'

const formats = ['messages', 'responses', 'chat', 'contents'] as const
const bodies = {
  messages: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'm', input: 'hi' },
  chat: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  contents: { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
} as const
const paths = {
  messages: '/v1/messages',
  responses: '/v1/responses',
  chat: '/v1/chat/completions',
  contents: '/v1beta/models/m:generateContent',
} as const

interface Shown {
  canonical: { model: string; stream?: boolean; turns: unknown[] }
  request: { path: string; query: Record<string, string>; headers: Record<string, string>; body: Record<string, unknown> }
  notices: { code: string; kind: string; path: string }[]
  refusal?: { message: string; path: string }
}

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    channels: [
      {
        name: 'a',
        format: 'messages',
        baseUrl: upstream.url,
        apiKey: 'sk-secret',
        models: [{ name: 'house', upstream: 'claude-x' }],
        anthropicVersion: '2024-01-01',
      },
    ],
  })
})

const translate = (query: string, body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  post(`${gateway.url}/v1/translate${query}`, body, headers)
const shown = (answer: Answer): Shown => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json() as Shown // the tests check the shape
}

describe('POST /v1/translate', () => {
  test.each(formats.flatMap((from) => formats.map((to) => [from, to] as const)))(
    '%s to %s: canonical, request and notices',
    async (from, to) => {
      const { canonical, request, notices } = shown(await translate(`?from=${from}&to=${to}`, bodies[from]))
      expect(canonical).toMatchObject({ model: 'm', turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }] })
      expect(request.path).toBe(paths[to])
      expect(JSON.stringify(request.body)).toContain('"hi"')
      expect(notices.filter(({ kind }) => kind === 'dropped')).toEqual([])
      const streamed = shown(await translate(`?from=${from}&to=${to}&stream=true`, bodies[from]))
      expect(streamed.canonical.stream).toBe(true)
      if (to === 'contents')
        expect([streamed.request.path, streamed.request.query]).toEqual(['/v1beta/models/m:streamGenerateContent', { alt: 'sse' }])
      else expect(streamed.request.body['stream']).toBe(true)
    },
  )

  test.each(formats)('a request of %s for an upstream of the same format is shown as it is: it would pass', async (format) => {
    const { request, notices } = shown(await translate(`?from=${format}&to=${format}`, { ...bodies[format], future: { a: [1] } }))
    const { model: _model, ...rest } = bodies.contents
    expect(request.body).toEqual({ ...(format === 'contents' ? rest : bodies[format]), future: { a: [1] } })
    expect(notices).toEqual([])
  })

  test('what is lost is told, and nothing is sent', async () => {
    const body = { ...bodies.messages, model: 'house', top_k: 5 }
    const { notices, refusal } = shown(await translate('?from=messages&to=chat', body))
    expect(notices).toContainEqual(expect.objectContaining({ code: 'chat/top-k', kind: 'dropped', path: '/top_k' }))
    expect(refusal).toBeUndefined()
    const strict = shown(await translate('?from=messages&to=chat', body, { 'interlingua-policy': 'reject-dropped' }))
    expect(strict.refusal).toMatchObject({ path: '/top_k' })
    expect(upstream.seen).toHaveLength(0)
  })

  test("without `to` it is the way that the model's channel would go, with its version and the upstream's id, and no key", async () => {
    const answer = await translate('?from=chat', { ...bodies.chat, model: 'house' })
    const { request } = shown(answer)
    expect(request).toMatchObject({ path: '/v1/messages', headers: { 'anthropic-version': '2024-01-01' }, body: { model: 'claude-x' } })
    expect(answer.text).not.toContain('sk-secret')
  })

  test('model and stream may stand in the query or in the body, for native contents too', async () => {
    const { model: _model, ...bare } = bodies.contents
    for (const [query, body] of [
      ['&model=a%2Fb:c', bare],
      ['', { ...bare, model: 'a/b:c' }],
    ] as const)
      expect(shown(await translate(`?from=contents&to=chat${query}`, body)).request.body['model']).toBe('a/b:c')
    expect(shown(await translate('?from=contents&to=chat', { ...bodies.contents, stream: true })).canonical.stream).toBe(true)
  })

  test('a file that would be fetched is told and not fetched', async () => {
    const url = `${upstream.url}/pixel.png`
    const body = { ...bodies.chat, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }
    const { notices, request } = shown(await translate('?from=chat&to=contents', body))
    expect(notices).toContainEqual(expect.objectContaining({ code: 'gateway/media-to-fetch' }))
    expect(JSON.stringify(request.body)).toContain('fetched when the request is sent')
    expect(upstream.seen).toHaveLength(0)
  })

  test('a wrong request is a 400 in the dialect that it is in', async () => {
    const native = await translate('?from=contents&to=chat', { model: 'm', contents: [{ parts: [{ text: 5 }] }] })
    expect([native.status, native.text]).toEqual([400, expect.stringMatching(/contents.*text/)])
    for (const query of ['', '?from=chat&to=nothing', '?from=toString&to=chat', '?to=chat'])
      expect((await translate(query, bodies.chat)).status).toBe(400)
    expect((await translate('?from=chat', bodies.chat)).status).toBe(404)
    expect((await translate('?from=chat&to=chat', bodies.chat, { 'x-api-key': '', authorization: '' })).status).toBe(401)
    expect((await fetch(`${gateway.url}/v1/translate?from=chat&to=chat`)).status).toBe(405)
  })
})

describe('interlingua explain', () => {
  // A process takes a second to start, and many where the machine is busy.
  vi.setConfig({ testTimeout: 120_000 })
  const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const folder = tempFolder('translate')

  function explain(argv: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [program, ...argv], (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      )
      child.stdin?.end(input)
    })
  }

  test('shows the same for people, from a file or from standard input', async () => {
    const file = join(folder, 'request.json')
    const text = JSON.stringify({ ...bodies.messages, top_k: 5 })
    writeFileSync(file, text)
    const fromFile = await explain(['explain', '--from', 'messages', '--to', 'contents', '--stream', file])
    const fromInput = await explain(['explain', '--from', 'messages', '--to', 'contents', '--stream'], text)
    expect(fromFile).toEqual(fromInput)
    expect(fromFile).toMatchObject({ code: 0, err: '' })
    expect(fromFile.out).toContain('POST /v1beta/models/m:streamGenerateContent?alt=sse')
    expect(fromFile.out).toContain('"topK": 5')
    expect(fromFile.out).toContain('nothing is lost')
    const lossy = await explain(['explain', '--from', 'messages', '--to', 'chat'], text)
    expect(lossy.out).toMatch(/^notices\n {2}dropped chat\/top-k at \/top_k: /)
    expect(lossy.out).not.toContain('canonical')
    const { out } = await explain(['explain', '--canonical', '--from', 'messages', '--to', 'chat'], text)
    expect(out).toContain('canonical')
    expect(out).not.toContain('"fields"')
    expect(out).not.toContain('"at"')
    const json = await explain(['explain', '--json', '--from', 'messages', '--to', 'chat', '--model', 'other'], text)
    expect(JSON.parse(json.out)).toMatchObject({ canonical: { model: 'other' }, request: { path: '/v1/chat/completions' } })
  })

  test('says what is wrong, with a code for scripts', async () => {
    expect(await explain(['explain', '--from', 'messages', '--to', 'chat'], '{"model":"m"}')).toMatchObject({
      code: 1,
      err: expect.stringContaining('messages') as unknown,
    })
    expect(await explain(['explain', '--from', 'messages', '--to', 'chat'], '{"mod')).toMatchObject({
      code: 1,
      err: expect.stringContaining('position') as unknown,
    })
    expect(await explain(['explain', '--from', 'messages', '--to', 'nothing'], '{}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--to') as unknown,
    })
    expect(await explain(['explain', '--whither'])).toMatchObject({ code: 2 })
    expect(await explain(['dance'])).toMatchObject({ code: 2, err: expect.stringContaining('dance') as unknown })
    expect(await explain(['explain', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--from') as unknown })
  })
})
