import type { JsonObject } from '@interlingua/core'

/** A task whose state follows the clock. */
export interface StoredTask {
  /** The time of submission in milliseconds since the epoch. */
  readonly submitted: number
  readonly runs: number
  readonly ends: number
  /**
   * The final document without the task's id and times. The first call starts the work, so that a task which is never polled costs nothing.
   */
  result(): Promise<JsonObject>
  readonly cancelled?: boolean
}

export interface TaskStore {
  put(id: string, task: StoredTask): void
  get(id: string): StoredTask | undefined
}

const most = 1000

/** Creates a store that drops the oldest tasks above its limit. */
export function createTaskStore(): TaskStore {
  const tasks = new Map<string, StoredTask>()
  return {
    put(id, task) {
      tasks.set(id, task)
      for (const oldest of tasks.keys()) {
        if (tasks.size <= most) break
        tasks.delete(oldest)
      }
    },
    get: (id) => tasks.get(id),
  }
}
