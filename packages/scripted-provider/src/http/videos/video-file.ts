import { makeVideo } from './make-video.ts'
import type { VideoTask } from './video-task.ts'

/** An MP4 file, padded at its end up to the size that a directive asks for. */
export interface VideoFile {
  readonly length: number
  /** The file in pieces of at most 96 KiB. The padding repeats the same zeros. */
  pieces(): Iterable<Uint8Array>
}

/** The length of a piece, a multiple of three, so that pieces can be encoded in base64 one by one. */
const piece = 96 * 1024
const megabyte = 1_000_000

/** Encodes a video of a task. `[demo:size 100]` pads it to 100 MB with an empty box, as MP4 allows. */
export async function videoFile({ videos, directives }: VideoTask, index: number): Promise<VideoFile | undefined> {
  const video = videos[index]
  if (!video) return undefined
  const file = await makeVideo(video)
  const wanted = Number(directives.get('size')?.words[0] ?? 0) * megabyte
  // The length of the box has 32 bits.
  const padding = Number.isFinite(wanted) && wanted >= file.length + 8 ? Math.min(wanted - file.length, 0xffffffff) : 0
  return { length: file.length + padding, pieces: () => pieces(file, padding) }
}

function* pieces(file: Buffer, padding: number): Iterable<Uint8Array> {
  // The head of the box is joined to the file, so that all pieces but the last are full.
  const head = Buffer.alloc(padding > 0 ? 8 : 0)
  if (padding > 0) {
    head.writeUInt32BE(padding)
    head.write('free', 4)
  }
  const whole = Buffer.concat([file, head])
  const zeros = Buffer.alloc(piece)
  const length = file.length + padding
  for (let at = 0; at < length; at += piece) {
    const wide = Math.min(piece, length - at)
    if (at >= whole.length) yield zeros.subarray(0, wide)
    else if (at + wide <= whole.length) yield whole.subarray(at, at + wide)
    else yield Buffer.concat([whole.subarray(at), zeros.subarray(0, at + wide - whole.length)])
  }
}
