import type { VideoTask } from './video-task.ts'

/** Whole percents of the time that a task takes: 100 only when it has ended. */
export function progressOf({ runs, ends }: VideoTask, now: number): number {
  if (now >= ends) return 100
  if (now <= runs) return 0
  return Math.min(99, Math.floor((100 * (now - runs)) / (ends - runs)))
}
