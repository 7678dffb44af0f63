import type { Failure } from '@interlingua/core'
import { failureAskedFor } from '../failure-asked-for.ts'
import { strike } from './strike.ts'
import type { VideoTask } from './video-task.ts'

/** The error that a directive of a task asks for when it is looked at (`poll-status`), or when its file is fetched (`file-status`). */
export function pollFailure(task: VideoTask, name: 'poll-status' | 'file-status'): Failure | undefined {
  const directive = strike(task, name)
  return directive && failureAskedFor(new Map([['status', directive]]), task.format)
}
