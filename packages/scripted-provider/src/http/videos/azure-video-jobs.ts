import type { Failure, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { azureSizes, azureVideoShape } from '../../videos/azure-video-shape.ts'
import type { AzureVideoBody } from '../../videos/azure-video-shape.ts'
import { readMp4 } from '../../videos/read-mp4.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiFace } from '../media/openai-face.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { readImage } from '../paint/read-image.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import { filmOf } from './film-of.ts'
import { generationOf, printAzureJob } from './print-azure-job.ts'
import { readAzureForm } from './read-azure-form.ts'
import { sendFile } from './send-file.ts'
import { sendStill } from './send-still.ts'
import { standOf } from './stand-of.ts'
import { submitVideo } from './submit-video.ts'
import { tellTask } from './tell-task.ts'
import type { VideoTask } from './video-task.ts'

const format = 'azure-video-jobs'
const jobs = '/openai/v1/video/generations/jobs'
const one = /^\/openai\/v1\/video\/generations\/jobs\/([^/]+)$/
const content = /^\/openai\/v1\/video\/generations\/([^/]+)\/content\/(video|thumbnail)$/
const face = { ...openaiFace, requestIdHeader: 'apim-request-id' } as const
const unknown: Failure = refuseResponses('Job not found.', undefined, 'NotFound', 404)
const aDay = 86_400_000

/** Azure's jobs of videos, as JSON and as a form, read and printed without the adapter of the format. */
export const azureVideoJobs: MediaDialect = {
  ...face,
  format,
  models: { 'demo-azure-video-jobs': 'predictLongRunning' },
  serves: (path) => path === jobs,
  async read(payload, exchange) {
    const form = payload instanceof FormData ? readAzureForm(payload) : { fields: jsonOf(payload), files: [] }
    const body = azureVideoShape(form.fields, undefined)
    check(body)
    const inputs = await openInputs(body, form.files)
    const { model, prompt, width, height, n_seconds: seconds = 5, n_variants: count = 1 } = body
    const films = Array.from({ length: count }, (_, index) => filmOf({ model, prompt, size: { width, height }, seconds, index, inputs }))
    const facts: JsonObject = { width, height, n_seconds: seconds, n_variants: count, inpaint_items: form.fields['inpaint_items'] ?? null }
    const wish = { format, model, prompt, films, facts, name: (unique: string) => `task_${unique}` }
    return {
      prompt,
      answer: (directives) =>
        submitVideo(wish, exchange, face, directives, (task) => printAzureJob(task, standOf(task, Date.now()), Date.now())),
    }
  },
}

/** `GET …/jobs/{id}`. */
export const azureVideoJob: MediaDialect = {
  ...face,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, exchange) => ({ prompt: '', answer: () => tellTask(jobOf(exchange), exchange, face, unknown, printAzureJob) }),
}

/** `GET …/jobs`. */
export const azureVideoList: MediaDialect = {
  ...face,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === jobs,
  read(_body, exchange) {
    const { after, limit: asked = '10' } = exchange.query
    const limit = Number(asked)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw new Refusal(refuseResponses("Invalid 'limit': expected an integer from 1 to 100.", 'limit', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const tasks = exchange.state.videos.list(format, keyOf(exchange) ?? '').filter((task) => standOf(task, now) !== 'gone')
        const from = after === undefined ? 0 : tasks.findIndex(({ id }) => id === after) + 1
        const page = tasks.slice(from, from + limit)
        sendJson(exchange, 200, {
          object: 'list',
          data: page.map((task) => printAzureJob(task, standOf(task, now), now)),
          first_id: page[0]?.id ?? null,
          last_id: page.at(-1)?.id ?? null,
          has_more: from + page.length < tasks.length,
        })
      },
    }
  },
}

/** `DELETE …/jobs/{id}`: only of what has ended. */
export const azureVideoDelete: MediaDialect = {
  ...face,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, exchange) {
    const task = jobOf(exchange)
    const standing = task && standOf(task, Date.now())
    if (!task || standing === 'gone') throw new Refusal(unknown)
    if (standing === 'queued' || standing === 'running')
      throw new Refusal(refuseResponses('A job that has not ended cannot be deleted.', undefined, 'Conflict', 409, 'conflict'))
    return {
      prompt: '',
      answer() {
        exchange.state.videos.delete(task.id)
        exchange.response.writeHead(204).end()
      },
    }
  },
}

/** `GET …/{generation}/content/video`, `…/content/thumbnail`: by the id of a generation, not of a job, for a day. */
export const azureVideoContent: MediaDialect = {
  ...face,
  format,
  models: {},
  method: 'GET',
  serves: (path) => content.test(path),
  read(_body, exchange) {
    const [, name = '', kind] = content.exec(exchange.path) ?? []
    const generation = generationOf(name)
    const task = generation && exchange.state.videos.get(generation.task, format, keyOf(exchange) ?? '')
    if (!task || standOf(task, Date.now()) !== 'succeeded' || generation.index >= task.films.length)
      throw new Refusal(refuseResponses('Generation not found.', undefined, 'NotFound', 404))
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + aDay)
          return sendFailure(exchange, face, refuseResponses('The content has expired.', undefined, 'NotFound', 404))
        return kind === 'video' ? sendFile(exchange, task, generation.index, face) : sendStill(exchange, task, generation.index)
      },
    }
  },
}

function jobOf(exchange: Exchange): VideoTask | undefined {
  return exchange.state.videos.get(decodeURIComponent(one.exec(exchange.path)?.[1] ?? ''), format, keyOf(exchange) ?? '')
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
