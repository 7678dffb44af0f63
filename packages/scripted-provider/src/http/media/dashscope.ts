import { deriveId } from '@interlingua/core/adapter'
import type { Failure, JsonObject } from '@interlingua/core'
import { dashscopeModel } from '../../images/dashscope-model.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { readDuration } from '../read-duration.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import { checkDashscope } from './check-dashscope.ts'
import { dashscopeProfile } from './dashscope-profile.ts'
import { readClassic, readClassicEdit, readMessages } from './dashscope-request.ts'
import type { DashscopeRequest } from './dashscope-request.ts'
import { jsonOf } from './json-of.ts'
import { makeDashscopeImages } from './make-dashscope-images.ts'
import type { DashscopeJob } from './make-dashscope-images.ts'
import type { MediaDialect } from './media-dialect.ts'
import { openInput } from './open-input.ts'
import { Refusal } from './refusal.ts'
import type { RefusalKind } from './refusals-of.ts'

const services = '/api/v1/services/aigc'
const ways: Readonly<Record<string, Way>> = {
  [`${services}/multimodal-generation/generation`]: { task: false, classic: false, read: readMessages },
  [`${services}/image-generation/generation`]: { task: true, classic: false, read: readMessages },
  [`${services}/text2image/image-synthesis`]: { task: true, classic: true, read: readClassic },
  [`${services}/image2image/image-synthesis`]: { task: true, classic: true, read: readClassicEdit },
}

/** The form of request and answer at a path. */
interface Way {
  readonly task: boolean
  /** True for the older form: a prompt without messages, and results in a list. */
  readonly classic: boolean
  read(body: JsonObject): DashscopeRequest
}

/** The time in milliseconds that a task takes by default. */
const usually = 400

/** DashScope's images (Qwen, Wan), at once and by tasks, implemented without the adapter of the format. */
export const dashscope: MediaDialect = {
  ...dashscopeProfile,
  format: 'dashscope',
  models: { 'demo-dashscope': 'predict', 'demo-dashscope-async': 'predict' },
  serves: (path) => path in ways,
  async read(json, demoRequest) {
    const { task, classic, read } = ways[demoRequest.path] ?? atOnce
    checkHeader(demoRequest, task)
    const request = read(jsonOf(json))
    const { size, count } = checkDashscope(request)
    const inputs = await openInputs(request.images, demoRequest)
    return {
      prompt: request.prompt,
      answer(directives) {
        const job = { request, size, count, inputs, demoRequest, directives }
        if (directives.has('ok-error')) return sendJson(demoRequest, 200, okError(demoRequest, directives))
        if (directives.has('block')) return sendFailure(demoRequest, dashscopeProfile, failures.block)
        return task ? submit(job, classic) : answerAtOnce(job)
      },
    }
  },
}

const atOnce: Way = { task: false, classic: false, read: readMessages }

function checkHeader({ headers }: DemoRequest, task: boolean): void {
  const asynchronous = headers['x-dashscope-async']?.toLowerCase() === 'enable'
  if (asynchronous === task) return
  const how = task ? 'synchronous' : 'asynchronous'
  throw new Refusal(refuseDashscope(`current user api does not support ${how} calls.`, 'AccessDenied', 403, 'permission'))
}

async function openInputs(urls: readonly string[], demoRequest: DemoRequest): Promise<readonly Bitmap[]> {
  const opened: Bitmap[] = []
  for (const url of urls) {
    const bitmap = await openInput(url, demoRequest)
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
  const { demoRequest, directives, request, size } = job
  const made = await makeDashscopeImages(job)
  const urls = made.flatMap((item) => (typeof item === 'string' ? [] : [item.url]))
  const [first] = made
  if (urls.length === 0 && typeof first === 'string') return sendFailure(demoRequest, dashscopeProfile, failures[first])
  const output = { choices: choicesOf(request.model, urls) }
  const usage = { image_count: urls.length, width: size.width, height: size.height }
  return sendDocument(demoRequest, dashscopeProfile, { output, usage, request_id: demoRequest.requestId }, directives)
}

/** The choices of an answer: Qwen puts all images into one message, Wan each into a choice of its own. */
function choicesOf(model: string, urls: readonly string[]): readonly JsonObject[] {
  if (dashscopeModel(model).family === 'qwen') return [choice(urls.map((image) => ({ image })))]
  return urls.map((image) => choice([{ type: 'image', image }]))
}

function choice(content: readonly JsonObject[]): JsonObject {
  return { finish_reason: 'stop', message: { role: 'assistant', content } }
}

function submit(job: DashscopeJob, classic: boolean): void {
  const { demoRequest, directives } = job
  const id = deriveId('task', demoRequest.requestId)
  const takes = directives.has('task-time') ? readDuration(directives.get('task-time')) : usually
  const submitted = Date.now()
  let finished: Promise<JsonObject> | undefined
  const result = (): Promise<JsonObject> => (finished ??= finish(job, classic))
  demoRequest.state.tasks.put(id, {
    submitted,
    runs: submitted + takes / 2,
    ends: submitted + takes,
    result,
    cancelled: directives.has('cancel'),
  })
  sendJson(demoRequest, 200, { output: { task_status: 'PENDING', task_id: id }, request_id: demoRequest.requestId })
}

/** The final document of a task. */
async function finish(job: DashscopeJob, classic: boolean): Promise<JsonObject> {
  const { request, size, count } = job
  const made = await makeDashscopeImages(job)
  const urls = made.flatMap((item) => (typeof item === 'string' ? [] : [item.url]))
  const [first] = made
  const metrics = { TOTAL: count, SUCCEEDED: urls.length, FAILED: count - urls.length }
  if (urls.length === 0 && typeof first === 'string') return { output: { task_status: 'FAILED', ...words[first], task_metrics: metrics } }
  const output = classic
    ? {
        results: made.map((item) =>
          typeof item === 'string' ? words[item] : { orig_prompt: stripDirectives(request.prompt), url: item.url },
        ),
      }
    : { finished: true, choices: choicesOf(request.model, urls) }
  return {
    output: { task_status: 'SUCCEEDED', ...output, task_metrics: metrics },
    usage: { image_count: urls.length, ...(!classic && { size: `${size.width}*${size.height}` }) },
  }
}

function okError({ requestId }: DemoRequest, directives: Directives): JsonObject {
  const code = directives.get('ok-error')?.words[0] ?? 'DataInspectionFailed'
  return { code, message: 'Demo provider: an error in a 200, as asked for', request_id: requestId }
}

const words = {
  filter: { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content. (demo, as asked for)' },
  fail: { code: 'InternalError.Algo', message: 'An internal error has occured during execution. (demo, as asked for)' },
  block: { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content. (demo, as asked for)' },
} as const satisfies Record<RefusalKind | 'block', JsonObject>

const failures: Readonly<Record<keyof typeof words, Failure>> = {
  filter: refuseDashscope(words.filter.message, words.filter.code, 400, 'policy'),
  fail: refuseDashscope(words.fail.message, words.fail.code, 500, 'server'),
  block: refuseDashscope(words.block.message, words.block.code, 400, 'policy'),
}
