import type { DemoRequest } from '../demo-request.ts'
import { sendFailure } from '../send-failure.ts'
import type { VendorProfile } from '../vendor-profile.ts'
import { pollFailure } from './poll-failure.ts'
import { sendVideo } from './send-video.ts'
import { signedAddress } from './signed-address.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import { videoFile } from './video-file.ts'
import type { VideoTask } from './video-task.ts'

/** Sends a video of a task as its directives ask. */
export async function sendFile(demoRequest: DemoRequest, task: VideoTask, index: number, profile: VendorProfile): Promise<void> {
  const failure = pollFailure(task, 'file-status')
  if (failure) return sendFailure(demoRequest, profile, failure)
  const elsewhere = applyOnPoll(task, 'redirect')
  if (elsewhere) {
    const address = new URL(signedAddress(demoRequest, `${task.id}.${index}.mp4`, Date.now()))
    address.hostname = elsewhere.words[0] ?? address.hostname
    return void demoRequest.response.writeHead(302, { location: address.href }).end()
  }
  const file = await videoFile(task, index)
  if (!file) throw new TypeError('a task has as many files as it tells of')
  return sendVideo(demoRequest, file, 'video/mp4', applyOnPoll(task, 'cut-file'))
}
