import type { RecordedEvent } from '@interlingua/console/api'

/** Row of a stream in time: what one read of the upstream brought, and what the client was written by it. */
export interface TimedRow {
  /** Milliseconds from the arrival of the request. */
  readonly at: number
  /** Events of the upstream; none where the client was written something in a silence of the upstream. */
  readonly read: readonly string[]
  readonly wrote: readonly string[]
}

/** Milliseconds after a read in which what the client gets counts as caused by it. */
const together = 1000

/** Lays the events of both sides out in time. Each event stands in one row. */
export function layOutEvents(upstream: readonly RecordedEvent[], client: readonly RecordedEvent[]): readonly TimedRow[] {
  const rows: { at: number; read: string[]; wrote: string[] }[] = []
  for (const { at, text } of upstream) {
    const last = rows.at(-1)
    // Pieces of one read are told one after the other.
    if (last && Math.round(last.at) === Math.round(at)) last.read.push(text)
    else rows.push({ at, read: [text], wrote: [] })
  }
  const all: typeof rows = []
  let next = 0
  for (const { at, text } of client) {
    while (next < rows.length && (rows[next]?.at ?? 0) <= at) {
      const row = rows[next++]
      if (row) all.push(row)
    }
    const last = all.at(-1)
    if (last && (at - last.at < together || (last.read.length === 0 && last.at === at))) last.wrote.push(text)
    else all.push({ at, read: [], wrote: [text] })
  }
  return [...all, ...rows.slice(next)]
}
