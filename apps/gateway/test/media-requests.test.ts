import { beforeAll, expect, test } from 'vitest'
import { pdf, png, wav } from './media.ts'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'
import { waitFor } from './wait-for.ts'

let host: RunningUpstream
let upstream: RunningUpstream
let open: RunningGateway
let closed: RunningGateway
let off: RunningGateway

const files: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/pixel.png': ['image/png', Buffer.from(png, 'base64')],
  '/paper.pdf': ['application/pdf', Buffer.from(pdf, 'base64')],
  '/sound.wav': ['audio/wav', Buffer.from(wav, 'base64')],
  '/page.html': ['text/html', Buffer.from('<html></html>')],
}

beforeAll(async () => {
  host = await startUpstream()
  host.answer = (response, { url }) => {
    const [type, bytes] = files[url] ?? []
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(bytes)
  }
  upstream = await startUpstream()
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP","index":0}]}')
  const channels = [{ name: 'g', format: 'contents' as const, baseUrl: upstream.url, models: ['g1'] }]
  const ports = [Number(new URL(host.url).port)]
  open = await startGateway({ channels, media: { privateAddresses: ['127.0.0.0/8'], ports } })
  closed = await startGateway({ channels, media: { ports } })
  off = await startGateway({ channels, media: { fetch: false } })
})

const image = (path: string): object => ({ type: 'image_url', image_url: { url: host.url + path } })
const askChat = (gateway: RunningGateway, content: unknown, headers?: Record<string, string>): Promise<Answer> =>
  post(`${gateway.url}/v1/chat/completions`, { model: 'g1', messages: [{ role: 'user', content }] }, headers)
const askMessages = (gateway: RunningGateway, content: unknown): Promise<Answer> =>
  post(`${gateway.url}/v1/messages`, { model: 'g1', max_tokens: 50, messages: [{ role: 'user', content }] })
const sent = (): string => upstream.seen.at(-1)?.body.toString() ?? ''

test('a file that is named by address arrives at an upstream that takes none as its bytes, and the caller is told', async () => {
  const reply = await askChat(open, [image('/pixel.png'), { type: 'text', text: 'What is this?' }], { 'interlingua-explain': '1' })
  expect(reply.status).toBe(200)
  expect(JSON.parse(sent())).toMatchObject({
    contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: png } }, { text: 'What is this?' }] }],
  })
  const notices = JSON.parse(decodeURIComponent(reply.headers.get('interlingua-notices-full') ?? '')) as unknown
  expect(notices).toContainEqual(expect.objectContaining({ code: 'gateway/media-fetched', path: '/messages/0/content/0' }))
})

test('documents, files inside tool results, and the same file twice: each address is fetched once', async () => {
  host.seen.length = 0
  const source = (path: string): object => ({ type: 'url', url: host.url + path })
  const reply = await post(`${open.url}/v1/messages`, {
    model: 'g1',
    max_tokens: 50,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'document', source: source('/paper.pdf') },
          { type: 'image', source: source('/pixel.png') },
          { type: 'text', text: 'go' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'image', source: source('/pixel.png') }] }],
      },
    ],
  })
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  expect(host.seen.map(({ url }) => url).sort()).toEqual(['/paper.pdf', '/pixel.png'])
  expect(sent().split(png)).toHaveLength(3)
  expect(sent()).toContain(pdf)
  expect(sent()).not.toContain(host.url)
})

test('a file that cannot be had is a 400 in the dialect of the caller that names the field, and nothing is sent', async () => {
  const count = upstream.seen.length
  const missing = await askChat(open, [{ type: 'text', text: 'a' }, image('/missing.png')])
  expect([missing.status, missing.json()]).toMatchObject([
    400,
    {
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('status 404') as unknown,
        param: expect.stringMatching(/^messages\[?.?0\]?\.content/) as unknown,
      },
    },
  ])
  const wrong = await askMessages(open, [{ type: 'image', source: { type: 'url', url: `${host.url}/page.html` } }])
  expect([wrong.status, wrong.json()]).toMatchObject([
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(/^messages\.0\.content\.0: .*no image/) as unknown },
    },
  ])
  const inner = await askChat(closed, [image('/pixel.png')])
  expect([inner.status, inner.text]).toEqual([400, expect.stringContaining('not on the public network')])
  const none = await askChat(off, [image('/pixel.png')])
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('turned off')])
  expect(upstream.seen).toHaveLength(count)
})

test('P7: a native request to a native upstream has its addresses fetched as for the others, and keeps those of the vendor', async () => {
  host.seen.length = 0
  const ask = async (fileUri: string): Promise<string> => {
    const body = { contents: [{ role: 'user', parts: [{ text: 'What?' }, { fileData: { fileUri, mimeType: 'image/png' } }] }] }
    expect((await post(`${open.url}/v1beta/models/g1:generateContent`, body)).status).toBe(200)
    return sent()
  }
  expect(await ask(`${host.url}/pixel.png`)).toContain('"inlineData":{"mimeType":"image/png","data":"iVBOR')
  expect(host.seen).toHaveLength(1)
  expect(await ask('gs://bucket/pixel.png')).toContain('"fileData":{"fileUri":"gs://bucket/pixel.png","mimeType":"image/png"}')
  expect(host.seen).toHaveLength(1)
})

test('an address that the upstream takes itself is not fetched', async () => {
  host.seen.length = 0
  const demo = await startGateway({ media: { privateAddresses: true } })
  const body = { model: 'demo-messages', messages: [{ role: 'user', content: [image('/pixel.png'), { type: 'text', text: 'hi' }] }] }
  const reply = await post(`${demo.url}/v1/chat/completions`, body)
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(`${host.url}/pixel.png`)])
  expect(host.seen).toHaveLength(0)
})

test('a caller that leaves while its files are fetched ends the fetching, and nothing is sent for it', async () => {
  const slow = await startUpstream()
  slow.answer = () => {}
  const ports = [Number(new URL(slow.url).port)]
  const channels = [{ name: 'g', format: 'contents' as const, baseUrl: upstream.url, models: ['g1'] }]
  const own = await startGateway({ channels, media: { privateAddresses: true, ports } })
  const count = upstream.seen.length
  const leave = new AbortController()
  const content = [{ type: 'image_url', image_url: { url: `${slow.url}/pixel.png` } }]
  const call = fetch(`${own.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model: 'g1', messages: [{ role: 'user', content }] }),
    signal: leave.signal,
  })
  await waitFor(() => slow.seen.length === 1)
  leave.abort()
  await expect(call).rejects.toThrow()
  await waitFor(() => slow.seen[0]?.left === true)
  await waitFor(() => own.log().some(({ outcome }) => outcome === 'cancelled'))
  expect(upstream.seen).toHaveLength(count)
})

test.each(['/v1/responses', '/v1beta/models/g1:generateContent'])(
  '%s names the field of a file that cannot be had in its own way',
  async (path) => {
    const chat = await startGateway({
      channels: [
        { name: 'g', format: 'contents', baseUrl: upstream.url, models: ['r1'] },
        { name: 'c', format: 'chat', baseUrl: upstream.url, models: ['g1'] },
      ],
      media: { ports: [80] },
    })
    const url = `${host.url}/sound.wav`
    const body = path.includes('responses')
      ? { model: 'r1', input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] }
      : { contents: [{ role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'audio/wav' } }] }] }
    const answer = await post(chat.url + path, body)
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/(input|contents).{1,3}0.*nothing is fetched from port/)])
  },
)
