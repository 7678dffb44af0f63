import type { TaskStatus } from './status-of.ts'
import type { VideoTask } from './video-task.ts'

/** The vendor's word for a state, or the word in `[demo:word x]` while the task runs; with `forever` that word stays after the end. */
export function wordOf<W extends Readonly<Record<Exclude<TaskStatus, 'gone'>, string>>>(
  { directives }: VideoTask,
  status: TaskStatus,
  words: W,
): string {
  const [word, until] = directives.get('word')?.words ?? []
  if (word !== undefined && (status === 'running' || until === 'forever')) return word
  return status === 'gone' ? '' : words[status]
}
