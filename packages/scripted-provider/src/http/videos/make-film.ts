import { createHash } from 'node:crypto'
import { encodeFilm } from './encode-film.ts'
import type { Film } from './film.ts'

const mostBytes = 32 * 1024 * 1024
/** What was asked for lately: a file is fetched more often than it is made. */
const remembered = new Map<string, Buffer>()
let bytes = 0
const underWay = new Map<string, Promise<Buffer>>()
let last: Promise<unknown> = Promise.resolve()

/** An MP4 file that shows its prompt; the same wish gives the same file. One at a time, however many are asked for. */
export function makeFilm(film: Film): Promise<Buffer> {
  const key = keyOf(film)
  const known = remembered.get(key)
  if (known) return Promise.resolve(known)
  const already = underWay.get(key)
  if (already) return already
  const turn = last.then(() => encodeFilm(film))
  underWay.set(key, turn)
  last = settle(key, turn)
  return turn
}

async function settle(key: string, turn: Promise<Buffer>): Promise<void> {
  try {
    remember(key, await turn)
  } catch {
    // told to whoever asked
  } finally {
    underWay.delete(key)
  }
}

function keyOf({ inputs, ...film }: Film): string {
  const hash = createHash('sha256').update(JSON.stringify(film))
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
