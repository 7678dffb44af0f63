import type { Channel } from '../channels/channel.ts'
import type { TaskDriver } from './task-driver.ts'
import type { SubmittedTask } from './task.ts'

/** Milliseconds where a driver has no sensible word. */
const usual = 5_000

/** Milliseconds until a task is asked after next. Never throws: what was learnt must be written, whatever a driver makes of the time. */
export function intervalOf(task: SubmittedTask, driver: TaskDriver, channel: Channel): number {
  try {
    const interval = driver.interval(task, channel)
    return Number.isFinite(interval) && interval > 0 ? interval : usual
  } catch {
    return usual
  }
}
