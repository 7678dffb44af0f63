import type { DocumentStore } from '../store/store.ts'
import { readTask, taskKinds } from './task-documents.ts'
import { taskStates } from './task-states.ts'
import type { Task } from './task.ts'

/** Those who wait for tasks to be settled. */
export interface Waiters {
  wait(id: string, signal: AbortSignal): Promise<Task | undefined>
  /** A task was settled here. */
  tell(task: Task): void
  /** Nobody hears any more: whoever still waits is told that nothing is known of it. */
  close(): void
}

/** Tasks that other gateways settle are seen in the store, `interval` milliseconds late at most. */
export function createWaiters(documents: DocumentStore, interval = 500): Waiters {
  const waiting = new Map<string, Set<(task: Task | undefined) => void>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function tell(id: string, task: Task | undefined): void {
    const waiters = waiting.get(id)
    waiting.delete(id)
    if (waiters) for (const resolve of waiters) resolve(task)
  }

  function plan(): void {
    if (waiting.size > 0 && !closed) timer ??= setTimeout(() => void look(), interval).unref()
  }

  /** Never rejects: a store that cannot be reached may be reached the next time. */
  async function look(): Promise<void> {
    const ids = [...waiting.keys()]
    try {
      const found = new Map((await documents.getMany(taskKinds.task, ids, Date.now())).map((document) => [document.id, document]))
      for (const id of ids) {
        const document = found.get(id)
        const task = document && readTask(document)
        if (task === undefined || taskStates.isSettled(task.state)) tell(id, task)
      }
    } catch {}
    timer = undefined
    plan()
  }

  /** Where it is settled or gone; `undefined` where it is neither, or nobody can know now. */
  async function find(id: string): Promise<{ readonly task: Task | undefined } | undefined> {
    try {
      const document = await documents.get(taskKinds.task, id, Date.now())
      const task = document && readTask(document)
      return task === undefined || taskStates.isSettled(task.state) ? { task } : undefined
    } catch {
      return undefined
    }
  }

  return {
    async wait(id, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Task | undefined>()
      // The signal may come while the store is asked, when nobody listens to this yet.
      promise.catch(() => {})
      const waiters = waiting.get(id) ?? new Set()
      waiters.add(resolve)
      waiting.set(id, waiters)
      const leave = (): void => {
        waiters.delete(resolve)
        if (waiters.size === 0 && waiting.get(id) === waiters) waiting.delete(id)
      }
      const give = (): void => reject(signal.reason)
      signal.addEventListener('abort', give, { once: true })
      try {
        // Listened for first, then looked at: what is settled in between is not missed.
        const found = await find(id)
        if (found !== undefined) return found.task
        plan()
        return await promise
      } finally {
        signal.removeEventListener('abort', give)
        leave()
      }
    },
    tell: (task) => tell(task.id, task),
    close() {
      closed = true
      clearTimeout(timer)
      for (const id of waiting.keys()) tell(id, undefined)
    },
  }
}
