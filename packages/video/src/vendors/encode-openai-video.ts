import type { Failure, JsonObject } from '@interlingua/core'
import { errorOf } from '../answer/error-of.ts'
import { progressOf } from '../answer/progress-of.ts'
import type { VideoTask } from '../video-task.ts'
import { sizes } from '../request/sizes.ts'

const words = {
  created: 'queued',
  submitted: 'queued',
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
} as const satisfies Record<VideoTask['state'], string>

/**
 * Encodes a task as a video object of OpenAI. `prompt` is included where the caller has it, since the task keeps none.
 * https://platform.openai.com/docs/api-reference/videos/object
 */
export function encodeOpenaiVideo(task: VideoTask, prompt?: string): JsonObject {
  const { id, model, state, createdAt, settledAt, expiresAt, asked, facts } = task
  const status = words[state]
  const error = errorOf(task)
  const seconds = facts?.duration ?? asked?.duration
  return {
    id,
    object: 'video',
    model,
    status,
    // A failed task reports 0: clients take 100 for success.
    progress: status === 'failed' ? 0 : progressOf(task),
    created_at: createdAt,
    completed_at: state === 'succeeded' ? (settledAt ?? createdAt) : null,
    expires_at: state === 'succeeded' ? (expiresAt ?? null) : null,
    prompt: prompt ?? null,
    seconds: seconds === undefined ? '' : String(seconds),
    size: sizeOf(task),
    remixed_from_video_id: asked?.remixOf ?? null,
    error: error ? { code: codeOf(task.failure, state), message: error.message } : null,
  }
}

/** The size in pixels, or else the size that resolution and ratio have in the first family (720p and 16:9 by default). */
function sizeOf({ facts = {}, asked = {} }: VideoTask): string {
  if (facts.size !== undefined) return facts.size
  if (asked.size !== undefined) return `${asked.size.width}x${asked.size.height}`
  const resolution = facts.resolution ?? asked.resolution ?? '720p'
  const ratio = facts.ratio ?? asked.aspectRatio ?? '16:9'
  const known = sizes.find((size) => size.resolution === resolution && size.aspectRatio === ratio)
  return known ? `${known.width}x${known.height}` : ''
}

/** The failure's code in OpenAI's wording, where OpenAI has one. */
function codeOf(failure: Failure | undefined, state: VideoTask['state']): string {
  if (state === 'cancelled' || state === 'expired') return state
  switch (failure?.code) {
    case 'policy':
      return 'moderation_blocked'
    case 'rate-limit':
      return 'rate_limit_exceeded'
    case 'invalid-request':
    case 'unprocessable':
    case 'unsupported':
      return 'invalid_request'
    default:
      return 'server_error'
  }
}
