import { createHash } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import { credentialOf } from '../caches/find-cache.ts'
import type { DocumentStore } from '../store/store.ts'

const kind = 'video-operation'

/** The document that says whose an operation of an upstream is. */
function idOf(channel: Channel, operation: string): string {
  return createHash('sha256')
    .update(`${channel.origin}\n${credentialOf(channel)}\n${operation}`)
    .digest('hex')
}

/** Notes that an operation belongs to a task. False where it belongs to another. Rejects with a `StoreError`. */
export async function claimOperation(
  documents: DocumentStore,
  channel: Channel,
  operation: string,
  task: { readonly id: string; readonly owner: string; readonly expiresAt: number },
): Promise<boolean> {
  const id = idOf(channel, operation)
  const now = Date.now()
  if (
    await documents.insert({ kind, id, owner: task.owner, createdAt: now, expiresAt: task.expiresAt, revision: 1, body: { task: task.id } })
  )
    return true
  const known = await documents.get(kind, id, now)
  return known?.body['task'] === task.id
}

/** Those of `operations` that belong to no task. */
export async function unclaimed(documents: DocumentStore, channel: Channel, operations: readonly string[]): Promise<readonly string[]> {
  const ids = operations.map((operation) => idOf(channel, operation))
  const known = new Set((await documents.getMany(kind, ids, Date.now())).map(({ id }) => id))
  return operations.filter((_, index) => !known.has(ids[index] ?? ''))
}
