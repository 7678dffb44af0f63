import { createByteDance } from '@ai-sdk/bytedance'
import { experimental_generateVideo as generateVideo } from 'ai'
import { describe, expect, test } from 'vitest'
import { download } from './download.ts'
import { holdClock } from './hold-clock.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const base = `${provider.url}/api/v3`
const model = 'demo-ark-video'
/** A busy machine may take longer. */
const patient = { timeout: 20_000 }
const soon = '[demo:task-time 200ms]'
const sdk = createByteDance({ baseURL: base, apiKey: 'demo' })
const bytedance = { pollIntervalMs: 50 }

interface Task {
  readonly id: string
  readonly status: string
  readonly content?: { readonly video_url?: string; readonly last_frame_url?: string }
  readonly error?: { readonly code: string }
  readonly ratio: string
  readonly duration?: number
  readonly usage?: { readonly completion_tokens: number }
}

function create(body: object, headers: Readonly<Record<string, string>> = {}): Promise<JsonReply> {
  return postJson(`${base}/contents/generations/tasks`, { model, content: [text(`A cat ${soon}`)], ...body }, headers)
}

async function created(body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const reply = await create(body, headers)
  expect(reply).toStrictEqual({ status: 200, body: { id: expect.stringMatching(/^cgt-/) as unknown } })
  return (reply.body as Task).id
}

async function ask(id: string, method = 'GET', key = 'demo'): Promise<{ readonly status: number; readonly body: Task }> {
  const reply = await fetch(`${base}/contents/generations/tasks/${id}`, { method, headers: { authorization: `Bearer ${key}` } })
  return { status: reply.status, body: (await reply.json()) as Task }
}

async function ended(id: string): Promise<Task> {
  for (;;) {
    const { status, body } = await ask(id)
    expect(status).toBe(200)
    if (body.status !== 'queued' && body.status !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function text(words: string): object {
  return { type: 'text', text: words }
}

async function image(role: string | undefined, width = 400, height = 300): Promise<object> {
  const url = `data:image/png;base64,${(await imageFile(width, height, 0xff0000ff)).toString('base64')}`
  return { type: 'image_url', image_url: { url }, ...(role !== undefined && { role }) }
}

describe('a task', () => {
  test('waits, runs and ends by the clock', async () => {
    const pass = holdClock()
    const id = await created({ content: [text('A cat [demo:task-time 1200ms]')] })
    const seen = new Set<string>()
    for (let task = await ask(id); seen.add(task.body.status), task.body.status !== 'succeeded'; task = await ask(id)) pass(100)
    expect([...seen]).toEqual(['queued', 'running', 'succeeded'])
  })

  test('tells all that the vendor tells when it has succeeded', async () => {
    const id = await created({ resolution: '720p', ratio: '16:9', duration: 5, seed: 7, return_last_frame: true })
    expect(await ended(id)).toStrictEqual({
      id,
      model,
      status: 'succeeded',
      content: {
        video_url: expect.stringContaining(`${provider.url}/demo-files/${id}.mp4?X-Tos-`) as unknown,
        last_frame_url: expect.stringContaining(`${provider.url}/demo-files/${id}.png?X-Tos-`) as unknown,
      },
      usage: { completion_tokens: 108_000, total_tokens: 108_000 },
      created_at: expect.any(Number) as unknown,
      updated_at: expect.any(Number) as unknown,
      seed: 7,
      resolution: '720p',
      ratio: '16:9',
      duration: 5,
      framespersecond: 24,
      service_tier: 'default',
      execution_expires_after: 172_800,
      generate_audio: true,
      draft: false,
    })
  })

  test.runIf(canProbe)('has a file of the asked shape and duration, by an SDK that is not ours', async () => {
    for (const [aspectRatio, duration, shape] of [
      ['16:9', 5, 16 / 9],
      ['9:16', 4, 9 / 16],
      ['21:9', 12, 21 / 9],
      ['1:1', 15, 1],
    ] as const) {
      const { video } = await generateVideo({
        model: sdk.video(model),
        prompt: `A cat on a mat ${soon}`,
        aspectRatio,
        duration,
        providerOptions: { bytedance },
        download,
      })
      const { codec, seconds, width, height } = probe(video.uint8Array)
      expect([codec, seconds]).toEqual(['h264', duration])
      expect(Math.abs(width / height / shape - 1)).toBeLessThan(0.01)
    }
  })

  test.runIf(canProbe)('lasts as many frames as were asked for', async () => {
    const task = await ended(await created({ model: 'demo-ark-video-1.0-pro', frames: 57 }))
    const { data } = await download({ url: new URL(task.content?.video_url ?? '') })
    expect(probe(data)).toMatchObject({ frames: 57, seconds: 57 / 24 })
  })

  test('goes on from images, in their shape, and ends with a frame that is kept', async () => {
    const { video, providerMetadata } = await generateVideo({
      model: sdk.video(model),
      prompt: { image: await imageFile(300, 400, 0x00ff00ff), text: `It moves ${soon}` },
      providerOptions: { bytedance: { ...bytedance, returnLastFrame: true } },
      download,
    })
    expect(video.mediaType).toBe('video/mp4')
    const task = await ended(String((providerMetadata['bytedance'] as { readonly taskId: string }).taskId))
    expect(task.ratio).toBe('3:4')
    const frame = await fetch(task.content?.last_frame_url ?? '')
    expect([frame.status, frame.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('chooses its duration where it may', async () => {
    expect((await ended(await created({ duration: -1 }))).duration).toBe(5)
  })

  test('repeats a draft', async () => {
    const draft = await created({ model: 'demo-ark-video-1.5-pro', draft: true, duration: 7, ratio: '4:3' })
    await ended(draft)
    const id = await created({
      model: 'demo-ark-video-1.5-pro',
      content: [{ type: 'draft_task', draft_task: { id: draft } }],
      resolution: '1080p',
    })
    expect(await ask(id)).toMatchObject({ body: { draft_task_id: draft, duration: 7, ratio: '4:3', resolution: '1080p', draft: false } })
  })
})

describe('a file', () => {
  test('needs its signature, and bears no key beside it', async () => {
    const url = (await ended(await created())).content?.video_url ?? ''
    const status = async (address: string, headers = {}): Promise<number> => (await fetch(address, { method: 'HEAD', headers })).status
    expect(await status(url)).toBe(200)
    expect(await status(url, { authorization: 'Bearer demo' })).toBe(400)
    expect(await status(url.slice(0, url.indexOf('?')))).toBe(403)
    expect(await status(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(403)
  })

  test('is the same for the same request', async () => {
    const bytes = async (): Promise<Uint8Array> =>
      (await download({ url: new URL((await ended(await created())).content?.video_url ?? '') })).data
    expect(Buffer.compare(await bytes(), await bytes())).toBe(0)
  })

  test.runIf(canProbe)('is as large as a directive says, and plays', async () => {
    const task = await ended(await created({ content: [text(`Huge ${soon}[demo:size 12]`)] }))
    const { data } = await download({ url: new URL(task.content?.video_url ?? '') })
    expect(data.length).toBe(12_000_000)
    expect(probe(data)).toMatchObject({ codec: 'h264', seconds: 5 })
  })

  test('is lost, fails and breaks off, as directives say', async () => {
    const url = async (directive: string): Promise<string> =>
      (await ended(await created({ content: [text(`A cat ${soon}${directive}`)] }))).content?.video_url ?? ''
    expect((await fetch(await url('[demo:lost-file]'))).status).toBe(404)
    const failing = await url('[demo:file-status 503 times=1]')
    expect((await fetch(failing)).status).toBe(503)
    expect((await fetch(failing)).status).toBe(200)
    const broken = await url('[demo:cut-file times=1]')
    await expect(fetch(broken).then((reply) => reply.arrayBuffer())).rejects.toThrow('terminated')
    expect((await (await fetch(broken)).arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})

describe('an end', () => {
  test.each([
    ['[demo:fail]', 'failed', 'InternalServiceError'],
    ['[demo:fail QuotaExceeded]', 'failed', 'QuotaExceeded'],
    ['[demo:fail 1]', 'failed', 'InternalServiceError'],
    ['[demo:filter]', 'failed', 'OutputVideoSensitiveContentDetected'],
    ['[demo:cancel]', 'cancelled', undefined],
    ['[demo:expire]', 'expired', undefined],
  ])('%s is %s', async (directive, status, code) => {
    const task = await ended(await created({ content: [text(`A cat ${soon}${directive}`)] }))
    expect([task.status, task.error?.code, task.content]).toEqual([status, code, undefined])
  })

  test('without a video succeeds', async () => {
    expect(await ended(await created({ content: [text(`A cat ${soon}[demo:empty]`)] }))).toMatchObject({ status: 'succeeded', content: {} })
  })

  test('is forgotten after a while', async () => {
    const pass = holdClock()
    const id = await created({ content: [text(`A cat ${soon}[demo:gone]`)] })
    expect((await ask(id)).body.status).toBe('queued')
    for (let waited = 0; waited < 60_000 && (await ask(id)).status !== 404; waited += 1000) pass(1000)
    expect(await ask(id)).toMatchObject({ body: { error: { code: 'ResourceNotFound', type: 'NotFound' } } })
  })

  test('of a blocked prompt comes at once', async () => {
    expect(await create({ content: [text('A cat [demo:block]')] })).toMatchObject({
      status: 400,
      body: { error: { code: 'InputTextSensitiveContentDetected' } },
    })
  })
})

describe('a list', () => {
  test('has the newest task first, by pages and filters', async () => {
    const key = { authorization: 'Bearer of a list' }
    const ids = [await created({}, key), await created({ model: 'demo-ark-video-2.0-fast' }, key), await created({}, key)].toReversed()
    const list = async (query: string): Promise<readonly [number, readonly string[]]> => {
      const reply = await fetch(`${base}/contents/generations/tasks?${query}`, { headers: key })
      const { total, items } = (await reply.json()) as { readonly total: number; readonly items: readonly Task[] }
      return [total, items.map(({ id }) => id)]
    }
    expect(await list('')).toEqual([3, ids])
    expect(await list('page_num=2&page_size=2')).toEqual([3, [ids[2]]])
    expect(await list('filter.model=demo-ark-video-2.0-fast')).toEqual([1, [ids[1]]])
    expect(await list(`filter.task_ids=${ids[0]}&filter.task_ids=${ids[2]}`)).toEqual([2, [ids[0], ids[2]]])
    expect(await list('filter.status=failed')).toEqual([0, []])
  })

  test('shows a task whose submission nobody heard of, which is there once', async () => {
    holdClock()
    const key = { authorization: 'Bearer lost' }
    const before = provider.stats().videos
    await expect(create({ content: [text(`A cat ${soon}[demo:lost-submit times=1]`)] }, key)).rejects.toThrow('fetch failed')
    expect(provider.stats().videos).toBe(before + 1)
    const reply = await fetch(`${base}/contents/generations/tasks`, { headers: key })
    expect(await reply.json()).toMatchObject({ total: 1, items: [{ model, status: 'queued' }] })
  })
})

describe('deleting', () => {
  test('calls off what waits, leaves what runs, and forgets what has ended', async () => {
    const waiting = await created({ content: [text('A cat [demo:task-time 1m]')] })
    expect(await ask(waiting, 'DELETE')).toEqual({ status: 200, body: {} })
    expect((await ask(waiting)).body.status).toBe('cancelled')
    expect((await ask(waiting, 'DELETE')).status).toBe(400)
    const running = await created({ content: [text('A cat [demo:task-time 4s]')] })
    await expect.poll(async () => (await ask(running)).body.status, patient).toBe('running')
    expect(await ask(running, 'DELETE')).toMatchObject({ status: 400, body: { error: { code: 'InvalidAction' } } })
    const done = await created()
    await ended(done)
    expect((await ask(done, 'DELETE')).status).toBe(200)
    expect((await ask(done)).status).toBe(404)
  })

  test('and asking is only for the key that made it', async () => {
    const id = await created()
    expect((await ask(id, 'GET', 'another')).status).toBe(404)
    expect((await ask(id, 'DELETE', 'another')).status).toBe(404)
    expect((await ask('cgt-nobody')).status).toBe(404)
  })
})

describe('asking', () => {
  test('fails and breaks off as often as directives say', async () => {
    const id = await created({ content: [text(`A cat ${soon}[demo:poll-status 429 retry-after=2 times=2][demo:poll-cut times=1]`)] })
    const address = `${base}/contents/generations/tasks/${id}`
    const headers = { authorization: 'Bearer demo' }
    for (let i = 0; i < 2; i++) {
      const reply = await fetch(address, { headers })
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '2'])
    }
    await expect(fetch(address, { headers }).then((reply) => reply.text())).rejects.toThrow('terminated')
    expect((await fetch(address, { headers })).status).toBe(200)
  })

  test('hears a word that nobody knows while it runs, or for ever', async () => {
    const pass = holdClock()
    const id = await created({ content: [text('A cat [demo:task-time 1s][demo:word dreaming]')] })
    pass(500)
    expect((await ask(id)).body.status).toBe('dreaming')
    pass(1000)
    expect((await ask(id)).body.status).toBe('succeeded')
    const lasting = await created({ content: [text('A cat [demo:task-time 1ms][demo:word dreaming forever]')] })
    pass(1000)
    expect((await ask(lasting)).body.status).toBe('dreaming')
  })
})

describe('a request is refused', () => {
  const reference = { type: 'image_url', image_url: { url: 'https://example.com/a.png' }, role: 'reference_image' }
  const sound = { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' }, role: 'reference_audio' }
  const bare = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  const old = 'demo-ark-video-1.0-pro'
  const middle = 'demo-ark-video-1.5-pro'

  test.each<readonly [string, object, string, string]>([
    ['without content', { content: undefined }, 'content', 'MissingParameter'],
    ['with nothing in it', { content: [] }, 'content', 'InvalidParameter'],
    ['with an unknown parameter', { n: 2 }, 'n', 'InvalidParameter'],
    ['with another word for its shape', { aspect_ratio: '16:9' }, 'aspect_ratio', 'InvalidParameter'],
    ['that is too short', { duration: 3 }, 'duration', 'InvalidParameter'],
    ['that is too long', { duration: 16 }, 'duration', 'InvalidParameter'],
    ['that is too long for its model', { model: middle, duration: 13 }, 'duration', 'InvalidParameter'],
    ['of a model that does not choose', { model: old, duration: -1 }, 'duration', 'InvalidParameter'],
    ['in frames', { frames: 29 }, 'frames', 'InvalidParameter'],
    ['in frames between two', { model: old, frames: 30 }, 'frames', 'InvalidParameter'],
    ['of a fast model in 1080p', { model: 'demo-ark-video-2.0-fast', resolution: '1080p' }, 'resolution', 'InvalidParameter'],
    ['of an older model in 4k', { model: middle, resolution: '4k' }, 'resolution', 'InvalidParameter'],
    ['with sound that the model has not', { model: old, generate_audio: true }, 'generate_audio', 'InvalidParameter'],
    ['with a camera that does not move', { camera_fixed: true }, 'camera_fixed', 'InvalidParameter'],
    ['offline', { service_tier: 'flex' }, 'service_tier', 'InvalidParameter'],
    ['as a draft', { draft: true }, 'draft', 'InvalidParameter'],
    ['as a draft in 720p', { model: middle, draft: true, resolution: '720p' }, 'resolution', 'InvalidParameter'],
    ['with a seed below -1', { seed: -2 }, 'seed', 'InvalidParameter'],
    ['that expires too soon', { execution_expires_after: 60 }, 'execution_expires_after', 'InvalidParameter'],
    ['with two images of no role', { content: [bare, bare] }, 'content', 'InvalidParameter'],
    ['with a last frame alone', { content: [{ ...bare, role: 'last_frame' }] }, 'content', 'InvalidParameter'],
    ['with frames beside references', { content: [bare, reference] }, 'content', 'InvalidParameter'],
    ['with references of an older model', { model: middle, content: [reference] }, 'content', 'InvalidParameter'],
    ['with ten references', { content: Array.from({ length: 10 }, () => reference) }, 'content', 'InvalidParameter'],
    ['with sound alone', { content: [text('A cat'), sound] }, 'content', 'InvalidParameter'],
    [
      'with a video in base64',
      { content: [{ type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' }, role: 'reference_video' }] },
      'content',
      'InvalidParameter',
    ],
    [
      'with a type in capitals',
      { content: [{ ...bare, image_url: { url: 'data:image/PNG;base64,AAAA' } }] },
      'content',
      'InvalidParameter',
    ],
    [
      'with an image that is none',
      { content: [{ ...bare, image_url: { url: 'data:image/png;base64,AAAA' } }] },
      'content',
      'InvalidParameter',
    ],
    [
      'after a draft that is not there',
      { model: middle, content: [{ type: 'draft_task', draft_task: { id: 'cgt-1' } }] },
      'content',
      'InvalidParameter',
    ],
  ])('%s', async (_name, body, param, code) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error: { param: expect.stringContaining(param) as unknown, code } } })
  })

  test('with an image of too few pixels, or too long a one', async () => {
    expect((await create({ content: [await image(undefined, 299, 400)] })).status).toBe(400)
    expect((await create({ content: [await image(undefined, 1000, 300)] })).status).toBe(400)
    expect((await create({ content: [await image(undefined, 300, 300)] })).status).toBe(200)
  })

  test('without a key, and by another method', async () => {
    const reply = await fetch(`${base}/contents/generations/tasks`, { method: 'POST', body: '{}' })
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: { code: 'AuthenticationError' } }])
    const put = await fetch(`${base}/contents/generations/tasks`, { method: 'PUT', headers: { authorization: 'Bearer demo' } })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET'])
  })
})
