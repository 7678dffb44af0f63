import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { submitUntilSettled } from '../interface/submit-until-settled.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { answerWith } from '../images/scripted.ts'
import { ask, submitVideo } from './ask-video.ts'

const inner = await startGateway({ demo: true })
const poll = { initial: 0.3, interval: 0.3 }
const soon = 'A cat [demo:task-time 300ms]'
const models = ['demo-openai-videos', 'demo-gemini-veo', 'demo-ark-video'] as const
const chained = {
  format: 'gateway-video',
  baseUrl: inner.url,
  apiKey: 'any',
  circuitBreaker: false,
  poll,
  models: [
    { name: 'one', upstream: models[0], family: 'vf-1' },
    { name: 'two', upstream: models[1], family: 'vf-2' },
    { name: 'three', upstream: models[2], tier: '2.0' },
  ],
} as const
const slow = 60_000
const multimodal = { metadata: { content: [{ type: 'text', text: soon }], duration: 4, resolution: '480p' } }
const requests = { one: { resolution: '480p' }, two: { durationSeconds: 4 }, three: multimodal } as const

async function isFilm(bytes: ArrayBuffer | Buffer): Promise<boolean> {
  return (
    Buffer.from(bytes as Buffer)
      .subarray(4, 8)
      .toString() === 'ftyp'
  )
}

describe('another gateway of this kind', async () => {
  const { url } = await startGateway({
    channels: [{ name: 'chain', ...chained, models: [...chained.models] }],
  })

  for (const [model, request] of Object.entries(requests))
    test(
      `is an upstream like any other for ${model}`,
      async () => {
        const [, { body }, id] = await submitUntilSettled(url, { model, prompt: soon, ...request })
        const told = body as any // oxlint-disable-line typescript/no-explicit-any -- of either shape
        if (model === 'one') {
          expect(told).toEqual({ task_id: id, status: 'succeeded', format: 'mp4' })
          const { body: download } = await ask(`${url}/v1/video/generations/download?id=${id}`)
          return expect(await isFilm(Buffer.from(download.base64, 'base64'))).toBe(true)
        }
        const film = await fetch(told.url)
        expect([film.status, await isFilm(await film.arrayBuffer())]).toEqual([200, true])
        if (model === 'three')
          expect(told.data).toMatchObject({ status: 'SUCCESS', result_url: told.url, properties: { upstream_model_name: models[2] } })
      },
      slow,
    )

  test(
    'hides who made a video where the channel says so: its address, its names and its tasks',
    async () => {
      const [, known] = await submitUntilSettled(inner.url, { model: models[2], prompt: soon, ...multimodal })
      const port = Number(new URL((known.body as { readonly url: string }).url).port) // the URL is the demo provider's
      const { url: hiding } = await startGateway({
        channels: [{ name: 'hidden', ...chained, models: [{ ...chained.models[2], name: 'secret' }], hostResults: true }],
        media: { privateAddresses: true, ports: [port] },
      })
      const [, { body }] = await submitUntilSettled(hiding, { model: 'secret', prompt: soon, ...multimodal })
      const told = body as any // oxlint-disable-line typescript/no-explicit-any -- the wrapped shape
      expect(told.url.startsWith(`${hiding}/v1/results/`)).toBe(true)
      expect(told.data.properties).toEqual({ upstream_model_name: 'secret', origin_model_name: 'secret' })
      for (const hidden of [new URL(inner.url).host, `:${port}`]) expect(JSON.stringify(told)).not.toContain(hidden)
      expect(JSON.stringify(told)).not.toContain('demo-')
      expect(told.data.data).not.toHaveProperty('id')
      const film = await fetch(told.url, { headers: { range: 'bytes=4-7' } })
      expect([film.status, await film.text()]).toEqual([206, 'ftyp'])
      expect((await fetch(told.url, { method: 'HEAD' })).headers.get('accept-ranges')).toBe('bytes')
    },
    slow,
  )
})

test(
  'a credential goes to the origin of its channel alone, also where a file is elsewhere',
  async () => {
    const elsewhere: (string | undefined)[] = []
    const other = createServer((request, response) => {
      elsewhere.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('    ftypfilm')
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    atEnd(() => void other.close())
    const { port } = other.address() as AddressInfo // the server listens on TCP
    const upstream = await startUpstream()
    upstream.answer = (response, { url: path, body }) => {
      if (body.length > 0) return answerWith({ id: 'video_1', status: 'queued' })(response)
      if (!path.endsWith('/content')) return answerWith({ id: 'video_1', status: 'completed' })(response)
      response.writeHead(302, { location: `http://127.0.0.1:${port}/film.mp4?signed=1` }).end()
    }
    const channel = {
      name: 'v',
      format: 'openai-videos',
      baseUrl: upstream.url,
      apiKey: 'key-of-videos',
      models: ['sora-2'],
      circuitBreaker: false,
      poll,
    } as const
    const { url } = await startGateway({
      channels: [{ ...channel, models: [...channel.models] }],
      media: { privateAddresses: true, ports: [port] },
    })
    const [, { body }, id] = await submitUntilSettled(url, { model: 'sora-2', prompt: 'A cat' })
    expect(body).toMatchObject({ status: 'succeeded' })
    expect(elsewhere).toEqual([undefined])
    expect(upstream.seen.every(({ headers }) => headers.authorization === 'Bearer key-of-videos')).toBe(true)
    const download = await ask(`${url}/v1/video/generations/download?id=${id}`)
    expect(Buffer.from(download.body.base64, 'base64').toString()).toBe('    ftypfilm')
  },
  slow,
)

describe('requests in other forms', async () => {
  const { url } = await startGateway({ demo: true })

  test(
    'go on from a task of the caller, and of nobody else',
    async () => {
      const [, , id] = await submitUntilSettled(url, { model: 'demo-openai-videos', prompt: soon, resolution: '480p' })
      const remix = (task: string): ReturnType<typeof submitVideo> =>
        submitVideo(url, { model: 'demo-openai-videos', prompt: 'A dog', remix_from_video_id: task })
      expect((await remix(id)).status).toBe(200)
      expect(await remix('task_of_nobody')).toMatchObject({ status: 400, body: { error: { param: 'remix_from_video_id' } } })
      const [, , ark] = await submitUntilSettled(url, { model: 'demo-ark-video', prompt: soon, ...multimodal })
      expect(await remix(ark)).toMatchObject({ status: 400, body: { error: { param: 'remix_from_video_id' } } })
    },
    slow,
  )

  test('may be forms with the same names', async () => {
    const form = new FormData()
    form.set('model', 'demo-openai-videos')
    form.set('prompt', 'A cat')
    form.set('duration', '5')
    form.set('resolution', '480p')
    const send = (body: FormData): Promise<Response> =>
      fetch(`${url}/v1/video/generations`, { method: 'POST', headers: { authorization: 'Bearer any' }, body })
    expect((await send(form)).status).toBe(200)
    form.set('duration', '7')
    const refused = await send(form)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'duration' } }])
    const wrapped = new FormData()
    wrapped.set('model', 'demo-ark-video')
    wrapped.set('prompt', soon)
    wrapped.set('metadata', JSON.stringify(multimodal.metadata))
    expect((await send(wrapped)).status).toBe(200)
  })

  test('are refused in the words of the service', async () => {
    const submit = async (body: object): Promise<readonly [number, string, string | null]> => {
      const answer = await submitVideo(url, body)
      return [answer.status, answer.body.code, answer.body.error.param]
    }
    expect(await submit({ prompt: 'A cat' })).toEqual([400, 'missing_model', 'model'])
    expect(await submit({ model: 'nobody', prompt: 'A cat' })).toEqual([404, 'model_not_found', 'model'])
    expect(await submit({ model: 'demo-chat', prompt: 'A cat' })).toEqual([400, 'unsupported_value', 'model'])
    expect(await submit({ model: 'demo-gemini-veo', prompt: 'A cat', aspect_ratio: '16:9' })).toMatchObject([
      400,
      'unsupported_value',
      'aspect_ratio',
    ])
    expect(await submit({ model: 'demo-openai-videos', prompt: 'A cat', duration: 5, seconds: '10' })).toMatchObject([
      400,
      'conflicting_parameters',
      'seconds',
    ])
    const stranger = await submitVideo(url, { model: 'demo-chat' }, { authorization: 'Bearer wrong' })
    expect([stranger.status, stranger.body.code, stranger.body.message]).toEqual([401, 'invalid_api_key', stranger.body.error.message])
  })
})
