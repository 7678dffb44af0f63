import { describe, expect, test } from 'vitest'
import { holdClock } from './hold-clock.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const base = `${provider.url}/gateway-demo/v1/video/generations`
const model = 'demo-gateway-video'
const soon = '[demo:task-time 100ms]'
const prompt = `A cat ${soon}`
const headers = { authorization: 'Bearer demo' }

interface Flat {
  readonly task_id: string
  readonly status: string
  readonly url?: string
  readonly urls?: readonly string[]
  readonly error?: { readonly code: number; readonly message: string }
}

interface Wrapped {
  readonly code: string
  readonly data: {
    readonly status: string
    readonly progress: string
    readonly fail_reason: string
    readonly result_url: string
    readonly data: { readonly status: string; readonly content?: { readonly video_url: string } }
  }
}

function submit(body: object): Promise<JsonReply> {
  return postJson(base, { model, prompt, ...body })
}

async function get(path: string): Promise<JsonReply> {
  const reply = await fetch(`${base}${path}`, { headers })
  return { status: reply.status, body: await reply.json() }
}

function metadata(words = prompt, more: object = {}): object {
  return { prompt: words, metadata: { content: [{ type: 'text', text: words }], ...more } }
}

async function submitted(body: object): Promise<string> {
  const reply = await submit(body)
  expect(reply.status).toBe(200)
  return (reply.body as Flat).task_id
}

/** Polls until the status is one of an ended task. */
async function ended(body: object): Promise<Flat & Wrapped> {
  const id = await submitted(body)
  const ends = new Set(['succeeded', 'SUCCESS', 'failed', 'FAILED', 'FAILURE', 'expired', 'EXPIRED'])
  for (;;) {
    const told = (await get(`/${id}`)).body as Flat & Partial<Wrapped>
    if (ends.has(told.data?.status ?? told.status)) return told as Flat & Wrapped
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function fetched(url: string | undefined): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())
}

describe('a submission', () => {
  test('is answered in full, or in one of the smaller shapes', async () => {
    const { body } = await submit(metadata())
    const { task_id: id } = body as Flat
    expect(id).toMatch(/^task_[A-Za-z0-9]{32}$/)
    const created = expect.any(Number) as unknown
    expect(body).toStrictEqual({ id, task_id: id, object: 'video', model, status: 'queued', progress: 0, created_at: created })
    const pending = (await submit(metadata(`${prompt}[demo:variant pending]`))).body
    expect(pending).toStrictEqual({ task_id: expect.any(String) as unknown, status: 'pending', created_at: created })
    const other = (await submit(metadata(`${prompt}[demo:variant submitted]`))).body
    expect(other).toStrictEqual({ task_id: expect.any(String) as unknown, status: 'submitted', format: 'mp4' })
  })
})

describe('multimodal requests', () => {
  test('end in the wrapped shape', async () => {
    const told = await ended(metadata(prompt, { duration: 7, ratio: '21:9', resolution: '480p', seed: 3 }))
    const url = told.data.result_url
    expect(told).toMatchObject({
      code: 'success',
      message: '',
      data: {
        status: 'SUCCESS',
        progress: '100%',
        fail_reason: '',
        properties: { upstream_model_name: model, origin_model_name: model },
        data: {
          id: expect.stringMatching(/^cgt-/) as unknown,
          status: 'succeeded',
          content: { video_url: url },
          duration: 7,
          ratio: '21:9',
          resolution: '480p',
          generate_audio: true,
        },
      },
    })
    const file = await fetched(url)
    if (canProbe) expect(probe(file)).toMatchObject({ codec: 'h264', width: 320, height: 138, seconds: 7 })
  })

  test('advance in percents', async () => {
    const pass = holdClock()
    const id = await submitted(metadata('A cat [demo:task-time 1200ms]'))
    const seen = new Set<string>()
    for (let word = ''; word !== 'SUCCESS'; seen.add(word)) {
      word = ((await get(`/${id}`)).body as Wrapped).data.status
      pass(100)
    }
    expect([...seen]).toEqual(['QUEUED', 'IN_PROGRESS', 'SUCCESS'])
  })

  test.each([
    ['[demo:fail]', 'FAILED', 'failed'],
    ['[demo:fail][demo:variant failure]', 'FAILURE', 'failed'],
    ['[demo:filter]', 'FAILED', 'failed'],
    ['[demo:cancel]', 'FAILED', 'cancelled'],
    ['[demo:expire]', 'EXPIRED', 'expired'],
  ])('%s end as %s', async (directive, status, inner) => {
    const { data } = await ended(metadata(`${prompt}${directive}`))
    expect([data.status, data.data.status, data.result_url]).toEqual([status, inner, ''])
    expect(data.fail_reason).not.toBe('')
  })

  test('come flat as well', async () => {
    expect(await ended(metadata(`${prompt}[demo:variant flat]`))).toMatchObject({ status: 'succeeded', url: expect.any(String) as unknown })
  })
})

describe('native requests', () => {
  test('end in the flat shape, with all addresses', async () => {
    const body = { durationSeconds: 4, aspectRatio: '9:16', resolution: '720p', sampleCount: 2, generateAudio: false }
    const told = await ended(body)
    expect(told).toStrictEqual({
      task_id: told.task_id,
      status: 'succeeded',
      format: 'mp4',
      url: told.urls?.[0],
      urls: [expect.any(String) as unknown, expect.any(String) as unknown],
    })
    const files = [await fetched(told.urls?.[0]), await fetched(told.urls?.[1])]
    if (canProbe)
      expect(files.map((file) => probe(file))).toMatchObject([
        { seconds: 4, width: 180 },
        { seconds: 4, height: 320 },
      ])
    expect(Buffer.compare(files[0] ?? Buffer.alloc(0), files[1] ?? Buffer.alloc(0))).not.toBe(0)
  })

  test('come inline, from images', async () => {
    const image = `data:image/png;base64,${(await imageFile(64, 36, 0xff0000ff)).toString('base64')}`
    const told = await ended({ prompt: `${prompt}[demo:variant inline]`, image, lastFrame: image, generateAudio: true })
    const [head, base64 = ''] = (told.url ?? '').split(',')
    expect(head).toBe('data:video/mp4;base64')
    if (canProbe) expect(probe(Buffer.from(base64, 'base64')).seconds).toBe(8)
  })

  test('fail with a number and a reason', async () => {
    const told = await ended({ prompt: `${prompt}[demo:filter]`, durationSeconds: 4 })
    expect(told).toMatchObject({ status: 'failed', error: { code: 400, message: expect.stringContaining('safety') as unknown } })
  })
})

describe('requests of fixed lengths', () => {
  test('have no address, and are downloaded', async () => {
    const told = await ended({ duration: 10, resolution: '480p', aspect_ratio: '1:1' })
    expect(told).toStrictEqual({ task_id: told.task_id, status: 'succeeded', format: 'mp4' })
    const { status, body } = await get(`/download?id=${told.task_id}`)
    const { base64, size, ...facts } = body as { readonly base64: string; readonly size: number }
    expect([status, facts]).toEqual([
      200,
      { success: true, generation_id: told.task_id, task_id: told.task_id, format: 'mp4', data_url: `data:video/mp4;base64,${base64}` },
    ])
    const file = Buffer.from(base64, 'base64')
    expect(file.length).toBe(size)
    if (canProbe) expect(probe(file)).toMatchObject({ seconds: 10, width: 320, height: 320 })
  })

  test('are large where they are to be, and break off', async () => {
    const { task_id: id } = await ended({ prompt: `${prompt}[demo:size 6][demo:cut-file times=1]`, duration: '5' })
    await expect(get(`/download?id=${id}`)).rejects.toThrow('terminated')
    const { body } = await get(`/download?id=${id}`)
    expect(body).toMatchObject({ size: 6_000_000 })
    expect((body as { readonly base64: string }).base64).toHaveLength(8_000_000)
  })

  test('go on from a video that is there', async () => {
    const { task_id: id } = await ended({ seconds: '15', size: '480x854' })
    const { task_id: next } = await ended({ remix_from_video_id: id })
    const { base64 } = (await get(`/download?id=${next}`)).body as { readonly base64: string }
    if (canProbe) expect(probe(Buffer.from(base64, 'base64'))).toMatchObject({ seconds: 15, width: 180, height: 320 })
    expect((await submit({ remix_from_video_id: 'task_nobody' })).status).toBe(400)
  })

  test('are not downloaded before their end, nor in place of an address, nor by somebody else', async () => {
    const running = await submitted({ prompt: 'A cat [demo:task-time 1m]', duration: 5 })
    expect(await get(`/download?id=${running}`)).toMatchObject({ status: 409, body: { code: 'task_not_completed' } })
    const native = await ended({ durationSeconds: 4 })
    expect(await get(`/download?id=${native.task_id}`)).toMatchObject({ status: 400, body: { code: 'unsupported_operation' } })
    expect(await get('/download?id=task_1')).toMatchObject({ status: 404, body: { code: 'task_not_exist' } })
    const other = await fetch(`${base}/${running}`, { headers: { authorization: 'Bearer another' } })
    expect(other.status).toBe(404)
    const lost = await ended({ prompt: `${prompt}[demo:lost-file]`, duration: 5 })
    expect(await get(`/download?id=${lost.task_id}`)).toMatchObject({ status: 410, body: { code: 'video_expired' } })
  })
})

describe('a request is refused', () => {
  const content = [{ type: 'text', text: prompt }]

  test.each<readonly [string, object, string]>([
    ['of nothing', {}, 'metadata'],
    ['in the words of two families', { metadata: { content }, aspect_ratio: '16:9' }, 'aspect_ratio'],
    ['in the words of two others', { durationSeconds: 4, duration: 5 }, 'duration'],
    ['with another text than its prompt', { metadata: { content: [{ type: 'text', text: 'A dog' }] } }, 'metadata.content'],
    ['with a foreign word inside', { metadata: { content, aspect_ratio: '16:9' } }, 'metadata.aspect_ratio'],
    ['that is too long', { metadata: { content, duration: 16 } }, 'metadata.duration'],
    ['with an asset that is not asked for', { metadata: { content: [...content, assetItem()] } }, 'asset'],
    ['of six seconds', { duration: 6 }, 'duration'],
    ['of five seconds', { durationSeconds: 5 }, 'durationSeconds'],
    ['in a shape of others', { aspect_ratio: '4:3' }, 'aspect_ratio'],
    ['in two sizes', { size: '480x854', aspect_ratio: '16:9' }, 'size'],
    ['of five at once', { sampleCount: 5 }, 'sampleCount'],
    ['with a last frame alone', { lastFrame: 'https://example.com/a.png' }, 'lastFrame'],
  ])('%s', async (_name, body, param) => {
    const reply = await submit(body)
    expect(reply).toMatchObject({ status: 400, body: { error: { param, type: 'invalid_request_error' } } })
    const { code, message, error } = reply.body as { readonly code: string; readonly message: string; readonly error: object }
    expect(error).toMatchObject({ code, message })
  })

  test('with an asset that is asked for it is not', async () => {
    expect((await submit({ asset: true, metadata: { content: [...content, assetItem()] } })).status).toBe(200)
  })

  test('because of its prompt, or too soon', async () => {
    expect(await submit(metadata('A cat [demo:block]'))).toMatchObject({ status: 400, body: { error: { code: 'invalid_prompt' } } })
    expect((await submit(metadata('A cat [demo:rate-limit retry-after=1]'))).status).toBe(429)
  })
})

function assetItem(): object {
  return { type: 'image_url', image_url: { url: 'asset://a-1' }, role: 'reference_image' }
}
