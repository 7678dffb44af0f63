import { readFileSync } from 'node:fs'
import type { UsageRecord } from '../../metering/usage-record.ts'
import type { Value } from '../database.ts'
import { rowOfRecord } from '../row-of-record.ts'
import { usageColumns } from '../usage-columns.ts'

/** The rows of a journal. A last line that is cut was never acknowledged: the process was killed while it wrote. */
export function readJournal(file: string): readonly (readonly Value[])[] {
  const rows: (readonly Value[])[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line !== '') rows.push(rowOf(JSON.parse(line) as readonly Value[] | UsageRecord)) // written by `createJournal`
    } catch {
      // The cut one.
    }
  }
  return rows
}

/** Earlier versions wrote whole records, or knew fewer columns. */
function rowOf(written: readonly Value[] | UsageRecord): readonly Value[] {
  if (!('length' in written)) return rowOfRecord(written)
  return usageColumns.map((_, index) => written[index] ?? null)
}
