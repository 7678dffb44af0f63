import type { Failure } from '@interlingua/core'
import { failureAskedFor } from '../failure-asked-for.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import type { VideoTask } from './video-task.ts'

/** The error that a directive of the task asks for when the client polls (`poll-status`) or fetches the file (`file-status`). */
export function pollFailure(task: VideoTask, name: 'poll-status' | 'file-status'): Failure | undefined {
  const directive = applyOnPoll(task, name)
  return directive && failureAskedFor(new Map([['status', directive]]), task.format)
}
