import { type OpenTask, readOpenTask, readTask, type Task, taskKinds, type TaskOutcome, writeTask } from './task.ts'
import type { JsonObject } from '@interlingua/core'
import type { DocumentStore } from '@interlingua/store'
import { randomBytes } from 'node:crypto'

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 32
/** Bytes from this value on are skipped, since they would make some signs likelier than others. */
const fair = 256 - (256 % signs.length)

/** Creates an id that cannot be guessed: `task_` and 32 letters and digits. */
export function createTaskId(): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(2 * length)) if (byte < fair && text.length < length) text += signs[byte % signs.length]
  return `task_${text}`
}

const pageSize = 500

/** Lists the open tasks of one channel or of all, the oldest first. A task that was just settled may still be listed. */
export async function listOpenTasks(documents: DocumentStore, channel?: string): Promise<readonly OpenTask[]> {
  const tasks: OpenTask[] = []
  for (;;) {
    const last = tasks.at(-1)
    const page = await documents.list(taskKinds.open, {
      now: Date.now(),
      limit: pageSize,
      order: 'oldest-first',
      ...(channel !== undefined && { owner: channel }),
      ...(last && { after: { createdAt: last.createdAt, id: last.id } }),
    })
    tasks.push(...page.map(readOpenTask))
    if (page.length < pageSize) return tasks
  }
}

/**
 * Writes the result of `edit` for the newest state of a task, by compare and set; the same value back means no write. Returns the task, and whether
 * this call changed it; undefined if there is none. Rejects with a `StoreError`.
 */
export async function changeTask(
  documents: DocumentStore,
  id: string,
  edit: (task: Task) => Task | Promise<Task>,
): Promise<{ readonly task: Task; readonly changed: boolean } | undefined> {
  for (;;) {
    const document = await documents.get(taskKinds.task, id, Date.now())
    if (document === undefined) return undefined
    const task = readTask(document)
    const edited = await edit(task)
    if (edited === task) return { task, changed: false }
    if (await documents.replace(writeTask(edited))) return { task: { ...edited, revision: task.revision + 1 }, changed: true }
  }
}

/** Tasks at upstreams, kept in the store, and polled by any process on the store. All methods but `close` may reject with a `StoreError`. */
export interface Tasks {
  /** Stores a task. The upstream may be called once this resolves, and not before. */
  create(request: TaskRequest): Promise<Task>
  /**
   * Stores the id at the upstream, before any client is told; the task is polled from then on. Waits some seconds for a store that cannot be reached;
   * undefined if the task is gone.
   */
  submit(id: string, upstreamId: string, payload?: JsonObject): Promise<Task | undefined>
  /** Settles a task. `first`: true if this call did it; later calls change nothing. */
  settle(id: string, outcome: TaskOutcome): Promise<{ readonly task: Task; readonly first: boolean } | undefined>
  /** Finds a task of this owner; another owner's task counts as missing. */
  find(id: string, owner: string): Promise<Task | undefined>
  /**
   * Resolves once the task is settled by any process; with undefined if it is gone. Rejects only with the signal's reason, and goes on waiting while
   * the store cannot be reached.
   */
  wait(id: string, signal: AbortSignal): Promise<Task | undefined>
  /** Lists open tasks of a channel, of an owner, or all, the oldest first. A task that was just settled may still be listed. */
  open(filter?: { readonly channel?: string; readonly owner?: string }): Promise<readonly OpenTask[]>
  /** Starts to poll open tasks. */
  start(): void
  /** Looks at a task that another process changed. Never rejects. */
  look(task: string): void
  /** Stops polling, which leaves open tasks to other processes, and ends all waits. Never rejects. */
  close(): Promise<void>
}

export interface TaskRequest {
  readonly owner: string
  readonly kind: string
  readonly channel: string
  readonly payload: JsonObject
  /** Milliseconds from now. */
  readonly deadline: number
  /** Milliseconds from now for which the task is kept, longer than `deadline`. Default seven days. */
  readonly lifetime?: number
}
