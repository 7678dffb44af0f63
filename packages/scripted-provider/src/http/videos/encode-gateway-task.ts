import type { JsonObject } from '@interlingua/core'
import { progressOf } from './progress-of.ts'
import type { TaskStatus } from './status-of.ts'
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
const reasons: Readonly<Partial<Record<TaskStatus, readonly [number, string]>>> = {
  failed: [500, 'The video went wrong. (demo, as asked for)'],
  filtered: [400, 'The video was withheld by a safety filter. (demo, as asked for)'],
  cancelled: [499, 'The task was called off. (demo, as asked for)'],
  expired: [504, 'The task took too long. (demo, as asked for)'],
}

/** Writes the answer to a submission, or a smaller shape of it: `[demo:variant pending]`, `[demo:variant submitted]`. */
export function encodeSubmitted({ id, model, submitted, directives }: VideoTask): JsonObject {
  const created = Math.floor(submitted / 1000)
  const variant = directives.get('variant')?.words ?? []
  if (variant.includes('pending')) return { task_id: id, status: 'pending', created_at: created }
  if (variant.includes('submitted')) return { task_id: id, status: 'submitted', format: 'mp4' }
  return { id, task_id: id, object: 'video', model, status: 'queued', progress: 0, created_at: created }
}

/** True for a task in the wrapped shape: tasks of VF-3 by default, or by `[demo:variant flat]` and `[demo:variant wrapped]`. */
export function isWrapped({ facts, directives }: VideoTask): boolean {
  const words = directives.get('variant')?.words ?? []
  return facts['family'] === 'vf-3' ? !words.includes('flat') : words.includes('wrapped')
}

/** Writes the flat shape, with `urls` for several videos. */
export function encodeFlat(task: VideoTask, status: TaskStatus, urls: readonly string[]): JsonObject {
  const [code, message] = reasons[status] ?? []
  const [url] = urls
  return {
    task_id: task.id,
    status: wordOf(task, status, flat),
    format: 'mp4',
    ...(url !== undefined && { url }),
    ...(urls.length > 1 && { urls }),
    ...(message !== undefined && code !== undefined && { error: { code, message } }),
  }
}

/** Writes the wrapped shape. `[demo:variant failure]` selects the status that some gateways use for failures. */
export function encodeWrapped(task: VideoTask, status: TaskStatus, now: number, urls: readonly string[]): JsonObject {
  const { id, model, facts, directives } = task
  const word = wordOf(task, status, wrapped)
  const [, reason = ''] = reasons[status] ?? []
  const [url = ''] = urls
  const { family: _family, ...told } = facts
  const percents = status === 'queued' ? 10 : status === 'running' ? Math.max(11, progressOf(task, now)) : 100
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
        status: status === 'gone' ? '' : inner[status],
        ...told,
        ...(url !== '' && { content: { video_url: url } }),
      },
    },
  }
}
