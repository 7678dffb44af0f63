import type { JsonObject } from '@interlingua/core'
import { refusalsOf } from '../media/refusals-of.ts'
import { failureWord } from './failure-word.ts'
import { progressOf } from './progress-of.ts'
import type { TaskStatus } from './status-of.ts'
import type { VideoTask } from './video-task.ts'
import { wordOf } from './word-of.ts'

const words = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  filtered: 'failed',
  cancelled: 'cancelled',
  expired: 'failed',
  empty: 'succeeded',
} as const
const reasons: Readonly<Partial<Record<TaskStatus, string>>> = {
  filtered: 'output_moderation',
  expired: 'timeout',
}
const aDay = 86_400

/** Writes a job of Azure's, with preprocessing before the queue and processing after the run. Times are in seconds since the epoch. */
export function encodeAzureJob(task: VideoTask, status: TaskStatus, now: number): JsonObject {
  const { id, model, prompt, submitted, runs, ends, facts, directives, videos } = task
  const word = wordOf(task, status, words)
  const phase =
    word === 'queued' && now < (submitted + runs) / 2
      ? 'preprocessing'
      : word === 'running' && progressOf(task, now) >= 80
        ? 'processing'
        : word
  const ended = status !== 'queued' && status !== 'running'
  const created = Math.floor(submitted / 1000)
  const there = status === 'succeeded' ? refusalsOf(directives, videos.length).flatMap((refusal, i) => (refusal ? [] : [i])) : []
  const { width, height, n_seconds: seconds } = facts
  return {
    object: 'video.generation.job',
    id,
    status: phase,
    created_at: created,
    finished_at: ended ? Math.floor(ends / 1000) : null,
    expires_at: ended ? Math.floor(ends / 1000) + aDay : null,
    generations: there.map((index) => ({
      object: 'video.generation',
      id: `gen_${id.slice('task_'.length)}${index}`,
      job_id: id,
      created_at: created,
      width: width ?? null,
      height: height ?? null,
      prompt,
      n_seconds: seconds ?? null,
    })),
    prompt,
    model,
    ...facts,
    failure_reason: status === 'failed' ? failureWord(task, 'internal_error') : (reasons[status] ?? null),
  }
}

/** The job of a generation's id, and the index of the video in it. */
export function generationOf(name: string): { readonly task: string; readonly index: number } | undefined {
  const [, unique, index] = /^gen_([0-9a-f]{32})(\d)$/.exec(name) ?? []
  return unique === undefined ? undefined : { task: `task_${unique}`, index: Number(index) }
}
