import { createGoogle } from '@ai-sdk/google'
import { createGoogleVertex } from '@ai-sdk/google-vertex'
import { GoogleGenAI } from '@google/genai'
import type { GenerateVideosConfig, GenerateVideosOperation, Image } from '@google/genai'
import { experimental_generateVideo as generateVideo } from 'ai'
import { describe, expect, test } from 'vitest'
import { download } from './download.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const place = `${provider.url}/v1/projects/demo/locations/here/publishers/google`
const gemini = createGoogle({ baseURL: `${provider.url}/v1beta`, apiKey: 'demo' })
const vertex = createGoogleVertex({ baseURL: place, apiKey: 'demo' })
const genai = new GoogleGenAI({ vertexai: true, apiKey: 'demo', httpOptions: { baseUrl: provider.url } })
/** A busy machine may take longer. */
const patient = { timeout: 20_000 }
const soon = '[demo:task-time 100ms]'
const poll = { intervalMs: 25 }

interface Operation {
  readonly name: string
  readonly done?: boolean
  readonly error?: { readonly code: number }
  readonly response?: {
    readonly generateVideoResponse?: {
      readonly generatedSamples?: readonly { readonly video: { readonly uri: string } }[]
      readonly raiMediaFilteredCount?: number
      readonly raiMediaFilteredReasons?: readonly string[]
    }
    readonly videos?: readonly { readonly bytesBase64Encoded?: string; readonly gcsUri?: string; readonly mimeType: string }[]
    readonly raiMediaFilteredCount?: number
  }
}

const key = { 'x-goog-api-key': 'demo' }

function submit(body: object, model = 'demo-gemini-veo'): Promise<JsonReply> {
  return postJson(`${provider.url}/v1beta/models/${model}:predictLongRunning`, body, key)
}

function submitToVertex(body: object, model = 'demo-vertex-veo'): Promise<JsonReply> {
  return postJson(`${place}/models/${model}:predictLongRunning`, body)
}

function request(prompt: string, parameters: object = {}): object {
  return { instances: [{ prompt: `${prompt} ${soon}` }], parameters }
}

async function ask(name: string): Promise<{ readonly status: number; readonly body: Operation }> {
  const reply = await fetch(`${provider.url}/v1beta/${name}`, { headers: key })
  return { status: reply.status, body: (await reply.json()) as Operation }
}

function askVertex(name: string, model = 'demo-vertex-veo'): Promise<JsonReply> {
  return postJson(`${place}/models/${model}:fetchPredictOperation`, { operationName: name })
}

async function ended(body: object): Promise<Operation> {
  const { name } = (await submit(body)).body as Operation
  for (;;) {
    const { body: operation } = await ask(name)
    if (operation.done === true) return operation
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function endedAtVertex(body: object): Promise<Operation> {
  const { name } = (await submitToVertex(body)).body as Operation
  for (;;) {
    const operation = (await askVertex(name)).body as Operation
    if (operation.done === true) return operation
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe('the Developer API', () => {
  test.runIf(canProbe).each([
    ['16:9', 8, '720p', 16 / 9],
    ['9:16', 4, '720p', 9 / 16],
    ['16:9', 6, '1080p', 16 / 9],
  ] as const)('makes %s of %d seconds in %s by the AI SDK', async (aspectRatio, duration, resolution, shape) => {
    const model = gemini.video('demo-gemini-veo')
    const { video } = await generateVideo({
      model,
      prompt: `A wave ${soon}`,
      aspectRatio,
      duration,
      providerOptions: { google: { resolution } },
      poll,
      download,
    })
    const { codec, seconds, width, height } = probe(video.uint8Array)
    expect([codec, seconds]).toEqual(['h264', duration])
    expect(Math.abs(width / height / shape - 1)).toBeLessThan(0.01)
  })

  test('takes images as the AI SDK sends them', async () => {
    const { video } = await generateVideo({
      model: gemini.video('demo-gemini-veo'),
      prompt: { image: await imageFile(64, 36, 0xff0000ff), text: `It moves ${soon}` },
      poll,
      download,
    })
    expect(video.mediaType).toBe('video/mp4')
  })

  test('names an operation, says nothing of it, and then where the file is', async () => {
    const { body } = await submit(request('A wave'))
    const { name } = body as Operation
    expect(body).toStrictEqual({ name: expect.stringMatching(/^models\/demo-gemini-veo\/operations\/[a-z0-9]+$/) as unknown })
    expect((await ask(name)).body).toStrictEqual({ name })
    await expect
      .poll(async () => (await ask(name)).body)
      .toStrictEqual({
        name,
        done: true,
        response: {
          '@type': expect.any(String) as unknown,
          generateVideoResponse: {
            generatedSamples: [{ video: { uri: expect.stringMatching(/\/v1beta\/files\/[a-z0-9]+-0:download\?alt=media$/) as unknown } }],
          },
        },
      })
  })

  test('gives a file to the key that asked for it alone', async () => {
    const operation = await ended(request('A wave'))
    const uri = operation.response?.generateVideoResponse?.generatedSamples?.[0]?.video.uri ?? ''
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> => (await fetch(uri, { headers })).status
    expect(await status({})).toBe(403)
    expect(await status({ 'x-goog-api-key': 'another' })).toBe(403)
    expect(await status(key)).toBe(200)
    expect((await fetch(`${uri}&key=demo`)).status).toBe(200)
  })

  test('knows operations of their own key and model alone', async () => {
    const { name } = (await submit(request('A wave'))).body as Operation
    const other = await fetch(`${provider.url}/v1beta/${name}`, { headers: { 'x-goog-api-key': 'another' } })
    expect([other.status, await other.json()]).toMatchObject([404, { error: { status: 'NOT_FOUND' } }])
    expect((await ask(name.replace('demo-gemini-veo', 'veo-3.1'))).status).toBe(404)
  })

  test.each<readonly [string, object]>([
    ['[demo:fail]', { done: true, error: { code: 13 } }],
    ['[demo:fail code=8]', { done: true, error: { code: 8 } }],
    ['[demo:cancel]', { done: true, error: { code: 1 } }],
    ['[demo:expire]', { done: true, error: { code: 4 } }],
    ['[demo:empty]', { done: true, response: { generateVideoResponse: {} } }],
    [
      '[demo:filter]',
      {
        done: true,
        response: {
          generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [expect.stringContaining('usage guidelines')] },
        },
      },
    ],
  ])('%s ends it', async (directive, expected) => {
    const operation = await ended(request(`A wave ${directive}`))
    expect(operation).toMatchObject(expected)
    expect(operation.response?.generateVideoResponse?.generatedSamples).toBeUndefined()
  })

  test('forgets operations, loses files, and sends them elsewhere', async () => {
    const { name } = (await submit(request('A wave [demo:gone]'))).body as Operation
    await expect.poll(async () => (await ask(name)).status, patient).toBe(404)
    const uri = async (directive: string): Promise<string> =>
      (await ended(request(`A wave ${directive}`))).response?.generateVideoResponse?.generatedSamples?.[0]?.video.uri ?? ''
    expect((await fetch(await uri('[demo:lost-file]'), { headers: key })).status).toBe(404)
    const limited = await uri('[demo:file-status 429 retry-after=2 times=1]')
    expect(await (await fetch(limited, { headers: key })).json()).toMatchObject({
      error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '2s' }] },
    })
    expect((await fetch(limited, { headers: key })).status).toBe(200)
    const moved = await fetch(await uri('[demo:redirect]'), { headers: key, redirect: 'manual' })
    expect(moved.status).toBe(302)
    const address = moved.headers.get('location') ?? ''
    expect((await fetch(address)).headers.get('content-type')).toBe('video/mp4')
    expect((await fetch(address, { headers: key })).status).toBe(400)
    const far = await fetch(await uri('[demo:redirect localhost]'), { headers: key, redirect: 'manual' })
    expect(new URL(far.headers.get('location') ?? '').hostname).toBe('localhost')
  })
})

describe('Vertex', () => {
  test.runIf(canProbe)('makes several videos by the AI SDK, each another', async () => {
    const { videos } = await generateVideo({
      model: vertex.video('demo-vertex-veo'),
      prompt: `A wave ${soon}`,
      n: 3,
      duration: 4,
      aspectRatio: '9:16',
      generateAudio: false,
      poll,
    })
    expect(videos.map(({ uint8Array }) => probe(uint8Array).seconds)).toEqual([4, 4, 4])
    expect(new Set(videos.map(({ base64 }) => base64)).size).toBe(3)
  })

  test.runIf(canProbe)('makes a video by Google’s SDK', async () => {
    const run = async (config: GenerateVideosConfig, image?: Image): Promise<GenerateVideosOperation> => {
      let operation = await genai.models.generateVideos({
        model: 'demo-vertex-veo',
        source: { prompt: `A wave ${soon}`, ...(image && { image }) },
        config,
      })
      while (operation.done !== true) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        operation = await genai.operations.getVideosOperation({ operation })
      }
      return operation
    }
    const imageBytes = (await imageFile(64, 36, 0xff0000ff)).toString('base64')
    const { response } = await run(
      { numberOfVideos: 2, durationSeconds: 6, resolution: '1080p', generateAudio: true, seed: 7 },
      { imageBytes, mimeType: 'image/png' },
    )
    const files = (response?.generatedVideos ?? []).map(({ video }) => Buffer.from(video?.videoBytes ?? '', 'base64'))
    expect(files.map((file) => probe(file).seconds)).toEqual([6, 6])
    const stored = await run({ outputGcsUri: 'gs://bucket/folder' })
    expect(stored.response?.generatedVideos?.[0]?.video?.uri).toMatch(/^gs:\/\/bucket\/folder\/.*\/sample_0\.mp4$/)
  })

  test('names its operations by their place', async () => {
    const { body } = await submitToVertex(request('A wave'))
    const name = (body as Operation).name
    expect(name).toMatch(/^projects\/demo\/locations\/here\/publishers\/google\/models\/demo-vertex-veo\/operations\/[a-f0-9]+$/)
    expect(await askVertex(name)).toEqual({ status: 200, body: { name } })
    expect((await askVertex(name.replace('/here/', '/there/'))).status).toBe(404)
    expect((await askVertex(name, 'veo-3.1')).status).toBe(400)
    expect((await askVertex('operations/1')).status).toBe(400)
  })

  test('sends large videos as they are, again each time', async () => {
    const { name } = (await submitToVertex(request('Huge [demo:size 9]', { sampleCount: 2 }))).body as Operation
    for (;;) {
      if (((await askVertex(name)).body as Operation).done === true) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    for (let i = 0; i < 2; i++) {
      const { response } = (await askVertex(name)).body as Operation
      const files = (response?.videos ?? []).map(({ bytesBase64Encoded: base64 = '' }) => Buffer.from(base64, 'base64'))
      expect(files.map(({ length }) => length)).toEqual([9_000_000, 9_000_000])
      if (canProbe && i === 1) for (const file of files) expect(probe(file)).toMatchObject({ codec: 'h264', seconds: 8 })
    }
  })

  test('withholds some of its videos', async () => {
    const { response } = await endedAtVertex(request('A wave [demo:filter 1,3]', { sampleCount: 3 }))
    expect([response?.videos?.length, response?.raiMediaFilteredCount]).toEqual([1, 2])
  })

  test('breaks off in the middle, and not the next time', async () => {
    const { name } = (await submitToVertex(request('A wave [demo:cut-file times=1]'))).body as Operation
    const whole = async (): Promise<string> => {
      for (;;) {
        const reply = (await askVertex(name)).body as Operation
        if (reply.done === true) return 'whole'
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    }
    await expect(whole()).rejects.toThrow('terminated')
    expect(await whole()).toBe('whole')
  })
})

describe('a request is refused', () => {
  const image = { bytesBase64Encoded: 'AAAA', mimeType: 'image/png' }

  test.each<readonly [string, object, string]>([
    ['for two at once on the Developer API', request('x', { sampleCount: 2 }), 'parameters.sampleCount'],
    ['with a switch for its sound there', request('x', { generateAudio: true }), 'parameters'],
    ['with another length', request('x', { durationSeconds: 5 }), 'parameters.durationSeconds'],
    ['with a length as a text', request('x', { durationSeconds: '8' }), 'parameters.duration_seconds'],
    ['as a square', request('x', { aspectRatio: '1:1' }), 'parameters.aspect_ratio'],
    ['in another size', request('x', { resolution: '480p' }), 'parameters.resolution'],
    ['with adults alone in a text', request('x', { personGeneration: 'allow_adult' }), 'parameters.personGeneration'],
    ['with a mark', request('x', { addWatermark: true }), 'parameters'],
    ['of nothing', { instances: [{}] }, 'instances[0].prompt'],
    ['twice', { instances: [{ prompt: 'x' }, { prompt: 'y' }] }, 'instances'],
    ['with a last frame alone', { instances: [{ prompt: 'x', lastFrame: image }] }, 'instances[0].lastFrame'],
    ['with an image that is none', { instances: [{ prompt: 'x', image }] }, 'instances[0].image'],
    ['with an image without its type', { instances: [{ image: { bytesBase64Encoded: 'AAAA' } }] }, 'instances[0].image'],
    ['with an address', { instances: [{ image: { url: 'https://example.com/a.png' } }] }, 'instances[0].image'],
    ['with an image in storage', { instances: [{ image: { gcsUri: 'gs://a/b.png', mimeType: 'image/png' } }] }, 'instances[0].image'],
  ])('%s', async (_name, body, field) => {
    const reply = await submit(body)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } })
    expect(JSON.stringify(reply.body)).toContain(field)
  })

  test.each<readonly [string, string, object]>([
    ['with a last frame of an older model', 'veo-3.0-generate-001', { instances: [{ prompt: 'x', image, lastFrame: image }] }],
    ['in 1080p of six seconds', 'veo-3.1-generate-001', request('x', { resolution: '1080p', durationSeconds: 6 })],
    ['in 4k of an older model', 'veo-3.0-generate-001', request('x', { resolution: '4k' })],
    ['of five at once', 'demo-vertex-veo', request('x', { sampleCount: 5 })],
    ['to be stored elsewhere', 'demo-vertex-veo', request('x', { storageUri: 'https://example.com' })],
  ])('%s at Vertex', async (_name, model, body) => {
    expect(await submitToVertex(body, model)).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
  })

  test('by the vendor’s errors', async () => {
    expect(await submit(request('A wave [demo:rate-limit retry-after=2]'))).toMatchObject({
      status: 429,
      body: { error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '2s' }] } },
    })
    const before = provider.stats().videos
    await expect(submit(request('A wave [demo:lost-submit]'))).rejects.toThrow('fetch failed')
    expect(provider.stats().videos).toBe(before + 1)
  })
})
