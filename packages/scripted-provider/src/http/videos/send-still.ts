import type { DemoRequest } from '../demo-request.ts'
import { paint } from '../paint/paint.ts'
import { encodeImage } from '../paint/encode-image.ts'
import { sendVideo } from './send-video.ts'
import type { VideoTask } from './video-task.ts'

/** Sends a frame of a task's video. */
export async function sendStill(
  demoRequest: DemoRequest,
  { videos }: VideoTask,
  index: number,
  mime: 'image/png' | 'image/jpeg' = 'image/jpeg',
): Promise<void> {
  const video = videos[index]
  if (!video) throw new TypeError('a task has as many stills as it tells of')
  const image = await encodeImage(await paint({ ...video, mime }), { mime })
  return sendVideo(demoRequest, { length: image.length, pieces: () => [image] }, mime)
}
