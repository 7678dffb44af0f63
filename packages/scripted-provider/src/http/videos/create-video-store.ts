import type { VideoTask } from './video-task.ts'

/** The tasks of all dialects, as long as they are remembered. */
export interface VideoStore {
  put(task: VideoTask): void
  /** A task of this dialect and key. */
  get(id: string, format: string, key: string): VideoTask | undefined
  /** Whoever asks, for addresses that are signed instead. */
  find(id: string): VideoTask | undefined
  /** The newest first. */
  list(format: string, key: string): readonly VideoTask[]
  delete(id: string): void
}

const most = 10_000
const mostBytes = 128 * 1024 * 1024

/** Forgets the oldest tasks when there are too many, or when the images that were given with them take too much memory. */
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
      // A task that changes keeps its place.
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
  for (const { inputs } of task?.films ?? []) for (const { data } of inputs) sum += data.length
  return sum
}
