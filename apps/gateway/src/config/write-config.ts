import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Outcome of a write: the name of the backup beside the file, or the reason for which nothing was written. */
export type WriteOutcome = { readonly backup: string } | { readonly refused: 'changed' | 'busy' | 'not-writable'; readonly reason: string }

/** Backups of a file that are kept. */
const mostBackups = 10
/** Milliseconds after which the draft of another process counts as left behind. */
const stale = 60_000

/**
 * Replaces the text of a configuration file, if it is still the one before, and keeps that beside it. A link stays a link, mode and owner stay, and
 * readers see either text whole; a file that cannot be replaced, such as one that is mounted alone, is written in its place.
 */
export function writeConfig(path: string, before: string, after: string, now: number = Date.now()): WriteOutcome {
  let file: string
  try {
    file = realpathSync(path)
  } catch {
    return { refused: 'changed', reason: 'The file is gone.' }
  }
  const { mode, uid, gid, nlink } = statSync(file)
  if (!mayWrite(file, mode)) return { refused: 'not-writable', reason: 'The gateway may not write the file: it is read-only.' }
  const draft = join(dirname(file), `.${basename(file)}.new`)
  removeStale(draft, now)
  let handle: number
  try {
    // The draft keeps other processes from writing at the same time.
    handle = openSync(draft, 'wx', mode & 0o777)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return { refused: 'busy', reason: 'Another change of the file is being written at this moment.' }
    return {
      refused: 'not-writable',
      reason: `The gateway may not write into the file's folder, where the backup would be (${codeOf(error)}).`,
    }
  }
  try {
    if (!readFileSync(file).equals(Buffer.from(before))) return { refused: 'changed', reason: 'The file has changed since.' }
    const sameOwner = keepOwner(handle, uid, gid)
    fchmodSync(handle, mode & 0o7777)
    writeFileSync(handle, after)
    fsyncSync(handle)
    const backup = `${basename(file)}.${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}.bak`
    const copy = join(dirname(file), backup)
    writeFileSync(copy, before, { flag: 'wx', mode: mode & 0o777, flush: true })
    if (nlink > 1 || !sameOwner || !replaced(draft, file)) overwrite(file, before, after)
    dropBackups(file)
    return { backup }
  } catch (error) {
    return { refused: 'not-writable', reason: `The file could not be written (${codeOf(error)}); it has its text from before.` }
  } finally {
    closeSync(handle)
    rmSync(draft, { force: true })
  }
}

/** True if the mode and the system let this process write; the system lets an administrator write whatever the mode says. */
function mayWrite(file: string, mode: number): boolean {
  if ((mode & 0o222) === 0) return false
  try {
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function removeStale(draft: string, now: number): void {
  try {
    if (now - statSync(draft).mtimeMs > stale) rmSync(draft)
  } catch {
    // There is none, or it stays and is told as such.
  }
}

function keepOwner(handle: number, uid: number, gid: number): boolean {
  try {
    fchownSync(handle, uid, gid)
    return true
  } catch {
    return false
  }
}

/** Puts the draft in the place of the file; false where the system lets no file be replaced. */
function replaced(draft: string, file: string): boolean {
  try {
    renameSync(draft, file)
    return true
  } catch (error) {
    if (['EBUSY', 'EXDEV', 'EPERM', 'EACCES'].includes(codeOf(error))) return false
    throw error
  }
}

/** Writes the file in its place; after a failure it has the text from before, as far as the system lets it. */
function overwrite(file: string, before: string, after: string): void {
  const handle = openSync(file, 'r+')
  try {
    writeWhole(handle, after)
  } catch (error) {
    writeWhole(handle, before)
    throw error
  } finally {
    closeSync(handle)
  }
}

function writeWhole(handle: number, text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) written += writeSync(handle, bytes, written, bytes.length - written, written)
  ftruncateSync(handle, bytes.length)
  fsyncSync(handle)
}

/** Deletes the oldest backups beyond those that are kept. */
function dropBackups(file: string): void {
  const beginning = `${basename(file)}.`
  const backups = readdirSync(dirname(file))
    .filter((name) => name.startsWith(beginning) && /^\d{8}T\d{9}Z\.bak$/.test(name.slice(beginning.length)))
    .toSorted()
  for (const name of backups.slice(0, -mostBackups)) rmSync(join(dirname(file), name), { force: true })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
