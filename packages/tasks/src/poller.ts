import { applyStep, timeOut } from './apply-step.ts'
import {
  readTask,
  type SubmittedTask,
  type Task,
  type TaskDriver,
  type TaskHost,
  taskKinds,
  taskStates,
  type TaskStep,
  writeTask,
} from './task.ts'
import { changeTask, listOpenTasks } from './tasks.ts'
import { type DocumentStore, StoreError } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'
import { randomBytes } from 'node:crypto'

/** Milliseconds for a driver without a valid interval. */
const usual = 5_000

/** Milliseconds until the next poll of a task. Never throws, since the news of a poll must be written in any case. */
export function intervalOf(task: SubmittedTask, driver: Pick<TaskDriver, 'interval'>, channel: Channel): number {
  try {
    const interval = driver.interval(task, channel)
    return Number.isFinite(interval) && interval > 0 ? interval : usual
  } catch {
    return usual
  }
}

/** Milliseconds between two tries, and for all of them. */
const pause = 250
const longestTryMs = 15_000

/**
 * Runs a step that writes to the store, again for a while if the store cannot be reached; rejects with the last error. The step may be done twice.
 */
export async function retryUntilDone<Result>(step: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + longestTryMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof StoreError) || error.refused || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Polls open tasks until they are settled. */
interface Poller {
  /** Plans the next poll of a task that was changed by this process. */
  watch(task: Task): void
  /** Looks at a task that another process changed. */
  look(task: string): void
  start(): void
  close(): Promise<void>
}

export interface PollerOptions<Host extends TaskHost = TaskHost> {
  readonly documents: DocumentStore
  /** Drivers by kind of task. Tasks of a kind without a driver stay open until their deadlines. */
  readonly drivers: Readonly<Record<string, TaskDriver<Host>>>
  /** Host by the current configuration; undefined while the program starts. */
  readonly host: () => Host | undefined
  /** Called for each task that is settled here, or found settled. */
  readonly settled: (task: Task) => void
  readonly report: (event: TaskEvent) => void
  /** Lead among the processes of a gateway: only the one that leads polls. Default: this one. */
  readonly lead?: { leads(): boolean; report(task: string): void }
  /** Milliseconds between two searches for tasks of other processes. Default 5,000. */
  readonly lookEvery?: number
  /** Milliseconds for which others wait beyond the timeout of a poll. Default 5,000. */
  readonly margin?: number
}

/** Event for the log. */
export interface TaskEvent {
  readonly problem: string
  readonly task?: string
  readonly kind?: string
  readonly channel?: string
}

const defaultTimeoutMs = 30_000
/** Largest number of polls at one channel at the same time. */
const mostAtOnce = 16
/** Milliseconds until the next look at a task that another process just changed, or for which the channel had no place. */
const retryDelayMs = 50
/** Milliseconds within which a new task's second document is written. */
const making = 60_000
/** Largest number of unknown words of upstreams that are reported. */
const mostWords = 100

export function createPoller<Host extends TaskHost>({
  documents,
  drivers,
  host,
  settled,
  report,
  lead,
  lookEvery = 5_000,
  margin = 5_000,
}: PollerOptions<Host>): Poller {
  const me = randomBytes(8).toString('hex')
  /** Timers of open tasks by id; undefined while a task is polled. */
  const timers = new Map<string, NodeJS.Timeout | undefined>()
  const running = new Map<Promise<void>, AbortController>()
  const asking = new Map<string, number>()
  const words = new Set<string>()
  let finder: NodeJS.Timeout | undefined
  let closed = false
  let storeGone = false

  function plan(id: string, delay: number): void {
    if (closed) return
    clearTimeout(timers.get(id))
    // Timers of the platform have a largest delay, above which they fire at once.
    const timer = setTimeout(() => begin(id), Math.min(Math.max(0, delay), 86_400_000)).unref()
    timers.set(id, timer)
  }

  function begin(id: string): void {
    timers.set(id, undefined)
    const controller = new AbortController()
    const work = look(id, controller).catch((error: unknown) => {
      noteStore(error)
      plan(id, lookEvery)
    })
    running.set(work, controller)
    void work.finally(() => running.delete(work))
  }

  async function look(id: string, controller: AbortController): Promise<void> {
    const document = await documents.get(taskKinds.task, id, Date.now())
    storeGone = false
    if (document === undefined) return miss(id)
    const task = readTask(document)
    if (taskStates.isSettled(task.state)) return finish(task)
    const now = Date.now()
    if (task.nextPoll > now) return plan(id, delayOf(task, now))
    const driver = drivers[task.kind]
    const channel = host()?.channels.find(({ name }) => name === task.channel)
    if (isSubmitted(task) && driver && channel) return pollTask(task, driver, channel, controller)
    // Without a channel the task cannot be polled; the channel may come back before the deadline.
    if (now < task.deadline) return plan(id, Math.min(lookEvery, task.deadline - now))
    await change(id, driver, channel, (newest) => (newest.nextPoll > Date.now() ? newest : timeOut(newest, Date.now())))
  }

  async function pollTask(task: SubmittedTask, driver: TaskDriver<Host>, channel: Channel, controller: AbortController): Promise<void> {
    const { id } = task
    const others = asking.get(channel.name) ?? 0
    if (others >= mostAtOnce) return plan(id, retryDelayMs + retryDelayMs * Math.random())
    asking.set(channel.name, others + 1)
    try {
      const timeoutMs = timeoutOf(driver, task)
      const now = Date.now()
      const claimed: SubmittedTask = { ...task, asker: me, lastPoll: now, polls: task.polls + 1, nextPoll: now + timeoutMs + margin }
      if (!(await documents.replace(writeTask(claimed)))) return plan(id, retryDelayMs * Math.random())
      const asked = { ...claimed, revision: task.revision + 1 }
      const step = closed ? undefined : await question(asked, driver, channel, controller, timeoutMs)
      if (step === undefined) return await release(id)
      const interval = intervalOf(asked, driver, channel)
      await change(id, driver, channel, (newest) => applyStep(newest, step, Date.now(), interval))
    } finally {
      const left = (asking.get(channel.name) ?? 1) - 1
      if (left > 0) asking.set(channel.name, left)
      else asking.delete(channel.name)
    }
  }

  /** Polls once. Never rejects; undefined if the poller was closed meanwhile. */
  async function question(
    task: SubmittedTask,
    driver: TaskDriver<Host>,
    channel: Channel,
    controller: AbortController,
    timeoutMs: number,
  ): Promise<TaskStep | undefined> {
    const current = host()
    if (current === undefined) return undefined
    const { signal } = controller
    const cut = Promise.withResolvers<TaskStep | undefined>()
    const timer = setTimeout(() => cut.resolve({ state: 'unreachable', problem: 'the upstream did not answer in time' }), timeoutMs)
    const end = (): void => cut.resolve(undefined)
    signal.addEventListener('abort', end)
    // Wrapped, so that an error thrown by the driver at once is caught too.
    const polled = Promise.resolve()
      .then(() => driver.poll(task, { host: current, channel, signal }))
      .catch((error: unknown): TaskStep => ({ state: 'unreachable', problem: nameOf(error) }))
    const step = await Promise.race([polled, cut.promise])
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    controller.abort(new Error('the time for this question is over'))
    if (step) note(task, step)
    return step
  }

  /** Releases a claimed task, so that another process may poll it at once. */
  async function release(id: string): Promise<void> {
    await changeTask(documents, id, (newest) => {
      if (newest.asker !== me || taskStates.isSettled(newest.state)) return newest
      const { asker: _, ...left } = newest
      return { ...left, nextPoll: Date.now() }
    })
  }

  async function change(
    id: string,
    driver: TaskDriver<Host> | undefined,
    channel: Channel | undefined,
    edit: (task: Task) => Task,
  ): Promise<void> {
    const current = host()
    const done = await changeTask(documents, id, async (newest) => {
      const edited = edit(newest)
      if (edited !== newest && taskStates.isSettled(edited.state) && current)
        await driver?.settling?.(edited, channel === undefined ? { host: current } : { host: current, channel })
      return edited
    })
    if (done === undefined) return miss(id)
    if (taskStates.isSettled(done.task.state)) return finish(done.task)
    plan(id, delayOf(done.task, Date.now()))
  }

  async function finish(task: Task): Promise<void> {
    settled(task)
    await drop(task.id)
  }

  /** Handles a task without a document: one that is just being made will have it soon, and any other is dropped. */
  async function miss(id: string): Promise<void> {
    const place = await documents.get(taskKinds.open, id, Date.now())
    if (place && place.createdAt > Date.now() - making) plan(id, lookEvery)
    else await drop(id)
  }

  async function drop(id: string): Promise<void> {
    await documents.delete(taskKinds.open, id)
    timers.delete(id)
  }

  /** Milliseconds until the next look; short for a task that is not submitted, since its process announces the submit to no other. */
  function delayOf({ state, nextPoll }: Task, now: number): number {
    return state === 'created' ? Math.min(nextPoll - now, 2 * lookEvery) : nextPoll - now
  }

  async function find(): Promise<void> {
    try {
      if (lead === undefined || lead.leads()) for (const { id } of await listOpenTasks(documents)) if (!timers.has(id)) plan(id, 0)
      storeGone = false
    } catch (error) {
      noteStore(error)
    }
    if (!closed) finder = setTimeout(() => void find(), lookEvery).unref()
  }

  function note({ id, kind, channel, unreached }: Task, step: TaskStep): void {
    if (step.state === 'unreachable' && unreached === 0) report({ problem: step.problem, task: id, kind, channel })
    if (step.state !== 'unknown' || words.size >= mostWords) return
    const word = /^[\w.-]{1,40}$/.test(step.word) ? step.word : 'no word'
    if (words.has(`${kind} ${word}`)) return
    words.add(`${kind} ${word}`)
    report({ problem: `the upstream says an unknown word of a task: ${word}`, task: id, kind, channel })
  }

  function noteStore(error: unknown): void {
    if (storeGone || closed) return
    storeGone = true
    // Only the message of a `StoreError` is told, since others may quote a task's content.
    report({ problem: `tasks cannot be looked at: ${error instanceof StoreError ? error.message : nameOf(error)}` })
  }

  return {
    watch(task) {
      if (lead !== undefined && !lead.leads()) return lead.report(task.id)
      // A task that is being polled is planned again at the end of the poll.
      if (timers.has(task.id) && timers.get(task.id) === undefined) return
      plan(task.id, task.nextPoll - Date.now())
    },
    look(task) {
      if (!timers.has(task) || timers.get(task) !== undefined) plan(task, 0)
    },
    start: () => void find(),
    async close() {
      closed = true
      clearTimeout(finder)
      for (const timer of timers.values()) clearTimeout(timer)
      for (const controller of running.values()) controller.abort(new Error('the tasks are closed'))
      await Promise.allSettled(running.keys())
    },
  }
}

function timeoutOf({ timeoutMs = defaultTimeoutMs }: Pick<TaskDriver, 'timeoutMs'>, task: SubmittedTask): number {
  return typeof timeoutMs === 'function' ? timeoutMs(task) : timeoutMs
}

function isSubmitted(task: Task): task is SubmittedTask {
  return task.upstreamId !== undefined
}

/** Name of an error without its message, which may quote content. */
function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
  return `the question failed (${String(code ?? name ?? 'unknown')})`
}
