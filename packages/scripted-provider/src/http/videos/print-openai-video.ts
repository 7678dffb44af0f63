import type { JsonObject } from '@interlingua/core'
import { failureWord } from './failure-word.ts'
import { progressOf } from './progress-of.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import type { VideoTask } from './video-task.ts'
import { wordOf } from './word-of.ts'

/** There is no word for what was called off. */
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

/** A video of OpenAI's. Times are in seconds since the epoch. */
export function printOpenaiVideo(task: VideoTask, standing: Standing = standOf(task, Date.now()), now: number = Date.now()): JsonObject {
  const { id, model, submitted, ends, facts, prompt } = task
  const done = standing === 'succeeded' || standing === 'empty'
  const ended = Math.floor(ends / 1000)
  return {
    id,
    object: 'video',
    model,
    status: wordOf(task, standing, words),
    progress: done ? 100 : progressOf(task, now),
    created_at: Math.floor(submitted / 1000),
    completed_at: done ? ended : null,
    expires_at: done ? ended + anHour : null,
    prompt,
    ...facts,
    error: errorOf(task, standing),
  }
}

function errorOf(task: VideoTask, standing: Standing): JsonObject | null {
  switch (standing) {
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
