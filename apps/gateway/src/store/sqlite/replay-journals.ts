import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Value } from '../database.ts'
import { journalFile } from './journal-file.ts'
import { readJournal } from './read-journal.ts'

/** Milliseconds after which nobody writes a journal any more: processes that live begin a new one several times a second. */
const oldAge = 60_000

/**
 * Brings into the table what other processes left in their journals, and deletes those that nobody writes any more. Those of processes that
 * live are read all the same: records that are there already change nothing.
 */
export async function replayJournals(
  folder: string,
  own: ReadonlySet<string>,
  add: (rows: readonly (readonly Value[])[]) => Promise<void>,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = journalFile.pidOf(name)
    if (pid === undefined || own.has(name)) continue
    const file = join(folder, name)
    try {
      // Decided before it is read: a process that ends in between has written nothing that is not read.
      const left = isLeft(pid, file)
      await add(readJournal(file))
      if (left) rmSync(file, { force: true })
    } catch (error) {
      // Its process has just brought it in, and deleted it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // errors of the system have a code
    }
  }
}

function isLeft(pid: number, file: string): boolean {
  // Another start of the same container has the same number.
  if (pid === process.pid || Date.now() - statSync(file).mtimeMs > oldAge) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' // errors of the system have a code
  }
}
