import type { DocumentStore, StoredDocument } from '@interlingua/store'
import { type Channel, credentialOf } from '@interlingua/upstreams'
import { createHash } from 'node:crypto'

export const idempotencyKeyKind = 'idempotency'

/** Milliseconds for which a request counts as running after its last renewal, and between two renewals. */
export const heartbeat = { lasts: 10_000, every: 3_000 } as const

/** Document of a caller's idempotency key. */
export interface IdempotencyKeyBody {
  /** Hash of the request's body. */
  readonly hash: string
  /** Id of the last task that was made for the request. */
  readonly task?: string
  /** Time until which the serving process claims to run, in milliseconds since the epoch; 0: it has ended. */
  readonly aliveUntil: number
}

/** Idempotency key of a request, held by the process that serves the request first. */
export interface IdempotencyKey {
  /** Stores that the request is this task. Rejects with a `StoreError`; then nothing may be sent to the upstream. */
  point(task: string): Promise<void>
  /** Runs work at the upstream; the key is held until its end, whether the client waits or not. */
  busy<Result>(work: () => Promise<Result>): Promise<Result>
  /** Keeps the key for its task, since the upstream took the request, or may have taken it. */
  keep(): void
  /** Ends the hold after the client's answer or departure. A key that was not kept is free again once all work has ended. */
  release(): void
}

export function createIdempotencyKey(documents: DocumentStore, held: StoredDocument): IdempotencyKey {
  let document = held
  let working = 0
  let kept = false
  let released = false
  let writing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => void write({ aliveUntil: Date.now() + heartbeat.lasts }).catch(() => {}), heartbeat.every).unref()

  /** Writes changes one after the other; no other process writes while this one lives. */
  function write(changes: Partial<IdempotencyKeyBody>): Promise<void> {
    const before = writing
    const next = (async (): Promise<void> => {
      await before
      const changed = { ...document, body: { ...document.body, ...changes } }
      if (await documents.replace(changed)) document = { ...changed, revision: document.revision + 1 }
    })()
    writing = next.catch(() => {})
    return next
  }

  async function free(): Promise<void> {
    await writing
    await documents.delete(document.kind, document.id)
  }

  function end(): void {
    if (!released || working > 0) return
    clearInterval(timer)
    // A key that cannot be freed now is free once its last renewal is too old.
    void (kept ? write({ aliveUntil: 0 }) : free()).catch(() => {})
  }

  return {
    point: (task) => write({ task, aliveUntil: Date.now() + heartbeat.lasts }),
    async busy(work) {
      working++
      try {
        return await work()
      } finally {
        working--
        end()
      }
    },
    keep: () => void (kept = true),
    release() {
      released = true
      end()
    },
  }
}

const kind = 'video-operation'

/** Id of the document that claims an upstream's operation for a task. */
function idOf(channel: Channel, operation: string): string {
  return createHash('sha256')
    .update(`${channel.origin}\n${credentialOf(channel)}\n${operation}`)
    .digest('hex')
}

/** Claims an operation for a task. False if another task has it; rejects with a `StoreError`. */
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

/** Filters operations that no task has claimed. */
export async function unclaimed(documents: DocumentStore, channel: Channel, operations: readonly string[]): Promise<readonly string[]> {
  const ids = operations.map((operation) => idOf(channel, operation))
  const known = new Set((await documents.getMany(kind, ids, Date.now())).map(({ id }) => id))
  return operations.filter((_, index) => !known.has(ids[index] ?? ''))
}
