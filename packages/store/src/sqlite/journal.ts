import type { Value } from '../errors.ts'
import type { UsageWriter } from '../store.ts'
import type { UsageRecord } from '../usage-record.ts'
import { rowOfRecord, usageColumns } from '../usage.ts'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'

const pattern = /^usage-(\d+)-[0-9a-f]+\.journal$/

/** Names of journals, which hold the id of the writing process. */
export const journalFile = {
  name: (pid: number): string => `usage-${pid}-${randomBytes(6).toString('hex')}.journal`,
  /** Process id in the name; undefined for other files. */
  pidOf(name: string): number | undefined {
    const pid = pattern.exec(name)?.[1]
    return pid === undefined ? undefined : Number(pid)
  },
}

/** Reads the rows of a journal. A last line that is cut was never acknowledged: the process was killed during the write. */
export function readJournal(file: string): readonly (readonly Value[])[] {
  const rows: (readonly Value[])[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line !== '') rows.push(rowOf(JSON.parse(line) as readonly Value[] | UsageRecord)) // written by `createJournal`
    } catch {
      // A cut line.
    }
  }
  return rows
}

/** Row of a journal's line. Earlier versions wrote whole records, or fewer columns. */
function rowOf(written: readonly Value[] | UsageRecord): readonly Value[] {
  if (!('length' in written)) return rowOfRecord(written)
  return usageColumns.map((_, index) => written[index] ?? null)
}

/** Milliseconds between a record and its row, and after a failure until the next try. */
const delay = 250
const retryDelayMs = 2000
/**
 * Number of rows that are added in one go, about a millisecond of work, so that requests are served in between. Rows are also written once there are
 * so many, since data that is held for long is copied by each garbage collection.
 */
const rowsAtOnce = 256
/** Largest number of records in memory while the table cannot be written; further ones stay in the journals. */
const recordsHeld = 100_000

/** File of the journal, begun by the first record after the last transfer to the table, and deleted once its rows are there. */
interface Segment {
  readonly name?: string
  readonly handle?: number
  /** Rows that are not in the table yet. Absent: they were dropped from memory, and are in the file alone. */
  rows?: (readonly Value[])[]
}

interface Journal extends UsageWriter {
  /** Files that this process still needs. */
  readonly files: ReadonlySet<string>
}

/**
 * Writes usage records to SQLite: a record is kept once the system has it in a file, with one write for all records of a turn of the event loop, and
 * becomes a row a little later. Without a folder there is no file.
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
  /** True if the last write to the table failed. */
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
    // The next records get a new file, on which writes may succeed.
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

  /** Closes the current segment for writes. */
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

  /** Transfers rows of the segment that is still being written, if there are many. Its file goes once all rows are in the table. */
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
        // The next run reports the failure.
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

  /** Transfers all records, one run at a time; true if none is left. */
  function drain(): Promise<boolean> {
    running ??= writeSegments().finally(ended)
    return running
  }

  async function settle(): Promise<void> {
    // The running transfer may have begun before the last record.
    if (running) await running
    await drain()
  }

  async function writeSegments(): Promise<boolean> {
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
      schedule(retryDelayMs)
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
