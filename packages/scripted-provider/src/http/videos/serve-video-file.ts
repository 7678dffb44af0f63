import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { filesPath } from '../media/files-path.ts'
import { sendJson } from '../send-json.ts'
import { pollFailure } from './poll-failure.ts'
import { sendStill } from './send-still.ts'
import { sendVideo } from './send-video.ts'
import { addressIssue } from './signed-address.ts'
import { statusOf } from './status-of.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import { videoFile } from './video-file.ts'

/**
 * Serves `GET /demo-files/{task}.mp4?X-Tos-…` and `{task}.{number}.mp4`: a video, or its last frame, by a signed URL. Refuses a further key
 * as such stores do, and returns false for a path that is no such URL.
 */
export async function serveVideoFile(demoRequest: DemoRequest): Promise<boolean> {
  const { path, query, headers, state } = demoRequest
  const name = path.slice(filesPath.length)
  const [, id, number = '0', ending] = /^(?:lost-)?([\w-]+)(?:\.(\d))?\.(mp4|png)$/.exec(name) ?? []
  const task = id === undefined ? undefined : state.videos.find(id)
  if (!task && query['X-Tos-Signature'] === undefined) return false
  const refuse = (status: number, code: string, message: string): true => {
    sendJson(demoRequest, status, { Code: code, Message: message, RequestId: demoRequest.requestId })
    return true
  }
  if (keyOf({ headers, query: {} }) !== undefined) return refuse(400, 'InvalidArgument', 'Only one auth mechanism is allowed.')
  const issue = addressIssue(name, query)
  if (issue === 'forged') return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (issue === 'expired') return refuse(403, 'AccessDenied', 'The address has expired.')
  if (!task || name.startsWith('lost-') || statusOf(task, Date.now()) !== 'succeeded')
    return refuse(404, 'NoSuchKey', 'The demo has no such file, or no longer has it.')
  const failure = pollFailure(task, 'file-status')
  if (failure) return refuse(failure.status ?? 500, 'InternalError', failure.message)
  if (ending === 'png') {
    await sendStill(demoRequest, task, 0, 'image/png')
    return true
  }
  const file = await videoFile(task, Number(number))
  if (!file) return refuse(404, 'NoSuchKey', 'The demo has no such file.')
  await sendVideo(demoRequest, file, 'video/mp4', applyOnPoll(task, 'cut-file'))
  return true
}
