import type { VideoResult } from '@interlingua/video'
import { FetchError } from '../media/fetch-error.ts'
import { ResultsError } from '../results/results-error.ts'
import type { Pieces } from '../results/storage.ts'
import type { TaskPlace } from '../tasks/task-driver.ts'
import { openVideo } from './open-video.ts'
import { readDownload } from './read-download.ts'
import type { KeptVideo } from './video-documents.ts'
import { VideoLost } from './video-lost.ts'

/** Keeps a video among the results of the gateway, piece by piece. Rejects with a `VideoLost`. */
export async function keepVideo(video: VideoResult, place: TaskPlace): Promise<KeptVideo> {
  const { gateway } = place
  const counted = { size: 0 }
  try {
    const pieces = await piecesOf(video, place)
    const kept = await gateway.results.put(limited(pieces, gateway.videoBytes, counted), mimeOf(video))
    return { ...kept, size: counted.size }
  } catch (error) {
    if (error instanceof VideoLost) throw error
    if (error instanceof ResultsError) throw new VideoLost(error.reason === 'too-large' ? 'too-large' : 'storage', error.message)
    if (error instanceof FetchError) throw new VideoLost('away', `a video could not be fetched: ${error.message}`)
    throw new VideoLost('away', 'a video could not be fetched: its host could not be reached, or broke off')
  }
}

async function piecesOf(video: VideoResult, place: TaskPlace): Promise<Pieces> {
  if (video.type === 'inline') return decoded(video.base64)
  const opened = await openVideo(video, place)
  // Another gateway's download, a file within a document.
  return video.mime === 'application/json' ? readDownload(opened) : opened
}

function mimeOf({ mime = 'video/mp4' }: VideoResult): string {
  return mime.startsWith('video/') ? mime : 'video/mp4'
}

/** Characters of base64 that are decoded at once: whole groups of four. */
const stride = 1_048_576

async function* decoded(base64: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let from = 0; from < base64.length; from += stride) yield Buffer.from(base64.slice(from, from + stride), 'base64')
}

async function* limited(pieces: Pieces, limit: number, counted: { size: number }): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    counted.size += piece.byteLength
    if (counted.size > limit) throw new VideoLost('too-large', `a video is larger than ${limit} bytes`)
    yield piece
  }
  if (counted.size === 0) throw new VideoLost('away', 'a video that could be fetched is empty')
}
