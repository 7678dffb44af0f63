import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@interlingua/core'
import type { Directive } from '../../read-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { readDuration } from '../read-duration.ts'
import { videoFile } from './video-file.ts'
import type { VideoFile } from './video-file.ts'
import type { VideoTask } from './video-task.ts'

/** A video in a document. */
export interface InlineVideo {
  /** A placeholder for the base64 of the video, which may be used more than once. */
  readonly base64: string
  readonly size: number
}

/**
 * Sends JSON with videos in base64 piece by piece, so that no file is in memory twice. `print` puts the placeholders into a document, and
 * `cut` breaks the connection in the middle of the first video.
 */
export async function sendInlineVideos(
  demoRequest: DemoRequest,
  task: VideoTask,
  indexes: readonly number[],
  encode: (videos: readonly InlineVideo[]) => JsonObject,
  cut?: Directive,
): Promise<void> {
  const { response, signal } = demoRequest
  const files: VideoFile[] = []
  for (const index of indexes) {
    const file = await videoFile(task, index)
    if (file) files.push(file)
  }
  const document = encode(files.map(({ length: size }, i) => ({ base64: `${mark}${i}${mark}`, size })))
  // The parts alternate between text and the index of a file.
  const parts = JSON.stringify(document).split(new RegExp(`${mark}(\\d+)${mark}`))
  const fileOf = (i: number): VideoFile | undefined => (i % 2 === 1 ? files[Number(parts[i])] : undefined)
  const length = parts.reduce((sum, text, i) => sum + (inBase64(fileOf(i)) ?? Buffer.byteLength(text)), 0)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  for (const [i, text] of parts.entries()) {
    const file = fileOf(i)
    if (!file) {
      response.write(text)
      continue
    }
    let sent = 0
    for (const piece of file.pieces()) {
      if (cut && sent + piece.length > file.length / 2) {
        await sleep(readDuration(cut), undefined, { signal })
        return void setImmediate(() => response.destroy())
      }
      sent += piece.length
      // A piece whose length is a multiple of three encodes to complete base64.
      if (!response.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64')))
        await once(response, 'drain', { signal }).catch(() => {}) // a client that left is noticed below
      if (signal.aborted) return
    }
  }
  response.end()
}

/** The delimiter of placeholders, which no text of these answers holds. */
const mark = '@interlingua-video@'

function inBase64(file: VideoFile | undefined): number | undefined {
  return file && Math.ceil(file.length / 3) * 4
}
