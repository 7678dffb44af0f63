import type { VideoTask } from '../video-task.ts'

/**
 * The progress from 0 to 100: 100 for an ended task, and for a running one the number that the upstream reported (11 to 99), or else 50.
 */
export function progressOf({ state, progress }: VideoTask): number {
  switch (state) {
    case 'created':
    case 'submitted':
      return 0
    case 'queued':
      return 10
    case 'running':
      return progress === undefined ? 50 : Math.min(99, Math.max(11, Math.round(progress)))
    default:
      return 100
  }
}
