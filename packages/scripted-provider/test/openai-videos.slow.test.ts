import OpenAI, { toFile } from 'openai'
import type { Video, VideoCreateParams } from 'openai/resources/videos'
import { describe, expect, test } from 'vitest'
import { holdClock } from './hold-clock.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider, openai } = await serve()
const model = 'demo-openai-videos'
/** A busy machine may take longer. */
const patient = { timeout: 20_000 }
const soon = '[demo:task-time 100ms]'

// The SDK's types name the durations and sizes of one vendor, and other servers take more.
function create(body: Partial<Record<keyof VideoCreateParams, unknown>> = {}): Promise<Video> {
  return openai.videos.create({ model, prompt: `A cat ${soon}`, ...body } as VideoCreateParams)
}

async function ended(id: string): Promise<Video> {
  for (;;) {
    const video = await openai.videos.retrieve(id)
    if (video.status !== 'queued' && video.status !== 'in_progress') return video
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function file(id: string): Promise<Buffer> {
  return Buffer.from(await (await openai.videos.downloadContent(id)).arrayBuffer())
}

describe('a video', () => {
  test('waits, advances and is there, by the vendor’s SDK', async () => {
    const pass = holdClock()
    const { id } = await create({ prompt: 'A cat [demo:task-time 1200ms]' })
    const seen: (readonly [string, number])[] = []
    for (let video = await openai.videos.retrieve(id); ; video = await openai.videos.retrieve(id)) {
      seen.push([video.status, video.progress])
      if (video.status === 'completed') break
      pass(100)
    }
    expect([...new Set(seen.map(([status]) => status))]).toEqual(['queued', 'in_progress', 'completed'])
    expect(seen.map(([, progress]) => progress)).toEqual(seen.map(([, progress]) => progress).toSorted((a, b) => a - b))
    expect(seen.filter(([status]) => status === 'in_progress').every(([, progress]) => progress < 100)).toBe(true)
    expect(seen.at(-1)).toEqual(['completed', 100])
  })

  test('tells all that the vendor tells', async () => {
    const { id, created_at: at } = await create({ seconds: '8', size: '1280x720' })
    expect(at).toBeGreaterThan(Date.now() / 1000 - 10)
    const video = await ended(id)
    expect({ ...video }).toStrictEqual({
      id: expect.stringMatching(/^video_/) as unknown,
      object: 'video',
      model,
      status: 'completed',
      progress: 100,
      created_at: at,
      completed_at: expect.any(Number) as unknown,
      expires_at: (video.completed_at ?? 0) + 3600,
      prompt: 'A cat',
      seconds: '8',
      size: '1280x720',
      remixed_from_video_id: null,
      error: null,
    })
  })

  test.runIf(canProbe).each([
    ['5', '854x480'],
    ['10', '480x854'],
    ['20', '720x720'],
    ['15', '1920x1080'],
    ['4', '1024x1792'],
  ])('of %s seconds and %s plays so long, in that shape', async (seconds, size) => {
    const { id } = await create({ seconds, size })
    await ended(id)
    const { codec, width, height, seconds: lasting } = probe(await file(id))
    const [across = 0, down = 0] = size.split('x').map(Number)
    expect([codec, lasting]).toEqual(['h264', Number(seconds)])
    expect(Math.abs((width / height) * (down / across) - 1)).toBeLessThan(0.01)
  })

  test('has stills', async () => {
    const { id } = await create()
    await ended(id)
    const reply = await openai.videos.downloadContent(id, { variant: 'thumbnail' })
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8')
  })

  test('begins with an image of its own size: a file, a data URL or an address', async () => {
    const png = await imageFile(720, 1280, 0xff0000ff)
    const plain = await create()
    await ended(plain.id)
    const url = `data:image/png;base64,${png.toString('base64')}`
    for (const reference of [await toFile(png, 'a.png', { type: 'image/png' }), { image_url: url }]) {
      const { id } = await create({ input_reference: reference })
      await ended(id)
      expect(Buffer.compare(await file(id), await file(plain.id))).not.toBe(0)
    }
    const body = { model, prompt: 'A cat', input_reference: { image_url: url } }
    expect((await postJson(`${provider.url}/v1/videos`, body)).status).toBe(200)
    expect((await create({ input_reference: { image_url: 'https://example.com/a.png' } })).status).toBe('queued')
  })

  test('is as large as a directive says, and plays', async () => {
    const { id } = await create({ prompt: `Huge ${soon}[demo:size 12]` })
    await ended(id)
    const bytes = await file(id)
    expect(bytes.length).toBe(12_000_000)
    if (canProbe) expect(probe(bytes).seconds).toBe(4)
  })
})

describe('a change', () => {
  test('of a video has its length and size, and names it', async () => {
    const source = await create({ seconds: '8', size: '1280x720' })
    await ended(source.id)
    const edited = await openai.videos.edit({ prompt: `At night ${soon}`, video: { id: source.id } })
    expect(edited).toMatchObject({ seconds: '8', size: '1280x720', remixed_from_video_id: source.id, model })
    const remixed = await openai.videos.remix(source.id, { prompt: `At noon ${soon}` })
    expect(remixed.remixed_from_video_id).toBe(source.id)
    const extended = await openai.videos.extend({ prompt: `And on ${soon}`, seconds: '4', video: { id: source.id } })
    expect(extended.seconds).toBe('12')
    expect((await postJson(`${provider.url}/v1/videos/edits`, { model, prompt: 'x', video: { id: source.id } })).status).toBe(200)
  })

  test.runIf(canProbe)('of a file reads its length', async () => {
    const source = await create({ seconds: '5', size: '854x480' })
    await ended(source.id)
    const upload = await toFile(await file(source.id), 'a.mp4', { type: 'video/mp4' })
    const { id, seconds } = await openai.videos.edit({ prompt: `At night ${soon}`, video: upload })
    expect(seconds).toBe('5')
    await ended(id)
    expect(probe(await file(id)).seconds).toBe(5)
  })

  test('is of a video that is there and done', async () => {
    const running = await create({ prompt: 'A cat [demo:task-time 1m]' })
    await expect(openai.videos.remix(running.id, { prompt: 'x' })).rejects.toMatchObject({ status: 400 })
    await expect(openai.videos.remix('video_nobody', { prompt: 'x' })).rejects.toMatchObject({ status: 404 })
    const upload = await toFile(Buffer.from('no video'), 'a.mp4', { type: 'video/mp4' })
    await expect(openai.videos.edit({ prompt: 'x', video: upload })).rejects.toMatchObject({ status: 400, param: 'video' })
  })
})

describe('an end', () => {
  test.each([
    ['[demo:fail]', 'failed', 'video_generation_failed'],
    ['[demo:fail server_error]', 'failed', 'server_error'],
    ['[demo:filter]', 'failed', 'moderation_blocked'],
    ['[demo:cancel]', 'failed', 'cancelled'],
    ['[demo:expire]', 'expired', undefined],
  ])('%s is %s', async (directive, status, code) => {
    const video = await ended((await create({ prompt: `A cat ${soon}${directive}` })).id)
    expect([video.status, video.error?.code]).toEqual([status, code])
    await expect(openai.videos.downloadContent(video.id)).rejects.toMatchObject({ status: 400, code: 'video_not_ready' })
  })

  test('is forgotten, or has no file any longer', async () => {
    const gone = await create({ prompt: `A cat ${soon}[demo:gone 50ms]` })
    await expect.poll(() => openai.videos.retrieve(gone.id).catch(({ status }: { readonly status: number }) => status), patient).toBe(404)
    const lost = await ended((await create({ prompt: `A cat ${soon}[demo:lost-file]` })).id)
    expect(lost.status).toBe('completed')
    await expect(openai.videos.downloadContent(lost.id)).rejects.toMatchObject({ status: 404, code: 'video_expired' })
  })
})

describe('a list', () => {
  test('is paged by the SDK, and shows what nobody heard of', async () => {
    const mine = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'of a list', maxRetries: 0 })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await mine.videos.create({ model, prompt: `Cat ${i}` })).id)
    await expect(mine.videos.create({ model, prompt: 'A lost cat [demo:lost-submit 10ms]' })).rejects.toThrow('Connection error')
    const all: Video[] = []
    for await (const video of mine.videos.list({ limit: 2 })) all.push(video)
    expect(all.map(({ prompt }) => prompt)).toEqual(['A lost cat', 'Cat 2', 'Cat 1', 'Cat 0'])
    const oldest = await mine.videos.list({ limit: 2, order: 'asc' })
    expect(oldest.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })

  test('forgets what is deleted, once it has ended', async () => {
    const { id } = await create({ prompt: 'A cat [demo:task-time 2s]' })
    await expect(openai.videos.delete(id)).rejects.toMatchObject({ status: 400 })
    await ended(id)
    expect({ ...(await openai.videos.delete(id)) }).toEqual({ id, object: 'video.deleted', deleted: true })
    await expect(openai.videos.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('errors', () => {
  test('come when it is asked for, when it is looked at, and with its file', async () => {
    await expect(create({ prompt: 'A cat [demo:rate-limit retry-after=3]' })).rejects.toMatchObject({ status: 429 })
    const { id } = await create({
      prompt: `A cat ${soon}[demo:poll-status 503 times=1][demo:file-status 500 times=1][demo:cut-file times=1]`,
    })
    await expect(openai.videos.retrieve(id)).rejects.toMatchObject({ status: 503 })
    await ended(id)
    await expect(file(id)).rejects.toMatchObject({ status: 500 })
    await expect(file(id)).rejects.toThrow('terminated')
    expect((await file(id)).length).toBeGreaterThan(1000)
  })

  test.each<readonly [string, Partial<Record<keyof VideoCreateParams, unknown>>, string, string]>([
    ['an unknown length', { seconds: '6' }, 'seconds', 'invalid_value'],
    ['a length that the model has not', { model: 'sora-2', seconds: '5' }, 'seconds', 'invalid_value'],
    ['an unknown size', { size: '640x480' }, 'size', 'invalid_value'],
    ['a size that the model has not', { model: 'sora-2', size: '1920x1080' }, 'size', 'invalid_value'],
    ['an empty prompt', { prompt: '' }, 'prompt', 'empty_string'],
    ['an image that lies elsewhere', { input_reference: { file_id: 'file-1' } }, 'input_reference', 'invalid_value'],
    ['an image that is none', { input_reference: { image_url: 'data:image/png;base64,AAAA' } }, 'input_reference', 'invalid_image_file'],
  ])('%s is refused', async (_name, body, param, code) => {
    await expect(create(body)).rejects.toMatchObject({ status: 400, param, code })
  })

  test.each<readonly [string, object, string, string]>([
    ['a number of seconds', { seconds: 8 }, 'seconds', 'invalid_type'],
    ['an unknown parameter', { n: 2 }, 'n', 'unknown_parameter'],
    ['no prompt', { prompt: undefined }, 'prompt', 'missing_required_parameter'],
    ['an address that is not an object', { input_reference: 'https://example.com/a.png' }, 'input_reference', 'invalid_type'],
  ])('%s in JSON is refused', async (_name, body, param, code) => {
    expect(await postJson(`${provider.url}/v1/videos`, { model, prompt: 'A cat', ...body })).toMatchObject({
      status: 400,
      body: { error: { param, code, type: 'invalid_request_error' } },
    })
  })

  test('an image of another size is refused', async () => {
    const image = await toFile(await imageFile(721, 1280, 0xff0000ff), 'a.png', { type: 'image/png' })
    await expect(create({ input_reference: image })).rejects.toMatchObject({ status: 400, param: 'input_reference' })
  })

  test('a video of somebody else is unknown', async () => {
    const { id } = await create()
    const other = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'another', maxRetries: 0 })
    await expect(other.videos.retrieve(id)).rejects.toMatchObject({ status: 404 })
    await expect(other.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 })
  })
})
