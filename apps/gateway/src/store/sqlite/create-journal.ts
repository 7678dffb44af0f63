import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { Value } from '../database.ts'
import { rowOfRecord } from '../row-of-record.ts'
import type { UsageKeeper } from '../usage-keeper.ts'
import { journalFile } from './journal-file.ts'
import { readJournal } from './read-journal.ts'

/** Milliseconds between a record and its row, and after a failure until the next try. */
const delay = 250
const patience = 2000
/**
 * Rows that are added in one go, about a millisecond's work: other requests are served in between. As many records become rows at once, for
 * what is held for long is copied by each collection of garbage.
 */
const rowsAtOnce = 256
/** Records that are held in memory while the table cannot be written. What is more stays in the journals. */
const recordsHeld = 100_000

/** A stretch of the journal: begun by the first record after the last one was taken to the table, deleted when its rows are there. */
interface Segment {
  readonly name?: string
  readonly handle?: number
  /** Those that are not in the table yet. Absent: nobody knows which those are, and they are in the file alone. */
  rows?: (readonly Value[])[]
}

export interface Journal extends UsageKeeper {
  /** The files that this process still needs. */
  readonly files: ReadonlySet<string>
}

/**
 * Usage records on their way into SQLite: a record is kept as soon as the system has it in a file, one write for all that end in the same
 * turn of the event loop, and becomes a row a little later. Without a folder there is no file.
 */
export function createJournal(
  folder: string | undefined,
  add: (rows: readonly (readonly Value[])[]) => Promise<void>,
  report: (problem: string) => void,
): Journal {
  const files = new Set<string>()
  let arrived: (readonly Value[])[] = []
  let waiting: (() => void)[] = []
  let current: Segment | undefined
  const full: Segment[] = []
  let held = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<boolean> | undefined
  /** The table could not be written the last time. */
  let failing = false

  function write(): void {
    if (arrived.length === 0) return
    const rows = arrived
    const dones = waiting
    arrived = []
    waiting = []
    let written = false
    try {
      current ??= open()
      let text = ''
      if (current.handle !== undefined) for (const row of rows) text += `${JSON.stringify(row)}\n`
      if (current.handle !== undefined) writeSync(current.handle, text)
      written = true
    } catch (error) {
      report(`the journal of usage records cannot be written: ${String(error)}`)
      current ??= {}
    }
    current.rows ??= []
    for (const row of rows) current.rows.push(row)
    held += rows.length
    // What comes next gets a file of its own, which may be a better one.
    if (!written) shelve()
    schedule(delay)
    for (const done of dones) done()
  }

  function writeAndAdvance(): void {
    write()
    if (running === undefined && !failing && current) advance(current)
  }

  function open(): Segment {
    if (folder === undefined) return {}
    const name = journalFile.name(process.pid)
    const handle = openSync(join(folder, name), 'ax', 0o600)
    files.add(name)
    return { name, handle }
  }

  /** Nothing more is written to the segment. */
  function shelve(): void {
    if (current === undefined) return
    full.push(current)
    const { handle } = current
    current = undefined
    try {
      if (handle !== undefined) closeSync(handle)
    } catch (error) {
      report(`a journal of usage records cannot be closed: ${String(error)}`)
    }
  }

  function schedule(millis: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void settle()
    }, millis).unref()
  }

  /** Makes rows of the records of a segment that is still written to, where there are many. Its file goes when all of them are rows. */
  function advance(segment: Segment): void {
    const rows = segment.rows?.slice(0, rowsAtOnce) ?? []
    if (rows.length < rowsAtOnce) return
    running = add(rows)
      .then(
        () => {
          segment.rows?.splice(0, rows.length)
          held -= rows.length
          return true
        },
        // The next run tells.
        () => {
          failing = true
          return false
        },
      )
      .finally(ended)
  }

  function ended(): void {
    running = undefined
  }

  /** True: nothing is left. One at a time. */
  function drain(): Promise<boolean> {
    running ??= bring().finally(ended)
    return running
  }

  async function settle(): Promise<void> {
    // A run that has begun may have begun before the last record.
    if (running) await running
    await drain()
  }

  async function bring(): Promise<boolean> {
    write()
    shelve()
    try {
      for (let segment = full[0]; segment; segment = full[0]) {
        await addAll(segment)
        full.shift()
      }
      failing = false
      return true
    } catch (error) {
      failing = true
      report(`usage records wait in the journal: ${String(error)}`)
      if (held > recordsHeld) release()
      schedule(patience)
      return false
    }
  }

  async function addAll({ name, rows: known }: Segment): Promise<void> {
    const file = name === undefined || folder === undefined ? undefined : join(folder, name)
    const rows = known ?? (file === undefined ? [] : readJournal(file))
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      if (from > 0) await pause()
      await add(rows.slice(from, from + rowsAtOnce))
    }
    if (known) held -= known.length
    if (file === undefined || name === undefined) return
    rmSync(file, { force: true })
    files.delete(name)
  }

  function release(): void {
    const lost = full.filter(({ name, rows }) => name === undefined && rows).length
    if (lost > 0) report('usage records are lost: neither the database nor the journal can be written')
    for (const segment of full) delete segment.rows
    held = 0
  }

  return {
    files,
    keep(record, done) {
      arrived.push(rowOfRecord(record))
      if (waiting.push(done) === 1) setImmediate(writeAndAdvance)
    },
    settle,
    async close() {
      await settle()
      clearTimeout(timer)
    },
  }
}
