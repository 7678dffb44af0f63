import { createHash } from 'node:crypto'

/** A store of results that clients fetch by their URL. */
export interface FileStore {
  /** Stores a file and returns its name, which is the same for the same bytes. */
  put(bytes: Buffer, mime: string): string
  get(name: string): StoredFile | undefined
}

export interface StoredFile {
  readonly bytes: Buffer
  readonly mime: string
  readonly until: number
}

const most = 500
const mostBytes = 128 * 1024 * 1024
const anHour = 3_600_000

/** Creates a store that drops the oldest files above its limits, and each file after an hour. */
export function createFileStore(): FileStore {
  const files = new Map<string, StoredFile>()
  let size = 0
  const drop = (name: string): void => {
    size -= files.get(name)?.bytes.length ?? 0
    files.delete(name)
  }
  return {
    put(bytes, mime) {
      const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${mime === 'image/png' ? 'png' : 'jpeg'}`
      drop(name)
      files.set(name, { bytes, mime, until: Date.now() + anHour })
      size += bytes.length
      for (const oldest of files.keys()) {
        if (files.size <= most && size <= mostBytes) break
        if (oldest !== name) drop(oldest)
      }
      return name
    },
    get(name) {
      const file = files.get(name)
      if (file !== undefined && file.until < Date.now()) drop(name)
      return files.get(name)
    },
  }
}
