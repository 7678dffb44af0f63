import { GoogleGenAI, type GenerateVideosOperation } from '@google/genai'
import { Jimp } from 'jimp'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { ask } from './ask-video.ts'

const { url } = await startGateway({ demo: true })
const client = openaiClient(url)
const slow = 60_000

const models = [
  'demo-openai-videos',
  'demo-azure-video-jobs',
  'demo-gemini-veo',
  'demo-vertex-veo',
  'demo-ark-video',
  'demo-ark-video-2.0-fast',
  'demo-ark-video-2.0-mini',
  'demo-ark-video-1.5-pro',
  'demo-ark-video-1.0-pro',
  'demo-ark-video-1.0-pro-fast',
  'demo-gateway-video',
]

function isFilm(bytes: Buffer): boolean {
  return bytes.subarray(4, 8).toString('latin1') === 'ftyp'
}

/** Every field that the SDK's type requires, of its type. */
const video = {
  id: expect.stringMatching(/^task_/),
  object: 'video',
  model: expect.any(String),
  progress: expect.any(Number),
  created_at: expect.any(Number),
  seconds: expect.stringMatching(/^\d+$/),
  size: expect.stringMatching(/^\d+x\d+$/),
  remixed_from_video_id: null,
}

/** Picture of the size of the video that is made of it. */
const picture = new Uint8Array(await new Jimp({ width: 720, height: 1280, color: 0x336699ff }).getBuffer('image/png'))

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.concurrent("openai's SDK", () => {
  async function finish(id: string): Promise<OpenAI.Video> {
    let last: OpenAI.Video | undefined
    await waitFor(async () => {
      last = await client.videos.retrieve(id)
      return last.status === 'completed' || last.status === 'failed'
    }, 50_000)
    if (last === undefined) throw new Error('nobody was asked')
    return last
  }

  test.each(models)(
    '%s: create, retrieve, download, list, delete',
    async (model) => {
      const created = await client.videos.create({ model, prompt: 'A cat', seconds: '4', size: '1280x720' })
      expect(created).toEqual({
        ...video,
        model,
        status: 'queued',
        progress: 0,
        prompt: 'A cat',
        completed_at: null,
        expires_at: null,
        error: null,
        seconds: '4',
        size: '1280x720',
      })
      const ended = await finish(created.id)
      expect(ended).toMatchObject({ ...video, model, status: 'completed', progress: 100, error: null, completed_at: expect.any(Number) })
      const content = await client.videos.downloadContent(created.id)
      expect(isFilm(Buffer.from(await content.arrayBuffer()))).toBe(true)
      const ids: string[] = []
      for await (const { id } of client.videos.list({ limit: 2 })) ids.push(id)
      expect(ids).toContain(created.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(await client.videos.delete(created.id)).toEqual({ id: created.id, object: 'video.deleted', deleted: true })
      await expect(client.videos.retrieve(created.id)).rejects.toMatchObject({ status: 404 })
      await expect(client.videos.downloadContent(created.id)).rejects.toMatchObject({ status: 404 })
    },
    slow,
  )

  test.each(['demo-openai-videos', 'demo-gemini-veo', 'demo-ark-video'])(
    '%s: nothing said but the prompt, and an image as a file',
    async (model) => {
      const image = new File([picture], 'a.png', { type: 'image/png' })
      const created = await client.videos.create({ model, prompt: 'A cat', input_reference: image })
      expect(created).toMatchObject({ seconds: '4', status: 'queued' })
      expect((await finish(created.id)).status).toBe('completed')
    },
    slow,
  )

  test(
    'a remix of what can be gone on from, and a refusal of what cannot',
    async () => {
      const first = await client.videos.create({ model: 'demo-openai-videos', prompt: 'A cat' })
      await finish(first.id)
      const remixed = await client.videos.remix(first.id, { prompt: 'A dog' })
      expect(remixed).toMatchObject({ remixed_from_video_id: first.id, prompt: 'A dog', status: 'queued' })
      expect((await finish(remixed.id)).status).toBe('completed')
      const other = await client.videos.create({ model: 'demo-gemini-veo', prompt: 'A cat' })
      await expect(client.videos.remix(other.id, { prompt: 'A dog' })).rejects.toMatchObject({ status: 400 })
    },
    slow,
  )

  test('what is wrong is a 400 that names the field, in the dialect', async () => {
    for (const [body, field] of [
      [{ model: 'demo-openai-videos' }, 'prompt'],
      [{ model: 'demo-openai-videos', prompt: 'a', size: 'large' }, 'size'],
      [{ model: 'demo-gemini-veo', prompt: 'a', seconds: '12' }, 'seconds'],
      [{ model: 'demo-gemini-veo', prompt: 'a', seconds: 'x' }, 'seconds'],
      [{ model: 'demo-gemini-veo', prompt: 'a', input_reference: 7 }, 'input_reference'],
    ] as const) {
      const answer = await ask(`${url}/v1/videos`, { method: 'POST', body: JSON.stringify(body) })
      expect([answer.status, answer.body.error?.param, Object.keys(answer.body)]).toEqual([400, field, ['error']])
    }
    await expect(client.videos.create({ model: 'demo-chat', prompt: 'a' })).rejects.toMatchObject({ status: 400 })
    await expect(client.videos.create({ prompt: 'a' })).rejects.toMatchObject({ status: 404 })
    await expect(client.videos.retrieve('video_123')).rejects.toMatchObject({ status: 404 })
    await expect(client.videos.list({ after: 'video_123' })).rejects.toMatchObject({ status: 400 })
  })

  test('a size that a model has not is the nearest, with a notice', async () => {
    const answer = await ask(`${url}/v1/videos`, {
      method: 'POST',
      body: JSON.stringify({ model: 'demo-gemini-veo', prompt: 'a', seconds: '4', size: '1792x1024' }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('interlingua-notices')).toContain('video/size-fitted')
  })
})

const bearer = { authorization: 'Bearer any' }
const authClient = { getRequestHeaders: () => Promise.resolve(new Headers(bearer)) }

describe.concurrent("Google's SDK", () => {
  const google = new GoogleGenAI({
    vertexai: true,
    project: 'p',
    location: 'l',
    googleAuthOptions: { authClient },
    httpOptions: { baseUrl: url },
  } as object) // the client of a login has more methods

  test.each(models)(
    '%s: generateVideos and operations.get, with the bytes',
    async (model) => {
      let operation: GenerateVideosOperation = await google.models.generateVideos({
        model,
        source: { prompt: 'A cat' },
        config: {
          durationSeconds: model.includes('1.0') ? 4 : 6,
          aspectRatio: '16:9',
          resolution: model.includes('gateway') ? '480p' : '720p',
        },
      })
      expect(operation.name).toMatch(/^models\/.+\/operations\/task_/)
      await waitFor(async () => {
        operation = await google.operations.getVideosOperation({ operation })
        return operation.done === true
      }, 50_000)
      expect(operation.error).toBeUndefined()
      const [made] = operation.response?.generatedVideos ?? []
      const { videoBytes, uri } = made?.video ?? {}
      const bytes = videoBytes === undefined ? await (await fetch(uri ?? '')).arrayBuffer() : Buffer.from(videoBytes, 'base64')
      expect(isFilm(Buffer.from(bytes as Uint8Array))).toBe(true)
    },
    slow,
  )

  test(
    'by hand as the Gemini API has it: two videos, a key in its own header, an operation by GET',
    async () => {
      const headers = { 'x-goog-api-key': 'any', authorization: '' }
      const answer = await ask(`${url}/v1beta/models/demo-gemini-veo:predictLongRunning`, {
        method: 'POST',
        body: JSON.stringify({
          instances: [{ prompt: 'A cat', image: { bytesBase64Encoded: png, mimeType: 'image/png' } }],
          parameters: { sampleCount: 2, durationSeconds: 4 },
        }),
        headers,
      })
      expect([answer.status, answer.body]).toMatchObject([200, { done: false }])
      let told = answer.body
      await waitFor(async () => {
        ;({ body: told } = await ask(`${url}/v1beta/${answer.body.name}`, { headers }))
        return told.done === true
      }, 50_000)
      const samples = told.response.generateVideoResponse.generatedSamples as readonly { readonly video: { readonly uri: string } }[] // looked into next
      expect(samples).toHaveLength(2)
      for (const { video: sample } of samples)
        expect(isFilm(Buffer.from(await (await fetch(sample.uri, { headers })).arrayBuffer()))).toBe(true)
    },
    slow,
  )

  test("what is wrong is a 400 that names the field, in Google's dialect", async () => {
    const send = (model: string, body: object): ReturnType<typeof ask> =>
      ask(`${url}/v1beta/models/${model}:predictLongRunning`, { method: 'POST', body: JSON.stringify(body) })
    for (const [body, field] of [
      [{}, 'instances'],
      [{ instances: [{ prompt: '' }] }, 'instances[0].prompt'],
      [{ instances: [{ prompt: 'a' }], parameters: { durationSeconds: 99 } }, 'parameters.durationSeconds'],
      [{ instances: [{ prompt: 'a' }], parameters: { aspectRatio: '2:1' } }, 'parameters.aspectRatio'],
      [{ instances: [{ prompt: 'a', image: 'x' }] }, 'instances[0].image'],
    ] as const) {
      const { status, body: told } = await send('demo-gemini-veo', body)
      expect([status, told.error.status, told.error.message]).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(field)])
    }
    expect((await send('demo-chat', { instances: [{ prompt: 'a' }] })).status).toBe(400)
    expect((await ask(`${url}/v1beta/models/x/operations/nothing`)).body).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } })
  })
})
