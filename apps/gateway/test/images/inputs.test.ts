import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { readForm } from '../../../../packages/gateway/src/images/form.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { pixel } from './pictures.ts'
import { answerWith, askImages, saidBy } from './scripted.ts'

const host = await startUpstream()
const upstream = await startUpstream()
const port = Number(new URL(host.url).port)
const channels = [
  { name: 'o', format: 'openai-images' as const, baseUrl: upstream.url, models: ['gpt-image-1'], circuitBreaker: false as const },
  {
    name: 'a',
    format: 'ark-images' as const,
    baseUrl: upstream.url,
    models: ['doubao-seedream-4-0-250828'],
    circuitBreaker: false as const,
  },
]
const { url, issue } = await startGateway({
  channels,
  dataDir: tempFolder('images'),
  media: { privateAddresses: ['127.0.0.0/8'], ports: [port] },
  prices: { models: [{ model: '*', input: 0, output: 0, image: 1 }] },
})
const shut = await startGateway({ channels })
const off = await startGateway({ channels, media: { fetch: false } })
const image = `${host.url}/a.png`

test('an image given by address is fetched for an upstream that cannot be told, once, and a notice says so', async () => {
  host.answer = (response) => void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from(pixel, 'base64'))
  upstream.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
  for (const given of [
    { image: [image, image] },
    { images: [{ image_url: image }] },
    { contents: [{ role: 'user', parts: [{ text: 'Red' }, { image }] }] },
  ]) {
    host.seen.length = 0
    const { status, headers } = await askImages(`${url}/v1/images/edits`, { model: 'gpt-image-1', prompt: 'Red', ...given })
    expect([status, host.seen.length]).toEqual([200, 1])
    expect(headers.get('interlingua-notices')).toContain('gateway/media-fetched')
    const { headers: sent = {}, body = Buffer.alloc(0) } = upstream.seen.at(-1) ?? {}
    const form = await readForm(sent, body)
    expect(JSON.stringify(form)).toContain(pixel)
    expect(JSON.stringify(form)).toContain('"mime":"image/png"')
  }
})

test('an upstream that can be told is told the address', async () => {
  host.seen.length = 0
  upstream.answer = answerWith({ created: 1, data: [{ url: 'https://example.com/0.jpeg' }] })
  const { status } = await askImages(url, { model: 'doubao-seedream-4-0-250828', prompt: 'Red', image })
  expect([status, host.seen.length]).toEqual([200, 0])
  const seen = upstream.seen.at(-1)
  expect(JSON.stringify(seen && saidBy(seen))).toContain(image)
})

test('what cannot be fetched is a 400 that names the field, before anything is asked of the upstream', async () => {
  upstream.seen.length = 0
  const ask = { model: 'gpt-image-1', prompt: 'Red', image }
  for (const [gateway, answer] of [
    [url, (response: ServerResponse) => void response.writeHead(404).end()],
    [url, (response: ServerResponse) => void response.writeHead(200).end('<html>')],
    // A private address, and no fetching at all.
    [shut.url, undefined],
    [off.url, undefined],
  ] as const) {
    if (answer) host.answer = answer
    const { status, body } = await askImages(`${gateway}/v1/images/edits`, ask)
    expect([status, body.error?.param]).toEqual([400, 'image'])
  }
  expect(upstream.seen).toEqual([])
})

test("a key's models and budget hold for images", async () => {
  upstream.answer = answerWith({ created: 1, data: [{ b64_json: pixel }, { b64_json: pixel }] })
  const ask = { model: 'gpt-image-1', prompt: 'Red', n: 2 }
  const other = await issue({ models: ['other'] })
  expect((await askImages(url, ask, { authorization: `Bearer ${other}` })).status).toBe(403)
  const poor = await issue({ budget: { micros: 2_000_000, period: 'day' } })
  expect((await askImages(url, ask, { authorization: `Bearer ${poor}` })).status).toBe(200)
  expect((await askImages(url, ask, { authorization: `Bearer ${poor}` })).status).toBe(429)
})
