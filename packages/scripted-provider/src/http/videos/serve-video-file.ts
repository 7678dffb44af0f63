import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { filesPath } from '../media/files-path.ts'
import { sendJson } from '../send-json.ts'
import { pollFailure } from './poll-failure.ts'
import { sendStill } from './send-still.ts'
import { sendVideo } from './send-video.ts'
import { addressFlaw } from './signed-address.ts'
import { standOf } from './stand-of.ts'
import { strike } from './strike.ts'
import { videoFile } from './video-file.ts'

/**
 * `GET /demo-files/{task}.mp4?X-Tos-…`, or `{task}.{number}.mp4`: a video, or its last frame, by a signed address; such stores refuse a
 * second way to say who one is. Whether this was such an address at all.
 */
export async function serveVideoFile(exchange: Exchange): Promise<boolean> {
  const { path, query, headers, state } = exchange
  const name = path.slice(filesPath.length)
  const [, id, number = '0', ending] = /^(?:lost-)?([\w-]+)(?:\.(\d))?\.(mp4|png)$/.exec(name) ?? []
  const task = id === undefined ? undefined : state.videos.find(id)
  if (!task && query['X-Tos-Signature'] === undefined) return false
  const refuse = (status: number, code: string, message: string): true => {
    sendJson(exchange, status, { Code: code, Message: message, RequestId: exchange.requestId })
    return true
  }
  if (keyOf({ headers, query: {} }) !== undefined) return refuse(400, 'InvalidArgument', 'Only one auth mechanism is allowed.')
  const flaw = addressFlaw(name, query)
  if (flaw === 'forged') return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (flaw === 'expired') return refuse(403, 'AccessDenied', 'The address has expired.')
  if (!task || name.startsWith('lost-') || standOf(task, Date.now()) !== 'succeeded')
    return refuse(404, 'NoSuchKey', 'The demo has no such file, or has it no more.')
  const failure = pollFailure(task, 'file-status')
  if (failure) return refuse(failure.status ?? 500, 'InternalError', failure.message)
  if (ending === 'png') {
    await sendStill(exchange, task, 0, 'image/png')
    return true
  }
  const file = await videoFile(task, Number(number))
  if (!file) return refuse(404, 'NoSuchKey', 'The demo has no such file.')
  await sendVideo(exchange, file, 'video/mp4', strike(task, 'cut-file'))
  return true
}
