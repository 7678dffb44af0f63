import { readFileSync } from 'node:fs'
import type { UsageRecord } from '../../metering/usage-record.ts'

/** The records of a journal. A last line that is cut was never acknowledged: the process was killed while it wrote. */
export function readJournal(file: string): readonly UsageRecord[] {
  const records: UsageRecord[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line !== '') records.push(JSON.parse(line) as UsageRecord) // written by `createJournal`
    } catch {
      // The cut one.
    }
  }
  return records
}
