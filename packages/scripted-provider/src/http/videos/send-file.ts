import type { Exchange } from '../exchange.ts'
import { sendFailure } from '../send-failure.ts'
import type { VendorFace } from '../vendor-face.ts'
import { pollFailure } from './poll-failure.ts'
import { sendVideo } from './send-video.ts'
import { signedAddress } from './signed-address.ts'
import { strike } from './strike.ts'
import { videoFile } from './video-file.ts'
import type { VideoTask } from './video-task.ts'

/** Sends one video of a task, well or badly, as its directives say. */
export async function sendFile(exchange: Exchange, task: VideoTask, index: number, face: VendorFace): Promise<void> {
  const failure = pollFailure(task, 'file-status')
  if (failure) return sendFailure(exchange, face, failure)
  const elsewhere = strike(task, 'redirect')
  if (elsewhere) {
    const address = new URL(signedAddress(exchange, `${task.id}.${index}.mp4`, Date.now()))
    address.hostname = elsewhere.words[0] ?? address.hostname
    return void exchange.response.writeHead(302, { location: address.href }).end()
  }
  const file = await videoFile(task, index)
  if (!file) throw new TypeError('a task has as many files as it tells of')
  return sendVideo(exchange, file, 'video/mp4', strike(task, 'cut-file'))
}
