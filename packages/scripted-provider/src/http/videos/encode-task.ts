import type { Failure, JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import type { VendorProfile } from '../vendor-profile.ts'
import { pollFailure } from './poll-failure.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import type { VideoTask } from './video-task.ts'

/** Sends the state of a task as its directives ask. `unknown` is the error for a missing task. */
export async function encodeTask(
  task: VideoTask | undefined,
  demoRequest: DemoRequest,
  profile: VendorProfile,
  unknown: Failure,
  encode: (task: VideoTask, status: TaskStatus, now: number) => JsonObject | Promise<JsonObject>,
): Promise<void> {
  const now = Date.now()
  const taskStatus = task && statusOf(task, now)
  if (!task || !taskStatus || taskStatus === 'gone') return sendFailure(demoRequest, profile, unknown)
  const failure = pollFailure(task, 'poll-status')
  if (failure) return sendFailure(demoRequest, profile, failure)
  const cut = applyOnPoll(task, 'poll-cut')
  const directives: Directives = cut ? new Map([['cut', cut]]) : none
  return sendDocument(demoRequest, profile, await encode(task, taskStatus, now), directives)
}

const none: Directives = new Map()
