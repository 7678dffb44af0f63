import { createHash } from 'node:crypto'
import { encodeVideo } from './encode-video.ts'
import type { Video } from './video.ts'

const mostBytes = 32 * 1024 * 1024
/** The latest files, which clients fetch more often than the demo makes them. */
const remembered = new Map<string, Buffer>()
let bytes = 0
const underWay = new Map<string, Promise<Buffer>>()
let last: Promise<unknown> = Promise.resolve()

/** Makes an MP4 file that shows its prompt; the same request gives the same file. Encodes one file at a time. */
export function makeVideo(video: Video): Promise<Buffer> {
  const key = keyOf(video)
  const known = remembered.get(key)
  if (known) return Promise.resolve(known)
  const already = underWay.get(key)
  if (already) return already
  const turn = last.then(() => encodeVideo(video))
  underWay.set(key, turn)
  last = settle(key, turn)
  return turn
}

async function settle(key: string, turn: Promise<Buffer>): Promise<void> {
  try {
    remember(key, await turn)
  } catch {
    // reported to the caller
  } finally {
    underWay.delete(key)
  }
}

function keyOf({ inputs, ...video }: Video): string {
  const hash = createHash('sha256').update(JSON.stringify(video))
  for (const { width, data } of inputs) hash.update(`${width} `).update(data)
  return hash.digest('base64')
}

function remember(key: string, file: Buffer): void {
  remembered.set(key, file)
  bytes += file.length
  for (const [oldest, { length }] of remembered) {
    if (bytes <= mostBytes) break
    remembered.delete(oldest)
    bytes -= length
  }
}
