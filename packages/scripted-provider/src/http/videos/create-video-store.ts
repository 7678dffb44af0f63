import type { VideoTask } from './video-task.ts'

/** The store of the tasks of all dialects. */
export interface VideoStore {
  put(task: VideoTask): void
  /** The task of this id, dialect and key. */
  get(id: string, format: string, key: string): VideoTask | undefined
  /** The task of this id for any key, for signed URLs. */
  find(id: string): VideoTask | undefined
  /** The tasks of a dialect and key, the newest first. */
  list(format: string, key: string): readonly VideoTask[]
  delete(id: string): void
}

const most = 10_000
const mostBytes = 128 * 1024 * 1024

/** Creates a store that drops the oldest tasks above the limit of tasks, or above the memory limit of their input images. */
export function createVideoStore(): VideoStore {
  const tasks = new Map<string, VideoTask>()
  let bytes = 0
  const drop = (id: string): void => {
    const task = tasks.get(id)
    if (!task) return
    bytes -= weigh(task)
    tasks.delete(id)
  }
  return {
    put(task) {
      const { id } = task
      // A changed task keeps its position.
      bytes += weigh(task) - weigh(tasks.get(id))
      tasks.set(id, task)
      for (const oldest of tasks.keys()) {
        if (tasks.size <= most && bytes <= mostBytes) break
        if (oldest !== id) drop(oldest)
      }
    },
    get(id, format, key) {
      const task = tasks.get(id)
      return task && task.format === format && task.key === key ? task : undefined
    },
    find: (id) => tasks.get(id),
    list: (format, key) => [...tasks.values()].filter((task) => task.format === format && task.key === key).toReversed(),
    delete: drop,
  }
}

function weigh(task: VideoTask | undefined): number {
  let sum = 0
  for (const { inputs } of task?.videos ?? []) for (const { data } of inputs) sum += data.length
  return sum
}
