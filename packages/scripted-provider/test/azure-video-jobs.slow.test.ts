import { describe, expect, test } from 'vitest'
import { holdClock } from './hold-clock.ts'
import { imageFile } from './image-file.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const base = `${provider.url}/openai/v1/video/generations`
const model = 'demo-azure-video-jobs'
const soon = '[demo:task-time 100ms]'
const key = { 'api-key': 'demo' }
const seconds = expect.any(Number) as unknown

interface Job {
  readonly id: string
  readonly status: string
  readonly failure_reason: string | null
  readonly generations: readonly { readonly id: string }[]
}

// No client of this dialect is installed, so that requests and answers were written by hand from the documentation.
async function send(path: string, init: RequestInit = {}): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${base}${path}?api-version=preview`, { ...init, headers: { ...key, ...init.headers } })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}

function create(body: object, headers: Readonly<Record<string, string>> = {}): ReturnType<typeof send> {
  const request = { model, prompt: `A cat ${soon}`, width: 854, height: 480, n_seconds: 5, ...body }
  return send('/jobs', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(request) })
}

async function ended(id: string): Promise<Job> {
  for (;;) {
    const job = (await send(`/jobs/${id}`)).body as Job
    if (job.status === 'succeeded' || job.status === 'failed' || job.status === 'cancelled') return job
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function made(body: object): Promise<Job> {
  return ended(((await create(body)).body as Job).id)
}

async function file(generation: string | undefined, kind = 'video'): Promise<Response> {
  return fetch(`${base}/${generation ?? ''}/content/${kind}?api-version=preview`, { headers: key })
}

function form(fields: Readonly<Record<string, string>>, files: readonly File[]): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const one of files) data.append('files', one)
  return data
}

describe('a job', () => {
  test('tells all that the vendor tells', async () => {
    const { status, body } = await create({ n_variants: 2 })
    const { id } = body as Job
    const job = {
      object: 'video.generation.job',
      id,
      status: 'preprocessing',
      created_at: seconds,
      finished_at: null,
      expires_at: null,
      generations: [],
      prompt: 'A cat',
      model,
      width: 854,
      height: 480,
      n_seconds: 5,
      n_variants: 2,
      inpaint_items: null,
      failure_reason: null,
    }
    expect(status).toBe(200)
    expect(body).toStrictEqual(job)
    expect(id).toMatch(/^task_[0-9a-f]{32}$/)
    const generation = (i: number): object => ({
      object: 'video.generation',
      id: id.replace('task_', 'gen_') + String(i),
      job_id: id,
      created_at: seconds,
      width: 854,
      height: 480,
      prompt: 'A cat',
      n_seconds: 5,
    })
    expect(await ended(id)).toStrictEqual({
      ...job,
      status: 'succeeded',
      finished_at: seconds,
      expires_at: seconds,
      generations: [generation(0), generation(1)],
    })
  })

  test('is looked at, waits, runs and is packed', async () => {
    const pass = holdClock()
    const { id } = (await create({ prompt: 'A cat [demo:task-time 1600ms]' })).body as Job
    const seen = new Set<string>(['preprocessing'])
    for (let word = ''; word !== 'succeeded'; seen.add(word)) {
      word = ((await send(`/jobs/${id}`)).body as Job).status
      pass(100)
    }
    expect([...seen]).toEqual(['preprocessing', 'queued', 'running', 'processing', 'succeeded'])
  })

  test.runIf(canProbe).each([
    [480, 480, 1],
    [480, 854, 20],
    [1920, 1080, 10],
    [720, 720, 15],
  ])('of %d by %d plays %d seconds', async (width, height, lasting) => {
    const [generation] = (await made({ width, height, n_seconds: lasting })).generations
    const reply = await file(generation?.id)
    expect(reply.headers.get('content-type')).toBe('video/mp4')
    const probed = probe(new Uint8Array(await reply.arrayBuffer()))
    expect([probed.codec, probed.seconds]).toEqual(['h264', lasting])
    expect(Math.abs((probed.width / probed.height) * (height / width) - 1)).toBeLessThan(0.01)
  })

  test('has a file for each generation, which is not found by the id of the job', async () => {
    const { id, generations } = await made({ n_variants: 2 })
    const [first, second] = await Promise.all(generations.map(async (one) => Buffer.from(await (await file(one.id)).arrayBuffer())))
    expect(first && second && Buffer.compare(first, second)).not.toBe(0)
    expect((await file(id)).status).toBe(404)
    expect((await file(`${generations[0]?.id ?? ''}0`)).status).toBe(404)
    const still = await file(generations[0]?.id, 'thumbnail')
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('goes on from the files of a form', async () => {
    const image = new File([new Uint8Array(await imageFile(854, 480, 0xff0000ff))], 'a.png', { type: 'image/png' })
    const fields = { model, prompt: `A cat ${soon}`, width: '854', height: '480', n_seconds: '5' }
    const items = JSON.stringify([{ frame_index: 0, type: 'image', file_name: 'a.png' }])
    const { status, body } = await send('/jobs', { method: 'POST', body: form({ ...fields, inpaint_items: items }, [image]) })
    expect(status).toBe(200)
    const [generation] = (await ended((body as Job).id)).generations
    const film = new Uint8Array(await (await file(generation?.id)).arrayBuffer())
    const [plain] = (await made({})).generations
    expect(Buffer.compare(film, new Uint8Array(await (await file(plain?.id)).arrayBuffer()))).not.toBe(0)
    const again = new File([film], 'b.mp4', { type: 'video/mp4' })
    const video = JSON.stringify([{ frame_index: 0, type: 'video', file_name: 'b.mp4' }])
    expect((await send('/jobs', { method: 'POST', body: form({ ...fields, inpaint_items: video }, [again]) })).status).toBe(200)
    expect((await send('/jobs', { method: 'POST', body: form({ ...fields, inpaint_items: items }, [again]) })).status).toBe(400)
    expect((await send('/jobs', { method: 'POST', body: form(fields, [image]) })).status).toBe(400)
  })

  test.each([
    ['[demo:fail]', 'failed', 'internal_error'],
    ['[demo:filter]', 'failed', 'output_moderation'],
    ['[demo:expire]', 'failed', 'timeout'],
    ['[demo:cancel]', 'cancelled', null],
    ['[demo:empty]', 'succeeded', null],
  ])('%s ends as %s', async (directive, status, reason) => {
    expect(await made({ prompt: `A cat ${soon}${directive}` })).toMatchObject({ status, failure_reason: reason, generations: [] })
  })

  test('leaves out what is withheld', async () => {
    expect((await made({ prompt: `A cat ${soon}[demo:filter 1]`, n_variants: 2 })).generations).toHaveLength(1)
  })
})

describe('jobs', () => {
  test('are listed for their key, and deleted once they have ended', async () => {
    const mine = { 'api-key': 'of a list' }
    const first = (await create({}, mine)).body as Job
    const second = (await create({}, mine)).body as Job
    const { body } = await send('/jobs', { headers: mine })
    expect(body).toMatchObject({ object: 'list', data: [{ id: second.id }, { id: first.id }], has_more: false })
    expect((await send(`/jobs/${first.id}`)).status).toBe(404)
    const waiting = (await create({ prompt: 'A cat [demo:task-time 1m]' })).body as Job
    expect((await send(`/jobs/${waiting.id}`, { method: 'DELETE' })).status).toBe(409)
    const done = await made({})
    expect(await send(`/jobs/${done.id}`, { method: 'DELETE' })).toEqual({ status: 204, body: undefined })
    expect((await send(`/jobs/${done.id}`)).status).toBe(404)
    expect((await file(done.generations[0]?.id)).status).toBe(404)
  })

  test('are made though nobody hears of it', async () => {
    const mine = { 'api-key': 'lost' }
    await expect(create({ prompt: 'A cat [demo:lost-submit 10ms]' }, mine)).rejects.toThrow('fetch failed')
    expect((await send('/jobs', { headers: mine })).body).toMatchObject({ data: [{ prompt: 'A cat' }] })
  })
})

describe('a request is refused', () => {
  test.each<readonly [string, object, string | null]>([
    ['in another size', { width: 640 }, 'width'],
    ['without a size', { width: undefined }, 'width'],
    ['with a size in one', { size: '854x480' }, 'size'],
    ['that is too long', { n_seconds: 21 }, 'n_seconds'],
    ['in texts', { n_seconds: '5' }, 'n_seconds'],
    ['of two large ones', { width: 1920, height: 1080, n_variants: 2 }, 'n_variants'],
    ['without a prompt', { prompt: undefined }, 'prompt'],
  ])('%s', async (_name, body, param) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error: { param, type: 'invalid_request_error' } } })
  })

  test('without a key', async () => {
    const reply = await fetch(`${base}/jobs`, { method: 'POST', body: '{}' })
    expect(reply.status).toBe(401)
    const bearer = await fetch(`${base}/jobs`, { headers: { authorization: 'Bearer entra' } })
    expect(bearer.status).toBe(200)
  })
})
