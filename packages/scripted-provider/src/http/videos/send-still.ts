import type { Exchange } from '../exchange.ts'
import { paint } from '../paint/paint.ts'
import { printImage } from '../paint/print-image.ts'
import { sendVideo } from './send-video.ts'
import type { VideoTask } from './video-task.ts'

/** Sends a frame of a video of a task. */
export async function sendStill(
  exchange: Exchange,
  { films }: VideoTask,
  index: number,
  mime: 'image/png' | 'image/jpeg' = 'image/jpeg',
): Promise<void> {
  const film = films[index]
  if (!film) throw new TypeError('a task has as many stills as it tells of')
  const image = await printImage(await paint({ ...film, mime }), { mime })
  return sendVideo(exchange, { length: image.length, pieces: () => [image] }, mime)
}
