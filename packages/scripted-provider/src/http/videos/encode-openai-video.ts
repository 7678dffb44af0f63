import type { JsonObject } from '@interlingua/core'
import { failureWord } from './failure-word.ts'
import { progressOf } from './progress-of.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import type { VideoTask } from './video-task.ts'
import { wordOf } from './word-of.ts'

/** The statuses of videos, which have no word for a cancelled one. */
const words = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  filtered: 'failed',
  cancelled: 'failed',
  expired: 'expired',
  empty: 'completed',
} as const
const anHour = 3600

/** Writes a video of OpenAI's. Times are in seconds since the epoch. */
export function encodeOpenaiVideo(task: VideoTask, status: TaskStatus = statusOf(task, Date.now()), now: number = Date.now()): JsonObject {
  const { id, model, submitted, ends, facts, prompt } = task
  const done = status === 'succeeded' || status === 'empty'
  const ended = Math.floor(ends / 1000)
  return {
    id,
    object: 'video',
    model,
    status: wordOf(task, status, words),
    progress: done ? 100 : progressOf(task, now),
    created_at: Math.floor(submitted / 1000),
    completed_at: done ? ended : null,
    expires_at: done ? ended + anHour : null,
    prompt,
    ...facts,
    error: errorOf(task, status),
  }
}

function errorOf(task: VideoTask, status: TaskStatus): JsonObject | null {
  switch (status) {
    case 'failed':
      return { code: failureWord(task, 'video_generation_failed'), message: 'The video went wrong. (demo, as asked for)' }
    case 'filtered':
      return { code: 'moderation_blocked', message: 'The video was blocked by our moderation system. (demo, as asked for)' }
    case 'cancelled':
      return { code: 'cancelled', message: 'The video was called off. (demo, as asked for)' }
    default:
      return null
  }
}
