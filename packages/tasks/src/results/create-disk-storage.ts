import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pieces, readResultName, ResultsError, type ResultStorage } from './results.ts'

const partial = /^\.[0-9a-f]{32}\.part$/
/** Milliseconds without a change after which a partial file counts as abandoned. */
const abandoned = 3_600_000

/** Stores results as files of a folder, which is made at the first write. */
export function createDiskStorage(folder: string): ResultStorage {
  async function write(name: string, bytes: Buffer | Pieces): Promise<void> {
    await guarded(() => mkdir(folder, { recursive: true, mode: 0o700 }))
    const part = join(folder, `.${randomBytes(16).toString('hex')}.part`)
    const handle = await guarded(() => open(part, 'wx', 0o600))
    try {
      try {
        if (Buffer.isBuffer(bytes)) await guarded(() => handle.writeFile(bytes))
        else for await (const piece of bytes) await guarded(() => writeAll(handle, piece))
        await guarded(() => handle.sync())
      } finally {
        await handle.close()
      }
      await guarded(() => rename(part, join(folder, name)))
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error
    }
    // The folder is synced too, so that the name is on disk; not every file system supports that.
    await syncFolder(folder)
  }

  return {
    put: write,
    async find(name) {
      const handle = await guarded(() => open(join(folder, name), 'r').catch(absent))
      if (handle === undefined) return undefined
      try {
        const { size } = await guarded(() => handle.stat())
        return {
          size,
          read: async (range) => handle.createReadStream(range ? { start: range.from, end: range.to } : {}),
          release: () => handle.close(),
        }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    delete: (name) => guarded(() => rm(join(folder, name), { force: true })),
    async sweep(now) {
      let swept = 0
      const entries = await guarded(() => opendir(folder).catch(absent))
      if (entries === undefined) return 0
      for await (const { name } of entries) {
        const known = readResultName(name)
        const path = join(folder, name)
        if (known && known.expires * 1000 <= now) {
          await guarded(() => rm(path, { force: true }))
          swept++
        } else if (partial.test(name)) {
          const facts = await guarded(() => stat(path).catch(absent))
          if (facts && facts.mtimeMs < now - abandoned) await guarded(() => rm(path, { force: true }))
        }
      }
      return swept
    },
    async ping() {
      await guarded(() => mkdir(folder, { recursive: true, mode: 0o700 }))
      await guarded(() => access(folder, constants.W_OK))
    },
    close: () => Promise.resolve(),
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let from = 0; from < piece.byteLength;) from += (await handle.write(piece, from)).bytesWritten
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Returns undefined for a missing file; throws other errors. */
function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

async function guarded<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    throw new ResultsError('unavailable', `the folder of results cannot be used (${codeOf(error)})`, error)
  }
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? 'unknown') // errors of the file system carry one
}
