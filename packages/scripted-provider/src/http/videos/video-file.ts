import { makeFilm } from './make-film.ts'
import type { VideoTask } from './video-task.ts'

/** An MP4 file, which is padded at its end where it is to be larger than it has reason to be. */
export interface VideoFile {
  readonly length: number
  /** In pieces of at most 96 KiB; the same zeros again and again where it is padded. */
  pieces(): Iterable<Uint8Array>
}

/** A multiple of three: pieces of that length can be written in base64 one by one. */
const piece = 96 * 1024
const megabyte = 1_000_000

/** One video of a task, encoded now. `[demo:size 100]` makes it 100 MB with a box of nothing, as MP4 allows. */
export async function videoFile({ films, directives }: VideoTask, index: number): Promise<VideoFile | undefined> {
  const film = films[index]
  if (!film) return undefined
  const file = await makeFilm(film)
  const wanted = Number(directives.get('size')?.words[0] ?? 0) * megabyte
  // The box is named in 32 bits.
  const padding = Number.isFinite(wanted) && wanted >= file.length + 8 ? Math.min(wanted - file.length, 0xffffffff) : 0
  return { length: file.length + padding, pieces: () => pieces(file, padding) }
}

function* pieces(file: Buffer, padding: number): Iterable<Uint8Array> {
  // The box's head stands with the file, so that all pieces but the last are full.
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
