import type { JsonObject } from '@interlingua/core'

/** A task that ends by the clock. */
export interface StoredTask {
  /** Milliseconds since the epoch. */
  readonly submitted: number
  readonly runs: number
  readonly ends: number
  /** What is told once it has ended, without its id and its times. The work begins when this is called first: nobody asks, nobody paints. */
  result(): Promise<JsonObject>
  readonly cancelled?: boolean
}

export interface TaskStore {
  put(id: string, task: StoredTask): void
  get(id: string): StoredTask | undefined
}

const most = 1000

/** Forgets the oldest task when there are too many. */
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
