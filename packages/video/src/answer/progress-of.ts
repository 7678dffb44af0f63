import type { VideoTask } from '../video-task.ts'

/** 0 to 100: the upstream's own number where it tells one, and a guess by the state where not. Never 100 before the end. */
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
