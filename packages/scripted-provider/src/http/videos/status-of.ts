import { readDuration } from '../read-duration.ts'
import type { VideoTask } from './video-task.ts'

/** The state of a task. `gone` means that the vendor has removed it, `empty` that it succeeded without a video. */
export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'filtered' | 'cancelled' | 'expired' | 'empty' | 'gone'

const ends = { fail: 'failed', filter: 'filtered', cancel: 'cancelled', expire: 'expired', empty: 'empty' } as const

/** The state by the clock and the directives of the prompt. A task with `fail 2` or `filter 2` fails only where every one of its videos is numbered. */
export function statusOf(task: VideoTask, now: number): TaskStatus {
  const { directives, videos } = task
  const gone = directives.get('gone')
  if (gone && now >= task.ends + readDuration(gone)) return 'gone'
  if (task.cancelled !== undefined) return 'cancelled'
  if (now < task.runs) return 'queued'
  if (now < task.ends) return 'running'
  for (const [name, end] of Object.entries(ends)) {
    const numbers = directives.get(name)?.words.filter((word) => /^\d+$/.test(word))
    if (numbers && (numbers.length === 0 || videos.every((_, i) => numbers.includes(String(i + 1))))) return end
  }
  return 'succeeded'
}
