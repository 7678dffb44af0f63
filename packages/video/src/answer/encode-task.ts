import type { JsonObject } from '@interlingua/core'
import type { VideoFacts } from '../video-state.ts'
import type { VideoTask } from '../video-task.ts'
import { errorOf } from './error-of.ts'
import { progressOf } from './progress-of.ts'
import { flatWords, providerWords, wrappedWords } from './words.ts'

/** The answer to a query for a task: the wrapped shape for the family `vf-3`, the flat shape for the others. */
export function encodeTask(task: VideoTask): JsonObject {
  return task.family === 'vf-3' ? encodeWrapped(task) : encodeFlat(task)
}

function encodeFlat(task: VideoTask): JsonObject {
  const { id, state, urls = [], family } = task
  const error = errorOf(task)
  const [url] = urls
  // A client fetches the video of the first family from the download endpoint.
  const shown = state === 'succeeded' && family !== 'vf-1' && url !== undefined
  return {
    task_id: id,
    status: flatWords[state],
    format: 'mp4',
    ...(shown && { url }),
    ...(shown && urls.length > 1 && { urls }),
    ...(error && { error }),
  }
}

function encodeWrapped(task: VideoTask): JsonObject {
  const { id, state, urls = [], model, upstreamModel, createdAt, settledAt } = task
  const url = state === 'succeeded' ? (urls[0] ?? '') : ''
  return {
    code: 'success',
    message: '',
    ...(url !== '' && { url }),
    data: {
      task_id: id,
      status: wrappedWords[state],
      progress: `${progressOf(task)}%`,
      fail_reason: errorOf(task)?.message ?? '',
      result_url: url,
      created_at: createdAt,
      submit_time: createdAt,
      ...(settledAt !== undefined && { finish_time: settledAt }),
      properties: { upstream_model_name: upstreamModel, origin_model_name: model },
      data: encodeProvider(task, url),
    },
  }
}

/**
 * The document of the provider, composed anew from the facts that a client may read. The provider's own document is never passed on: it
 * names the provider's models and accounts.
 */
function encodeProvider(task: VideoTask, url: string): JsonObject {
  const { operation, state, facts = {} } = task
  const error = errorOf(task)
  return {
    ...(operation !== undefined && { id: operation }),
    status: providerWords[state],
    ...(url !== '' && { content: { video_url: url, ...(facts.lastFrameUrl !== undefined && { last_frame_url: facts.lastFrameUrl }) } }),
    ...factsOf(facts),
    ...(error && { error: { code: String(error.code), message: error.message } }),
  }
}

function factsOf({ duration, ratio, resolution, audio, seed, createdAt, updatedAt, usage }: VideoFacts): JsonObject {
  return {
    ...(duration !== undefined && { duration }),
    ...(ratio !== undefined && { ratio }),
    ...(resolution !== undefined && { resolution }),
    ...(audio !== undefined && { generate_audio: audio }),
    ...(seed !== undefined && { seed }),
    ...(createdAt !== undefined && { created_at: createdAt }),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    ...(usage !== undefined && { usage }),
  }
}
