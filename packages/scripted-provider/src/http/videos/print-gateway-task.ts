import type { JsonObject } from '@interlingua/core'
import { progressOf } from './progress-of.ts'
import type { Standing } from './stand-of.ts'
import type { VideoTask } from './video-task.ts'
import { wordOf } from './word-of.ts'

const flat = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'succeeded',
  failed: 'failed',
  filtered: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  empty: 'succeeded',
} as const
const wrapped = {
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  filtered: 'FAILED',
  cancelled: 'FAILED',
  expired: 'EXPIRED',
  empty: 'SUCCESS',
} as const
const inner = { ...flat, running: 'running', cancelled: 'cancelled', expired: 'expired' } as const
const reasons: Readonly<Partial<Record<Standing, readonly [number, string]>>> = {
  failed: [500, 'The video went wrong. (demo, as asked for)'],
  filtered: [400, 'The video was withheld by a safety filter. (demo, as asked for)'],
  cancelled: [499, 'The task was called off. (demo, as asked for)'],
  expired: [504, 'The task took too long. (demo, as asked for)'],
}

/** The answer to a submission, and its smaller shapes: `[demo:variant pending]`, `[demo:variant submitted]`. */
export function printSubmitted({ id, model, submitted, directives }: VideoTask): JsonObject {
  const created = Math.floor(submitted / 1000)
  const variant = directives.get('variant')?.words ?? []
  if (variant.includes('pending')) return { task_id: id, status: 'pending', created_at: created }
  if (variant.includes('submitted')) return { task_id: id, status: 'submitted', format: 'mp4' }
  return { id, task_id: id, object: 'video', model, status: 'queued', progress: 0, created_at: created }
}

/** Whether a task is told in the wrapped shape, which is VF-3's: `[demo:variant flat]` and `[demo:variant wrapped]` say otherwise. */
export function isWrapped({ facts, directives }: VideoTask): boolean {
  const words = directives.get('variant')?.words ?? []
  return facts['family'] === 'vf-3' ? !words.includes('flat') : words.includes('wrapped')
}

/** The flat shape; `urls` where there are any. */
export function printFlat(task: VideoTask, standing: Standing, urls: readonly string[]): JsonObject {
  const [code, message] = reasons[standing] ?? []
  const [url] = urls
  return {
    task_id: task.id,
    status: wordOf(task, standing, flat),
    format: 'mp4',
    ...(url !== undefined && { url }),
    ...(urls.length > 1 && { urls }),
    ...(message !== undefined && code !== undefined && { error: { code, message } }),
  }
}

/** The wrapped shape. `[demo:variant failure]`: with the word for failures that some gateways have. */
export function printWrapped(task: VideoTask, standing: Standing, now: number, urls: readonly string[]): JsonObject {
  const { id, model, facts, directives } = task
  const word = wordOf(task, standing, wrapped)
  const [, reason = ''] = reasons[standing] ?? []
  const [url = ''] = urls
  const { family: _family, ...told } = facts
  const percents = standing === 'queued' ? 10 : standing === 'running' ? Math.max(11, progressOf(task, now)) : 100
  return {
    code: 'success',
    message: '',
    data: {
      task_id: id,
      status: word === 'FAILED' && directives.get('variant')?.words.includes('failure') === true ? 'FAILURE' : word,
      progress: `${percents}%`,
      fail_reason: reason,
      result_url: url,
      properties: { upstream_model_name: model, origin_model_name: model },
      data: {
        id: `cgt-${id.slice('task_'.length)}`,
        status: standing === 'gone' ? '' : inner[standing],
        ...told,
        ...(url !== '' && { content: { video_url: url } }),
      },
    },
  }
}
