import { settleTask } from './apply-step.ts'
import { changeTask } from './change-task.ts'
import { createPoller, type PollerOptions } from './create-poller.ts'
import { createTaskId } from './create-task-id.ts'
import { createWaiters } from './create-waiters.ts'
import { retryUntilDone } from './retry-until.ts'
import { intervalOf } from './interval-of.ts'
import { listOpenTasks } from './list-open-tasks.ts'
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
