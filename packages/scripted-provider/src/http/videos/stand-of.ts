import { readDuration } from '../read-duration.ts'
import type { VideoTask } from './video-task.ts'

/** How a task stands. `gone`: the vendor keeps it no longer. `empty`: it has ended well, and there is nothing. */
export type Standing = 'queued' | 'running' | 'succeeded' | 'failed' | 'filtered' | 'cancelled' | 'expired' | 'empty' | 'gone'

const ends = { fail: 'failed', filter: 'filtered', cancel: 'cancelled', expire: 'expired', empty: 'empty' } as const

/** By the clock, and by the directives of its prompt. A number behind `fail` or `filter` is one of several videos, of which the rest is there. */
export function standOf(task: VideoTask, now: number): Standing {
  const { directives, films } = task
  const gone = directives.get('gone')
  if (gone && now >= task.ends + readDuration(gone)) return 'gone'
  if (task.cancelled !== undefined) return 'cancelled'
  if (now < task.runs) return 'queued'
  if (now < task.ends) return 'running'
  for (const [name, end] of Object.entries(ends)) {
    const numbers = directives.get(name)?.words.filter((word) => /^\d+$/.test(word))
    if (numbers && (numbers.length === 0 || films.every((_, i) => numbers.includes(String(i + 1))))) return end
  }
  return 'succeeded'
}
