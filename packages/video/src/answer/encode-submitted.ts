import type { JsonObject } from '@interlingua/core'
import type { VideoTask } from '../video-task.ts'

/** The answer to a request that was accepted: the id of its task under both names, with the status `queued`. */
export function encodeSubmitted({ id, model, createdAt }: VideoTask): JsonObject {
  return { id, task_id: id, object: 'video', model, status: 'queued', progress: 0, created_at: createdAt }
}
