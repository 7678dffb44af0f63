import type { VideoTask } from './video-task.ts'

/** The progress of a task in whole percents, which is 100 only at the end. */
export function progressOf({ runs, ends }: VideoTask, now: number): number {
  if (now >= ends) return 100
  if (now <= runs) return 0
  return Math.min(99, Math.floor((100 * (now - runs)) / (ends - runs)))
}
