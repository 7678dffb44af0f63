import { deriveId } from '@interlingua/core'
import type { Failure, JsonObject } from '@interlingua/core'
import { dashscopeModel } from '../../images/dashscope-model.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Exchange } from '../exchange.ts'
import { readDuration } from '../read-duration.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import { checkDashscope } from './check-dashscope.ts'
import { dashscopeFace } from './dashscope-face.ts'
import { readClassic, readClassicEdit, readMessages } from './dashscope-wish.ts'
import type { DashscopeWish } from './dashscope-wish.ts'
import { jsonOf } from './json-of.ts'
import { makeDashscopeImages } from './make-dashscope-images.ts'
import type { DashscopeJob } from './make-dashscope-images.ts'
import type { MediaDialect } from './media-dialect.ts'
import { openInput } from './open-input.ts'
import { Refusal } from './refusal.ts'
import type { Stroke } from './stricken.ts'

const services = '/api/v1/services/aigc'
const ways: Readonly<Record<string, Way>> = {
  [`${services}/multimodal-generation/generation`]: { task: false, classic: false, read: readMessages },
  [`${services}/image-generation/generation`]: { task: true, classic: false, read: readMessages },
  [`${services}/text2image/image-synthesis`]: { task: true, classic: true, read: readClassic },
  [`${services}/image2image/image-synthesis`]: { task: true, classic: true, read: readClassicEdit },
}

/** How a path is asked and answers. */
interface Way {
  readonly task: boolean
  /** Whether it is of the older kind: bare prompts, and results one by one. */
  readonly classic: boolean
  read(body: JsonObject): DashscopeWish
}

/** How long a task takes where nobody says. */
const usually = 400

/** DashScope's images (Qwen, Wan), at once and by tasks, read and printed without the adapter of the format. */
export const dashscope: MediaDialect = {
  ...dashscopeFace,
  format: 'dashscope',
  models: { 'demo-dashscope': 'predict', 'demo-dashscope-async': 'predict' },
  serves: (path) => path in ways,
  async read(json, exchange) {
    const { task, classic, read } = ways[exchange.path] ?? atOnce
    checkHeader(exchange, task)
    const wish = read(jsonOf(json))
    const { size, count } = checkDashscope(wish)
    const inputs = await openInputs(wish.images, exchange)
    return {
      prompt: wish.prompt,
      answer(directives) {
        const job = { wish, size, count, inputs, exchange, directives }
        if (directives.has('ok-error')) return sendJson(exchange, 200, okError(exchange, directives))
        if (directives.has('block')) return sendFailure(exchange, dashscopeFace, failures.block)
        return task ? submit(job, classic) : answerAtOnce(job)
      },
    }
  },
}

const atOnce: Way = { task: false, classic: false, read: readMessages }

function checkHeader({ headers }: Exchange, task: boolean): void {
  const asynchronous = headers['x-dashscope-async']?.toLowerCase() === 'enable'
  if (asynchronous === task) return
  const how = task ? 'synchronous' : 'asynchronous'
  throw new Refusal(refuseDashscope(`current user api does not support ${how} calls.`, 'AccessDenied', 403, 'permission'))
}

async function openInputs(urls: readonly string[], exchange: Exchange): Promise<readonly Bitmap[]> {
  const opened: Bitmap[] = []
  for (const url of urls) {
    const bitmap = await openInput(url, exchange)
    if (bitmap === 'unreadable')
      throw new Refusal(refuseDashscope('The image format is illegal and cannot be opened.', 'InvalidParameter.DataInspection'))
    if (bitmap === 'not-found')
      throw new Refusal(
        refuseDashscope('Unable to download the media resource during the data inspection process.', 'InvalidParameter.DataInspection'),
      )
    opened.push(bitmap)
  }
  return opened
}

async function answerAtOnce(job: DashscopeJob): Promise<void> {
  const { exchange, directives, wish, size } = job
  const made = await makeDashscopeImages(job)
  const urls = made.flatMap((item) => (typeof item === 'string' ? [] : [item.url]))
  const [first] = made
  if (urls.length === 0 && typeof first === 'string') return sendFailure(exchange, dashscopeFace, failures[first])
  const output = { choices: choicesOf(wish.model, urls) }
  const usage = { image_count: urls.length, width: size.width, height: size.height }
  return sendDocument(exchange, dashscopeFace, { output, usage, request_id: exchange.requestId }, directives)
}

/** Qwen puts all images into one message, Wan each into a choice of its own. */
function choicesOf(model: string, urls: readonly string[]): readonly JsonObject[] {
  if (dashscopeModel(model).family === 'qwen') return [choice(urls.map((image) => ({ image })))]
  return urls.map((image) => choice([{ type: 'image', image }]))
}

function choice(content: readonly JsonObject[]): JsonObject {
  return { finish_reason: 'stop', message: { role: 'assistant', content } }
}

function submit(job: DashscopeJob, classic: boolean): void {
  const { exchange, directives } = job
  const id = deriveId('task', exchange.requestId)
  const takes = directives.has('task-time') ? readDuration(directives.get('task-time')) : usually
  const submitted = Date.now()
  let finished: Promise<JsonObject> | undefined
  const result = (): Promise<JsonObject> => (finished ??= finish(job, classic))
  exchange.state.tasks.put(id, {
    submitted,
    runs: submitted + takes / 2,
    ends: submitted + takes,
    result,
    cancelled: directives.has('cancel'),
  })
  sendJson(exchange, 200, { output: { task_status: 'PENDING', task_id: id }, request_id: exchange.requestId })
}

/** What a task tells when it has ended. */
async function finish(job: DashscopeJob, classic: boolean): Promise<JsonObject> {
  const { wish, size, count } = job
  const made = await makeDashscopeImages(job)
  const urls = made.flatMap((item) => (typeof item === 'string' ? [] : [item.url]))
  const [first] = made
  const metrics = { TOTAL: count, SUCCEEDED: urls.length, FAILED: count - urls.length }
  if (urls.length === 0 && typeof first === 'string') return { output: { task_status: 'FAILED', ...words[first], task_metrics: metrics } }
  const output = classic
    ? {
        results: made.map((item) =>
          typeof item === 'string' ? words[item] : { orig_prompt: stripDirectives(wish.prompt), url: item.url },
        ),
      }
    : { finished: true, choices: choicesOf(wish.model, urls) }
  return {
    output: { task_status: 'SUCCEEDED', ...output, task_metrics: metrics },
    usage: { image_count: urls.length, ...(!classic && { size: `${size.width}*${size.height}` }) },
  }
}

function okError({ requestId }: Exchange, directives: Directives): JsonObject {
  const code = directives.get('ok-error')?.words[0] ?? 'DataInspectionFailed'
  return { code, message: 'Demo provider: an error in a 200, as asked for', request_id: requestId }
}

const words = {
  filter: { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content. (demo, as asked for)' },
  fail: { code: 'InternalError.Algo', message: 'An internal error has occured during execution. (demo, as asked for)' },
  block: { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content. (demo, as asked for)' },
} as const satisfies Record<Stroke | 'block', JsonObject>

const failures: Readonly<Record<keyof typeof words, Failure>> = {
  filter: refuseDashscope(words.filter.message, words.filter.code, 400, 'policy'),
  fail: refuseDashscope(words.fail.message, words.fail.code, 500, 'server'),
  block: refuseDashscope(words.block.message, words.block.code, 400, 'policy'),
}
