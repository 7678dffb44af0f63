import type { DocumentStore } from '../store/store.ts'
import { settleTask } from './apply-step.ts'
import { changeTask } from './change-task.ts'
import { createPoller, type PollerOptions } from './create-poller.ts'
import { createTaskId } from './create-task-id.ts'
import { intervalOf } from './interval-of.ts'
import { listOpenTasks } from './list-open-tasks.ts'
import { retryUntilDone } from './retry-until.ts'
import { readTask, taskKinds, writeOpenTask, writeTask } from './task-documents.ts'
import { taskStates } from './task-states.ts'
import type { SubmittedTask, Task } from './task.ts'
import type { Tasks } from './tasks.ts'

const week = 7 * 86_400_000

export interface TasksOptions extends Omit<PollerOptions, 'settled'> {
  /** Milliseconds after which it is seen that another gateway settled a task. */
  readonly waitEvery?: number
}

/** The tasks of one gateway over a store that it may share with others. */
export function createTasks(options: TasksOptions): Tasks {
  const { documents, drivers, gateway } = options
  const waiters = createWaiters(documents, options.waitEvery)
  const poller = createPoller({ ...options, settled: waiters.tell })

  /** A driver that is not there, and a channel that is gone, are found out when the task is due. */
  function firstWait(task: SubmittedTask): number {
    const channel = gateway()?.channels.find(({ name }) => name === task.channel)
    const driver = drivers[task.kind]
    return channel && driver ? intervalOf(task, driver, channel) : 0
  }

  return {
    async create({ owner, kind, channel, payload, deadline, lifetime = week }) {
      if (!(deadline > 0 && lifetime > deadline)) throw new TypeError('a task must outlive its deadline')
      const createdAt = Date.now()
      const until = createdAt + deadline
      const task: Task = {
        id: createTaskId(),
        owner,
        kind,
        channel,
        state: 'created',
        payload,
        createdAt,
        deadline: until,
        expiresAt: createdAt + lifetime,
        nextPoll: until,
        polls: 0,
        unreached: 0,
        missing: 0,
        revision: 1,
      }
      // First what lets it be found: one that is kept is also ended.
      await documents.insert(writeOpenTask(task))
      if (!(await documents.insert(writeTask(task)))) throw new Error('a random id was taken')
      poller.watch(task)
      return task
    },
    async submit(id, upstreamId, payload) {
      // What the upstream calls it is known nowhere else: it is worth waiting for the store.
      const done = await retryUntilDone(() =>
        changeTask(documents, id, (task) => {
          if (task.upstreamId !== undefined || taskStates.isSettled(task.state)) return task
          const now = Date.now()
          const submitted = { ...task, state: taskStates.later(task.state, 'submitted'), upstreamId, submittedAt: now }
          const known = payload === undefined ? submitted : { ...submitted, payload }
          return { ...known, nextPoll: Math.min(now + firstWait(known), task.deadline) }
        }),
      )
      if (done?.changed) poller.watch(done.task)
      return done?.task
    },
    async settle(id, outcome) {
      const done = await changeTask(documents, id, (task) => settleTask(task, outcome, Date.now()))
      if (done === undefined) return undefined
      const { task, changed: first } = done
      waiters.tell(task)
      // What is left of it there is found when the task would be due.
      if (first) await documents.delete(taskKinds.open, id).catch(() => {})
      return { task, first }
    },
    async find(id, owner) {
      const document = await documents.get(taskKinds.task, id, Date.now())
      return document === undefined || document.owner !== owner ? undefined : readTask(document)
    },
    wait: waiters.wait,
    async open({ channel, owner } = {}) {
      const tasks = await listOpenTasks(documents, channel)
      return owner === undefined ? tasks : tasks.filter((task) => task.owner === owner)
    },
    start: poller.start,
    async close() {
      await poller.close()
      waiters.close()
    },
  }
}

/** Those who wait for tasks to be settled. */
interface Waiters {
  wait(id: string, signal: AbortSignal): Promise<Task | undefined>
  /** A task was settled here. */
  tell(task: Task): void
  /** Nobody hears any more: whoever still waits is told that nothing is known of it. */
  close(): void
}

/** Tasks that other gateways settle are seen in the store, `interval` milliseconds late at most. */
function createWaiters(documents: DocumentStore, interval = 500): Waiters {
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
