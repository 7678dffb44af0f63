import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'
import type { SubmittedTask, Task } from './task.ts'
import type { TaskStep } from './task-step.ts'

/** How tasks of one kind are asked after. `task-drivers.ts` lists all: tasks must go on after a restart. */
export interface TaskDriver {
  /** Milliseconds until the upstream is asked next. `polls` says how often it was already. */
  interval(task: SubmittedTask, channel: Channel): number
  /**
   * Asks the upstream once. What it throws is logged, and counts as an upstream that was not reached. It may fetch and keep results before it
   * says that there are any; in rare cases (a process that was held up for longer than `patience`) two do so at once.
   */
  poll(task: SubmittedTask, place: TaskPlace): Promise<TaskStep>
  /**
   * Hears of a task that a question, or its deadline, is about to settle, as it will be, before that is written: what must not be lost when the
   * process ends there is done here, and may be done twice. Where it rejects, the task stays open and is asked after again.
   */
  settling?(task: Task, place: { readonly gateway: GatewayState; readonly channel?: Channel }): Promise<void>
  /** Milliseconds that one question may take, with all that it fetches. Default 30,000. */
  readonly patience?: number | ((task: SubmittedTask) => number)
}

/** With what a question is asked. */
export interface TaskPlace {
  /** As the configuration in force says it now. */
  readonly gateway: GatewayState
  readonly channel: Channel
  /** Aborted when the time is over, and when the gateway ends. */
  readonly signal: AbortSignal
}
