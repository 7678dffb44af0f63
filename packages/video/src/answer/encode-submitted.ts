import type { JsonObject } from '@interlingua/core'
import type { VideoTask } from '../video-task.ts'

/** What whoever submits a wish gets. */
export function encodeSubmitted({ id, model, createdAt }: VideoTask): JsonObject {
  return { id, task_id: id, object: 'video', model, status: 'queued', progress: 0, created_at: createdAt }
}
