import type { Failure, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { azureSizes, azureVideoShape } from '../../videos/azure-video-shape.ts'
import type { AzureVideoBody } from '../../videos/azure-video-shape.ts'
import { readMp4 } from '../../videos/read-mp4.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { readImage } from '../paint/read-image.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import { videoOf } from './video-of.ts'
import { generationOf, encodeAzureJob } from './encode-azure-job.ts'
import { readAzureForm } from './read-azure-form.ts'
import { sendFile } from './send-file.ts'
import { sendStill } from './send-still.ts'
import { statusOf } from './status-of.ts'
import { submitVideo } from './submit-video.ts'
import { encodeTask } from './encode-task.ts'
import type { VideoTask } from './video-task.ts'

const format = 'azure-video-jobs'
const jobs = '/openai/v1/video/generations/jobs'
const one = /^\/openai\/v1\/video\/generations\/jobs\/([^/]+)$/
const content = /^\/openai\/v1\/video\/generations\/([^/]+)\/content\/(video|thumbnail)$/
const profile = { ...openaiProfile, requestIdHeader: 'apim-request-id' } as const
const unknown: Failure = refuseResponses('Job not found.', undefined, 'NotFound', 404)
const aDay = 86_400_000

/** Azure's video jobs, by JSON and by form, implemented without the adapter of the format. */
export const azureVideoJobs: MediaDialect = {
  ...profile,
  format,
  models: { 'demo-azure-video-jobs': 'predictLongRunning' },
  serves: (path) => path === jobs,
  async read(payload, demoRequest) {
    const form = payload instanceof FormData ? readAzureForm(payload) : { fields: jsonOf(payload), files: [] }
    const body = azureVideoShape(form.fields, undefined)
    check(body)
    const inputs = await openInputs(body, form.files)
    const { model, prompt, width, height, n_seconds: seconds = 5, n_variants: count = 1 } = body
    const videos = Array.from({ length: count }, (_, index) => videoOf({ model, prompt, size: { width, height }, seconds, index, inputs }))
    const facts: JsonObject = { width, height, n_seconds: seconds, n_variants: count, inpaint_items: form.fields['inpaint_items'] ?? null }
    const request = { format, model, prompt, videos, facts, name: (unique: string) => `task_${unique}` }
    return {
      prompt,
      answer: (directives) =>
        submitVideo(request, demoRequest, profile, directives, (task) => encodeAzureJob(task, statusOf(task, Date.now()), Date.now())),
    }
  },
}

/** `GET …/jobs/{id}`. */
export const azureVideoJob: MediaDialect = {
  ...profile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer: () => encodeTask(jobOf(demoRequest), demoRequest, profile, unknown, encodeAzureJob),
  }),
}

/** `GET …/jobs`. */
export const azureVideoList: MediaDialect = {
  ...profile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === jobs,
  read(_body, demoRequest) {
    const { after, limit: asked = '10' } = demoRequest.query
    const limit = Number(asked)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw new Refusal(refuseResponses("Invalid 'limit': expected an integer from 1 to 100.", 'limit', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const tasks = demoRequest.state.videos.list(format, keyOf(demoRequest) ?? '').filter((task) => statusOf(task, now) !== 'gone')
        const from = after === undefined ? 0 : tasks.findIndex(({ id }) => id === after) + 1
        const page = tasks.slice(from, from + limit)
        sendJson(demoRequest, 200, {
          object: 'list',
          data: page.map((task) => encodeAzureJob(task, statusOf(task, now), now)),
          first_id: page[0]?.id ?? null,
          last_id: page.at(-1)?.id ?? null,
          has_more: from + page.length < tasks.length,
        })
      },
    }
  },
}

/** `DELETE …/jobs/{id}`, which removes ended jobs only. */
export const azureVideoDelete: MediaDialect = {
  ...profile,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, demoRequest) {
    const task = jobOf(demoRequest)
    const status = task && statusOf(task, Date.now())
    if (!task || status === 'gone') throw new Refusal(unknown)
    if (status === 'queued' || status === 'running')
      throw new Refusal(refuseResponses('A job that has not ended cannot be deleted.', undefined, 'Conflict', 409, 'conflict'))
    return {
      prompt: '',
      answer() {
        demoRequest.state.videos.delete(task.id)
        demoRequest.response.writeHead(204).end()
      },
    }
  },
}

/** `GET …/{generation}/content/video` and `…/content/thumbnail`, by the id of a generation instead of a job, for a day. */
export const azureVideoContent: MediaDialect = {
  ...profile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => content.test(path),
  read(_body, demoRequest) {
    const [, name = '', kind] = content.exec(demoRequest.path) ?? []
    const generation = generationOf(name)
    const task = generation && demoRequest.state.videos.get(generation.task, format, keyOf(demoRequest) ?? '')
    if (!task || statusOf(task, Date.now()) !== 'succeeded' || generation.index >= task.videos.length)
      throw new Refusal(refuseResponses('Generation not found.', undefined, 'NotFound', 404))
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + aDay)
          return sendFailure(demoRequest, profile, refuseResponses('The content has expired.', undefined, 'NotFound', 404))
        return kind === 'video' ? sendFile(demoRequest, task, generation.index, profile) : sendStill(demoRequest, task, generation.index)
      },
    }
  },
}

function jobOf(demoRequest: DemoRequest): VideoTask | undefined {
  return demoRequest.state.videos.get(decodeURIComponent(one.exec(demoRequest.path)?.[1] ?? ''), format, keyOf(demoRequest) ?? '')
}

function check({ prompt, width, height, n_variants: count = 1 }: AzureVideoBody): void {
  if (prompt === '') throw refused("Invalid 'prompt': empty string.", 'prompt')
  const most = azureSizes[`${width}x${height}`]
  if (most === undefined)
    throw refused(`Unsupported size ${width}x${height}. Supported sizes are: ${Object.keys(azureSizes).join(', ')}.`, 'width')
  if (count > most) throw refused(`At most ${most} variants are supported at ${width}x${height}.`, 'n_variants')
}

async function openInputs({ inpaint_items: items = [] }: AzureVideoBody, files: readonly File[]): Promise<readonly Bitmap[]> {
  const opened: Bitmap[] = []
  for (const [i, { type, file_name: name }] of items.entries()) {
    const file = files.find((one) => one.name === name)
    if (!file) throw refused(`There is no file '${name}'.`, `inpaint_items[${i}].file_name`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const bitmap = type === 'image' ? await readImage(bytes) : undefined
    if (bitmap) opened.push(bitmap)
    else if (type === 'image' || !readMp4(bytes)) throw refused(`The file '${name}' is no ${type}.`, `inpaint_items[${i}]`)
  }
  if (files.length > items.length) throw refused('Each file needs an item of inpaint_items.', 'files')
  return opened
}

function refused(message: string, param: string): Refusal {
  return new Refusal(refuseResponses(message, param, 'invalid_value'))
}
