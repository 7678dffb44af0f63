import type { DocumentStore } from '@interlingua/store'
import { settleTask } from './apply-step.ts'
import { changeTask, createTaskId, listOpenTasks, type Tasks } from './tasks.ts'
import { createPoller, intervalOf, type PollerOptions, retryUntilDone } from './poller.ts'
import { readTask, type SubmittedTask, type Task, type TaskHost, taskKinds, taskStates, writeOpenTask, writeTask } from './task.ts'

const week = 7 * 86_400_000

export interface TasksOptions<Host extends TaskHost = TaskHost> extends Omit<PollerOptions<Host>, 'settled'> {
  /** Milliseconds between two looks for tasks that other processes settled. Default 500. */
  readonly waitEvery?: number
}

/** Creates the tasks of one process, over a store that it may share with others. They are polled from `start` on. */
export function createTasks<Host extends TaskHost>(options: TasksOptions<Host>): Tasks {
  const { documents, drivers, host } = options
  const waiters = createWaiters(documents, options.waitEvery)
  const poller = createPoller({ ...options, settled: waiters.notify })

  /** Milliseconds until the first poll. A missing driver or channel is handled when the poll is due. */
  function firstWait(task: SubmittedTask): number {
    const channel = host()?.channels.find(({ name }) => name === task.channel)
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
      // The document of open tasks comes first, so that every task with a document is found and ended.
      await documents.insert(writeOpenTask(task))
      if (!(await documents.insert(writeTask(task)))) throw new Error('a random id was taken')
      poller.watch(task)
      return task
    },
    async submit(id, upstreamId, payload) {
      // The upstream's id is known only here, so a store that fails is tried again.
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
      waiters.notify(task)
      // A document of open tasks that stays is deleted when the task would be due.
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
    look: poller.look,
    async close() {
      await poller.close()
      waiters.close()
    },
  }
}

/** Requests that wait for tasks to be settled. */
interface Waiters {
  wait(id: string, signal: AbortSignal): Promise<Task | undefined>
  /** Tells waiting requests of a task that was settled here. */
  notify(task: Task): void
  /** Ends all waits, with undefined. */
  close(): void
}

/** Creates the waits. Tasks that other processes settle are found in the store, at most `interval` milliseconds late. */
function createWaiters(documents: DocumentStore, interval = 500): Waiters {
  const waiting = new Map<string, Set<(task: Task | undefined) => void>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function notify(id: string, task: Task | undefined): void {
    const waiters = waiting.get(id)
    waiting.delete(id)
    if (waiters) for (const resolve of waiters) resolve(task)
  }

  function plan(): void {
    if (waiting.size > 0 && !closed) timer ??= setTimeout(() => void look(), interval).unref()
  }

  /** Looks for settled tasks. Never rejects: a store that cannot be reached may be reached the next time. */
  async function look(): Promise<void> {
    const ids = [...waiting.keys()]
    try {
      const found = new Map((await documents.getMany(taskKinds.task, ids, Date.now())).map((document) => [document.id, document]))
      for (const id of ids) {
        const document = found.get(id)
        const task = document && readTask(document)
        if (task === undefined || taskStates.isSettled(task.state)) notify(id, task)
      }
    } catch {}
    timer = undefined
    plan()
  }

  /** Task that is settled, or undefined within the object for a missing one; undefined for an open task, or if the store cannot be read. */
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
      // The signal may come while the store is read, before the promise is awaited; its rejection must not count as unhandled.
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
        // The wait is registered before the look, so that a settlement in between is not missed.
        const found = await find(id)
        if (found !== undefined) return found.task
        plan()
        return await promise
      } finally {
        signal.removeEventListener('abort', give)
        leave()
      }
    },
    notify: (task) => notify(task.id, task),
    close() {
      closed = true
      clearTimeout(timer)
      for (const id of waiting.keys()) notify(id, undefined)
    },
  }
}
