import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { ask, queryVideo, submitVideo, type Answered } from './ask-video.ts'

const run = promisify(execFile)
const hasProbe = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
)
if (!hasProbe) {
  if (process.env['CI']) throw new Error('CI needs ffprobe')
  process.stderr.write('skipped: films are not looked into, there is no ffprobe here\n')
}

const { url } = await startGateway({ demo: true })
const slow = 60_000

interface Probed {
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly seconds: number
}

async function probe(bytes: Buffer): Promise<Probed | undefined> {
  if (!hasProbe) return undefined
  const path = join(tempFolder('video'), 'film.mp4')
  writeFileSync(path, bytes)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path])
  const { streams, format } = JSON.parse(stdout) as {
    readonly streams: readonly {
      readonly codec_type: string
      readonly codec_name: string
      readonly width: number
      readonly height: number
    }[]
    readonly format: { readonly duration: string }
  } // ffprobe prints this
  const video = streams.find(({ codec_type: type }) => type === 'video')
  return video && { codec: video.codec_name, width: video.width, height: video.height, seconds: Number(format.duration) }
}

/** Polls until the interface's states tell the end, exactly as its documentation has clients do. */
async function poll(id: string, asker: (id: string) => Promise<Answered> = (task) => queryVideo(url, task)): Promise<Answered> {
  let last: Answered | undefined
  await waitFor(async () => {
    last = await asker(id)
    const status = String(last.body.data?.status ?? last.body.status)
    return ['succeeded', 'SUCCEEDED', 'SUCCESS', 'failed', 'FAILED', 'expired', 'EXPIRED'].includes(status)
  }, 50_000)
  if (last === undefined) throw new Error('nobody was asked')
  return last
}

async function fileOf({ body }: Answered, id: string): Promise<Buffer> {
  const link = body.data?.result_url ?? body.url
  if (link === undefined) {
    const { body: told } = await ask(`${url}/v1/video/generations/download?id=${id}`)
    expect(told).toMatchObject({
      success: true,
      generation_id: id,
      task_id: id,
      format: 'mp4',
      data_url: `data:video/mp4;base64,${told.base64}`,
    })
    const bytes = Buffer.from(told.base64, 'base64')
    expect(bytes.length).toBe(told.size)
    return bytes
  }
  return Buffer.from(await (await fetch(link)).arrayBuffer())
}

const multimodal = (prompt: string, metadata: object = {}): object => ({
  prompt,
  metadata: { content: [{ type: 'text', text: prompt }], duration: 5, ratio: '16:9', resolution: '480p', ...metadata },
})

const requests: Readonly<Record<string, readonly [request: object, ratio: number, seconds: number]>> = {
  'demo-openai-videos': [{ prompt: 'A cat', duration: 5, resolution: '480p', aspect_ratio: '9:16' }, 480 / 854, 5],
  'demo-azure-video-jobs': [{ prompt: 'A cat', seconds: '5', size: '480x480' }, 1, 5],
  'demo-gemini-veo': [{ prompt: 'A cat', durationSeconds: 4, aspectRatio: '16:9', resolution: '720p' }, 16 / 9, 4],
  'demo-vertex-veo': [{ prompt: 'A cat', durationSeconds: 4, aspectRatio: '9:16', resolution: '720p' }, 9 / 16, 4],
  'demo-ark-video': [multimodal('A cat'), 16 / 9, 5],
  'demo-ark-video-2.0-fast': [multimodal('A cat'), 16 / 9, 5],
  'demo-ark-video-2.0-mini': [multimodal('A cat'), 16 / 9, 5],
  'demo-ark-video-1.5-pro': [multimodal('A cat'), 16 / 9, 5],
  'demo-ark-video-1.0-pro': [multimodal('A cat', { duration: 2 }), 16 / 9, 2],
  'demo-ark-video-1.0-pro-fast': [multimodal('A cat', { duration: 2, ratio: '1:1' }), 1, 2],
  'demo-gateway-video': [multimodal('A cat'), 16 / 9, 5],
}

describe.concurrent('from the request to the file', () => {
  for (const [model, [request, ratio, seconds]] of Object.entries(requests))
    test(
      `${model} makes a film that plays`,
      async () => {
        const submitted = await submitVideo(url, { model, ...request })
        expect([submitted.status, submitted.body]).toMatchObject([200, { object: 'video', status: 'queued', progress: 0, model }])
        const { id } = submitted.body
        const end = await poll(id)
        expect(JSON.stringify(end.body)).not.toMatch(/fail_reason":"[^"]|"error"/)
        const film = await probe(await fileOf(end, id))
        if (film === undefined) return
        expect(film.codec).toBe('h264')
        expect(Math.abs(film.width / film.height - ratio)).toBeLessThan(0.03)
        expect(Math.abs(film.seconds - seconds)).toBeLessThan(0.5)
      },
      slow,
    )
})
