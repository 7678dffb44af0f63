import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Directive } from '../../read-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { readDuration } from '../read-duration.ts'
import type { VideoFile } from './video-file.ts'

/** Sends a file piece by piece. `cut` breaks the connection in the middle, after the delay that it names. */
export async function sendVideo(demoRequest: DemoRequest, file: VideoFile, mime: string, cut?: Directive): Promise<void> {
  const { request, response, signal } = demoRequest
  response.writeHead(200, { 'content-type': mime, 'content-length': file.length })
  if (request.method === 'HEAD') return void response.end()
  let sent = 0
  for (const piece of file.pieces()) {
    if (cut && sent + piece.length > file.length / 2) {
      response.write(piece.subarray(0, Math.floor(piece.length / 2)))
      await sleep(readDuration(cut), undefined, { signal })
      return void setImmediate(() => response.destroy())
    }
    sent += piece.length
    if (!response.write(piece)) await once(response, 'drain', { signal }).catch(() => {}) // a client that left is noticed below
    if (signal.aborted) return
  }
  response.end()
}
