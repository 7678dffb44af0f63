import type { JsonObject } from '@interlingua/core'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Task } from './task.ts'

/** Kinds of documents in the store. Open tasks have a second, small document, by which they are found without reading those that are settled. */
export const taskKinds = { task: 'task', open: 'open-task' } as const

export function readTask({ id, owner, createdAt, expiresAt, revision, body }: StoredDocument): Task {
  return { ...body, id, owner, createdAt, expiresAt, revision } as unknown as Task // written by `writeTask`
}

export function writeTask({ id, owner, createdAt, expiresAt, revision, ...body }: Task): StoredDocument {
  const written = body as unknown as JsonObject // JSON in each field, and what a failure holds is JSON too
  return { kind: taskKinds.task, id, owner, createdAt, expiresAt, revision, body: written }
}

/** Whose and where an open task is. */
export interface OpenTask {
  readonly id: string
  readonly owner: string
  readonly kind: string
  readonly channel: string
  readonly createdAt: number
}

export function readOpenTask({ id, owner, createdAt, body }: StoredDocument): OpenTask {
  return { id, owner: String(body['owner']), kind: String(body['kind']), channel: owner, createdAt }
}

/** It belongs to its channel, so that those of a channel can be listed. */
export function writeOpenTask({ id, owner, kind, channel, createdAt, expiresAt }: Task): StoredDocument {
  return { kind: taskKinds.open, id, owner: channel, createdAt, expiresAt, revision: 1, body: { owner, kind } }
}
