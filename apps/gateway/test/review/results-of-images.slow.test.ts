import { OpenAI } from 'openai'
import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync, mkdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import type { AskedImages } from '../images/scripted.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream, type SeenRequest } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

const secret = 'sk-of-the-channel-1234'
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200)])
const json = { 'content-type': 'application/json' }

function channelTo(upstream: RunningUpstream, more: Partial<GatewayConfig['channels'][number]> = {}): GatewayConfig['channels'][number] {
  return { name: 'painter', format: 'ark-images', baseUrl: `${upstream.url}/api/v3`, apiKey: secret, models: ['seedream-4'], ...more }
}

interface Answered extends AskedImages {
  readonly text: string
}

async function ask(gateway: RunningGateway, request: object): Promise<Answered> {
  const { status, headers, text } = await post(gateway, { model: 'seedream-4', prompt: 'a ship', ...request })
  return { status, headers, text, body: text.startsWith('{') ? (JSON.parse(text) as AskedImages['body']) : {} } // the tests check the shape
}

async function post(gateway: RunningGateway, body: object, signal?: AbortSignal): Promise<Omit<Answered, 'body'>> {
  const answer = await fetch(`${gateway.url}/v1/images/generations`, {
    method: 'POST',
    headers: { ...json, authorization: 'Bearer any' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const answerUrls =
  (...urls: string[]) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, json).end(
      JSON.stringify({
        model: 'm',
        created: 1,
        data: urls.map((url) => ({ url, size: '1x1' })),
        usage: { generated_images: urls.length },
      }),
    )

const carriesCredentials = ({ headers }: SeenRequest): boolean =>
  JSON.stringify(headers).includes(secret) || JSON.stringify(headers).includes('planted')

test('no credential goes to where a result lies: not on the channel itself, not elsewhere, not behind a redirect', async () => {
  const [upstream, elsewhere, third] = [await startUpstream(), await startUpstream(), await startUpstream()]
  const gateway = await startGateway({
    channels: [channelTo(upstream)],
    media: { privateAddresses: true, ports: [elsewhere, third].map(({ url }) => Number(new URL(url).port)) },
  })
  upstream.answer = (response, { url }) =>
    url.includes('/generations')
      ? answerUrls(`${upstream.url}/files/a.png?sig=1`, `${elsewhere.url}/b.png`, `${elsewhere.url}/moved.png`)(response)
      : void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  elsewhere.answer = (response, { url }) =>
    url === '/moved.png'
      ? void response.writeHead(302, { location: `${third.url}/c.png` }).end()
      : void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  third.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  const { status, body } = await ask(gateway, { response_format: 'b64_json' })
  expect([status, body.data?.map((item) => item.b64_json === png.toString('base64'))]).toEqual([200, [true, true, true]])
  const fetched = [...upstream.seen.filter(({ url }) => url.startsWith('/files')), ...elsewhere.seen, ...third.seen]
  expect(fetched.map(({ url }) => url)).toEqual(['/files/a.png?sig=1', '/b.png', '/moved.png', '/c.png'])
  expect(fetched.filter(carriesCredentials)).toEqual([])
  expect(upstream.seen.filter(carriesCredentials)).toHaveLength(1)
})

test(
  'what an upstream gives as an address is not fetched where callers could have nothing fetched from',
  { timeout: 120_000 },
  async () => {
    const [upstream, inside] = [await startUpstream(), await startUpstream()]
    const gateway = await startGateway({ channels: [channelTo(upstream)] })
    inside.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    const { port } = new URL(inside.url)
    const own = new URL(upstream.url)
    for (const url of [
      `${inside.url}/x.png`,
      `http://localhost:${port}/x.png`,
      `http://[::ffff:127.0.0.1]:${port}/x.png`,
      `http://0x7f.1:${port}/x.png`,
      `http://169.254.169.254/latest/meta-data`,
      `http://user:pass@${own.host}/x.png`,
      `${upstream.url}/redirect`,
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
      '//evil',
      '',
      'http://',
    ]) {
      upstream.answer = (response, seen) =>
        seen.url.includes('/generations')
          ? answerUrls(url)(response)
          : void response.writeHead(302, { location: `${inside.url}/x.png` }).end()
      const { status, text } = await ask(gateway, { response_format: 'b64_json' })
      expect([url, status >= 400, text.includes('root:')]).toEqual([url, true, false])
    }
    expect(inside.seen).toEqual([])
  },
)

test(
  'a picture of 24 megabytes that is paid for arrives, wherever it lies, and whether files of callers are fetched or not',
  { timeout: 60_000 },
  async () => {
    const [upstream, elsewhere] = [await startUpstream(), await startUpstream()]
    const gateway = await startGateway({
      channels: [channelTo(upstream)],
      media: { fetch: false, privateAddresses: true, ports: [Number(new URL(elsewhere.url).port)] },
    })
    const large = Buffer.concat([png, Buffer.alloc(24 * 1024 * 1024)])
    elsewhere.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(large)
    upstream.answer = answerUrls(`${elsewhere.url}/large.png`)
    const { status, body } = await ask(gateway, { response_format: 'b64_json' })
    expect([status, body?.error, body?.data?.[0]?.b64_json?.length]).toEqual([200, undefined, Math.ceil(large.length / 3) * 4])
  },
)

test('a storage that goes down while the upstream works costs no second picture, whatever the client does by itself', async () => {
  const upstream = await startUpstream()
  const data = tempFolder('review')
  const folder = join(data, 'kept')
  mkdirSync(folder)
  const gateway = await startGateway({
    channels: [channelTo(upstream, { format: 'openai-images', baseUrl: `${upstream.url}/v1` })],
    dataDir: data,
    results: { folder },
  })
  upstream.answer = (response) => {
    if (upstream.seen.length === 1) {
      renameSync(folder, `${folder}-away`)
      writeFileSync(folder, '')
    }
    response.writeHead(200, json).end(JSON.stringify({ created: 1, data: [{ b64_json: png.toString('base64') }] }))
  }
  const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
  await expect(client.images.generate({ model: 'seedream-4', prompt: 'x', response_format: 'url' })).rejects.toThrow()
  expect(upstream.seen).toHaveLength(1)
})

test('what broke off in the middle of a good answer is not bought anew, of nobody', async () => {
  const [first, second] = [await startUpstream(), await startUpstream()]
  const gateway = await startGateway({ channels: [channelTo(first), channelTo(second, { name: 'other' })] })
  second.answer = answerUrls('https://example.com/x.png')
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(200, { ...json, 'content-length': '5000' }).write('{"data":[', () => response.destroy()),
    (response) => void response.writeHead(200, json).end('{"data":[{"url":"htt'),
    (response) => void response.writeHead(200, json).end('{}'),
    (response) => void response.writeHead(200, json).end('[]'),
    (response) => void response.writeHead(200, json).end('{"data":[]}'),
    (response) => void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('nonsense'),
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    (response) => void response.writeHead(204).end(),
    (response) => void response.writeHead(500, json).end('{"error":{"code":"InternalServiceError","message":"x"}}'),
  ]
  for (const [index, answer] of answers.entries()) {
    first.answer = answer
    const { status } = await ask(gateway, {})
    expect([index, status >= 500, first.seen.length, second.seen.length]).toEqual([index, true, index + 1, 0])
  }
})

test('an address with a credential in it reaches nobody, in a document or a stream', async () => {
  const upstream = await startUpstream()
  const gateway = await startGateway({ channels: [channelTo(upstream)] })
  upstream.answer = answerUrls(`https://files.example/x.png?key=${secret}`)
  expect((await ask(gateway, { response_format: 'url' })).text).not.toContain(secret)
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(
        `event: image_generation.partial_succeeded\ndata: ${JSON.stringify({ type: 'image_generation.partial_succeeded', image_index: 0, url: `https://files.example/x.png?key=${secret}`, size: '1x1' })}\n\n` +
          `event: image_generation.completed\ndata: ${JSON.stringify({ type: 'image_generation.completed', usage: { generated_images: 1 } })}\n\ndata: [DONE]\n\n`,
      )
  const streamed = await ask(gateway, { response_format: 'url', stream: true })
  expect([streamed.status, streamed.text.includes('files.example'), streamed.text.includes(secret)]).toEqual([200, true, false])
})

test('a client that leaves at any moment leaves nothing behind but what was done', { timeout: 60_000 }, async () => {
  const upstream = await startUpstream()
  const gateway = await startGateway({
    channels: [
      channelTo(upstream),
      channelTo(upstream, { name: 'classic', format: 'openai-images', baseUrl: `${upstream.url}/v1`, models: ['gpt-image-x'] }),
    ],
  })
  const pause = (): Promise<void> => new Promise((done) => setTimeout(done, Math.random() * 12))
  upstream.answer = (response, { url, body }) =>
    void (async () => {
      await pause()
      if (response.destroyed) return
      if (!url.includes('/images/')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      const { stream } = JSON.parse(body.toString()) as { stream?: boolean }
      if (stream !== true) return answerUrls(`${upstream.url}/files/1.png`, `${upstream.url}/files/2.png`)(response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let image_index = 0; image_index < 3; image_index++) {
        response.write(
          `data: ${JSON.stringify({ type: 'image_generation.partial_succeeded', image_index, url: `${upstream.url}/files/${image_index}.png`, size: '1x1' })}\n\n`,
        )
        await pause()
      }
      response.end(`data: ${JSON.stringify({ type: 'image_generation.completed', usage: { generated_images: 3 } })}\n\ndata: [DONE]\n\n`)
    })()
  for (let round = 0; round < 150; round++) {
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), Math.random() * 60)
    const request = {
      model: round % 3 === 0 ? 'gpt-image-x' : 'seedream-4',
      prompt: 'x',
      n: 1 + (round % 4),
      stream: round % 2 === 0,
      response_format: ['url', 'b64_json'][round % 2],
    }
    await post(gateway, request, leaving.signal).catch(() => {})
  }
  await new Promise((done) => setTimeout(done, 300))
  expect(gateway.log().filter(({ event }) => event === 'request-failed')).toEqual([])
})

test('what an upstream calls an address and is none is a failed image, never handed on', async () => {
  const upstream = await startUpstream()
  const gateway = await startGateway({
    channels: [channelTo(upstream), { name: 'o', format: 'openai-images', baseUrl: upstream.url, models: ['gpt-5-image'] }],
  })
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,<script>', '/a.png', '//host/a.png', 'a.png'])
    for (const request of [{ response_format: 'url' }, {}, { response_format: 'b64_json' }, { model: 'gpt-5-image' }]) {
      upstream.answer = answerUrls(url)
      const { status, text, body, headers } = await ask(gateway, request)
      expect([url, request, status, body.error?.code, text.includes(url)]).toEqual([url, request, 502, 'server_error', false])
      // The images are paid for, so clients must not retry.
      expect(headers.get('x-should-retry')).toBe('false')
    }
  upstream.answer = answerUrls('javascript:alert(1)', 'https://example.com/a.png')
  const { status, body } = await ask(gateway, { response_format: 'url' })
  expect([status, body.data]).toMatchObject([200, [{ url: 'https://example.com/a.png' }]])
})
