import { randomBytes } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'
import { StoreError } from '../store/store-error.ts'
import type { DocumentStore } from '../store/store.ts'
import { applyStep, timeOut } from './apply-step.ts'
import { changeTask } from './change-task.ts'
import { listOpenTasks } from './list-open-tasks.ts'
import { readTask, taskKinds, writeTask } from './task-documents.ts'
import { intervalOf } from './interval-of.ts'
import type { TaskDriver } from './task-driver.ts'
import { taskStates } from './task-states.ts'
import type { TaskStep } from './task-step.ts'
import type { SubmittedTask, Task } from './task.ts'

/** Asks after open tasks, until they are settled. */
export interface Poller {
  /** This task was changed here: it is looked at when it is due. */
  watch(task: Task): void
  start(): void
  close(): Promise<void>
}

export interface PollerOptions {
  readonly documents: DocumentStore
  readonly drivers: Readonly<Record<string, TaskDriver>>
  /** The one in force. */
  readonly gateway: () => GatewayState | undefined
  /** Hears of each task that is settled here, or was found settled. */
  readonly settled: (task: Task) => void
  readonly report: (event: TaskEvent) => void
  /** Milliseconds between two looks for tasks that others made. */
  readonly lookEvery?: number
  /** Milliseconds for which others wait beyond the time that a question may take. */
  readonly margin?: number
}

/** Something that operators should know. */
export interface TaskEvent {
  readonly problem: string
  readonly task?: string
  readonly kind?: string
  readonly channel?: string
}

const defaultPatience = 30_000
/** Questions at one channel at the same time. */
const mostAtOnce = 16
/** Milliseconds until a task is looked at again that another just changed, or for which there was no place. */
const soon = 50
/** Milliseconds in which a task that is found is written. */
const making = 60_000
/** Words of upstreams that are reported. */
const mostWords = 100

export function createPoller({ documents, drivers, gateway, settled, report, lookEvery = 5_000, margin = 5_000 }: PollerOptions): Poller {
  const me = randomBytes(8).toString('hex')
  /** When each open task is looked at next; those that are looked at now have no timer. */
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
    // Longer waits than the platform's timers know would be none.
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
    const channel = gateway()?.channels.find(({ name }) => name === task.channel)
    if (isSubmitted(task) && driver && channel) return ask(task, driver, channel, controller)
    // Nobody can be asked: the channel may come back, until it is too late.
    if (now < task.deadline) return plan(id, Math.min(lookEvery, task.deadline - now))
    await change(id, driver, channel, (newest) => (newest.nextPoll > Date.now() ? newest : timeOut(newest, Date.now())))
  }

  async function ask(task: SubmittedTask, driver: TaskDriver, channel: Channel, controller: AbortController): Promise<void> {
    const { id } = task
    const others = asking.get(channel.name) ?? 0
    if (others >= mostAtOnce) return plan(id, soon + soon * Math.random())
    asking.set(channel.name, others + 1)
    try {
      const patience = patienceOf(driver, task)
      const now = Date.now()
      const claimed: SubmittedTask = { ...task, asker: me, lastPoll: now, polls: task.polls + 1, nextPoll: now + patience + margin }
      if (!(await documents.replace(writeTask(claimed)))) return plan(id, soon * Math.random())
      const asked = { ...claimed, revision: task.revision + 1 }
      const step = closed ? undefined : await question(asked, driver, channel, controller, patience)
      if (step === undefined) return await release(id)
      const interval = intervalOf(asked, driver, channel)
      await change(id, driver, channel, (newest) => applyStep(newest, step, Date.now(), interval))
    } finally {
      const left = (asking.get(channel.name) ?? 1) - 1
      if (left > 0) asking.set(channel.name, left)
      else asking.delete(channel.name)
    }
  }

  /** Never rejects; `undefined` where the gateway ended meanwhile. */
  async function question(
    task: SubmittedTask,
    driver: TaskDriver,
    channel: Channel,
    controller: AbortController,
    patience: number,
  ): Promise<TaskStep | undefined> {
    const state = gateway()
    if (state === undefined) return undefined
    const { signal } = controller
    const cut = Promise.withResolvers<TaskStep | undefined>()
    const timer = setTimeout(() => cut.resolve({ state: 'unreachable', problem: 'the upstream did not answer in time' }), patience)
    const end = (): void => cut.resolve(undefined)
    signal.addEventListener('abort', end)
    // Also what a driver throws at once is caught.
    const told = Promise.resolve()
      .then(() => driver.poll(task, { gateway: state, channel, signal }))
      .catch((error: unknown): TaskStep => ({ state: 'unreachable', problem: nameOf(error) }))
    const step = await Promise.race([told, cut.promise])
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    controller.abort(new Error('the time for this question is over'))
    if (step) note(task, step)
    return step
  }

  /** Somebody else may go on with it at once. */
  async function release(id: string): Promise<void> {
    await changeTask(documents, id, (newest) => {
      if (newest.asker !== me || taskStates.isSettled(newest.state)) return newest
      const { asker: _, ...left } = newest
      return { ...left, nextPoll: Date.now() }
    })
  }

  async function change(
    id: string,
    driver: TaskDriver | undefined,
    channel: Channel | undefined,
    edit: (task: Task) => Task,
  ): Promise<void> {
    const state = gateway()
    const done = await changeTask(documents, id, async (newest) => {
      const edited = edit(newest)
      if (edited !== newest && taskStates.isSettled(edited.state) && state)
        await driver?.settling?.(edited, channel === undefined ? { gateway: state } : { gateway: state, channel })
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

  /** One that is just being made is there soon; of any other nothing is left. */
  async function miss(id: string): Promise<void> {
    const place = await documents.get(taskKinds.open, id, Date.now())
    if (place && place.createdAt > Date.now() - making) plan(id, lookEvery)
    else await drop(id)
  }

  async function drop(id: string): Promise<void> {
    await documents.delete(taskKinds.open, id)
    timers.delete(id)
  }

  /** Nobody announces that a task which another made was submitted. */
  function delayOf({ state, nextPoll }: Task, now: number): number {
    return state === 'created' ? Math.min(nextPoll - now, 2 * lookEvery) : nextPoll - now
  }

  async function find(): Promise<void> {
    try {
      for (const { id } of await listOpenTasks(documents)) if (!timers.has(id)) plan(id, 0)
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
    // Of anything else the message may quote what a task holds.
    report({ problem: `tasks cannot be looked at: ${error instanceof StoreError ? error.message : nameOf(error)}` })
  }

  return {
    watch(task) {
      // One that is being looked at is planned by whoever looks at it.
      if (timers.has(task.id) && timers.get(task.id) === undefined) return
      plan(task.id, task.nextPoll - Date.now())
    },
    start: () => void find(),
    async close() {
      closed = true
      clearTimeout(finder)
      for (const timer of timers.values()) clearTimeout(timer)
      for (const controller of running.values()) controller.abort(new Error('the gateway is ending'))
      await Promise.allSettled(running.keys())
    },
  }
}

function patienceOf({ patience = defaultPatience }: TaskDriver, task: SubmittedTask): number {
  return typeof patience === 'function' ? patience(task) : patience
}

function isSubmitted(task: Task): task is SubmittedTask {
  return task.upstreamId !== undefined
}

/** Not its message: that may quote. */
function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
  return `the question failed (${String(code ?? name ?? 'unknown')})`
}
