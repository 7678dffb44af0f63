import type { DocumentStore } from '../store/store.ts'
import type { StoredDocument } from '../store/stored-document.ts'

export const idempotencyKeyKind = 'idempotency'

/** Milliseconds for which a wish counts as under way after its last sign of life, and between two such signs. */
export const signOfLife = { lasts: 10_000, every: 3_000 } as const

/** What is kept under a caller's word for a wish. */
export interface IdempotencyKeyBody {
  /** A mark of the body. */
  readonly hash: string
  /** The task that was made for it last. */
  readonly task?: string
  /** Whoever serves it lives at least until then, in milliseconds since the epoch; 0: nobody does any more. */
  readonly aliveUntil: number
}

/** A caller's word for a wish, held by the gateway that serves the wish first. */
export interface IdempotencyKey {
  /** From now on the wish is this task. Rejects with a `StoreError`: then nothing may be sent. */
  point(task: string): Promise<void>
  /** While the upstream is asked, whether the client waits or not. */
  busy<Result>(work: () => Promise<Result>): Promise<Result>
  /** Something was taken, or nobody knows: the word stands for this task from now on. */
  keep(): void
  /** The client has its answer, or has left. What was not kept by the end of all work is free again. */
  release(): void
}

export function createIdempotencyKey(documents: DocumentStore, held: StoredDocument): IdempotencyKey {
  let document = held
  let working = 0
  let kept = false
  let released = false
  let writing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => void write({ aliveUntil: Date.now() + signOfLife.lasts }).catch(() => {}), signOfLife.every).unref()

  /** One after the other: nobody else writes it while this gateway lives. */
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
    // A word that cannot be given back now is free once its sign of life is old.
    void (kept ? write({ aliveUntil: 0 }) : free()).catch(() => {})
  }

  return {
    point: (task) => write({ task, aliveUntil: Date.now() + signOfLife.lasts }),
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
